from __future__ import annotations

import asyncio
import json

import pytest

from becivic.intake.desk import Origin
from becivic.intake.envelope import Envelope
from becivic.intake.outcomes import Validated
from becivic.intake.refusal import Refusal
from becivic.intake.service import Answer
from becivic.intake.stages import judge
from becivic.rules.limits import Limit
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store, StoreUnavailable, open_store
from becivic.store.tables.keeping import RATE_COUNTERS
from tests.factories.databases import Databases
from tests.factories.intake import DEFAULT_LIMITS, SOMEBODY, MovedClock, desk, service, state, submission
from tests.factories.oracle import NOW
from tests.factories.payloads import payload, submissions
from tests.factories.table_contents import counts, rows
from tests.requirement import requirement


@requirement("R-PRIN-17")
@pytest.mark.disable_socket
def test_every_payload_is_judged_twice_alike_and_nobody_outside_is_asked(databases: Databases) -> None:
    """Deterministic rules over the corpus and the records; without a socket there is nobody else to ask."""
    with databases.fresh("sqlite") as url:
        store = open_store(url)
        service(store)
        for fixture in (*submissions("valid"), *submissions("invalid")):
            found = submission(fixture.name.removesuffix(".json"))
            first, second = (
                store.read(lambda connection, found=found: judge(found, desk(connection)))  # type: ignore[misc]
                for _ in range(2)
            )
            assert first == second
        store.close()


@requirement("R-PIPE-12", "R-PRIN-08")
def test_what_is_refused_leaves_a_number_and_nothing_else(store: Store) -> None:
    running = service(store)
    before = counts(store)
    wrong: tuple[object, ...] = ({}, payload("concerns/invalid/pii-nrn-in-body"))
    for body in wrong:
        assert running.post(SubmissionType.CONCERN, body).status_code >= 400
    running.ask("POST", "/api/concerns", raw=b"{")
    running.ask("POST", "/api/feedback", raw=b"{}")
    store.write(lambda _: None)  # after this, everything that was queued before it is written
    (row,) = rows(store, RATE_COUNTERS)
    assert (row["counter"], row["count"]) == ("rejected", 4)
    after = counts(store)
    assert {name for name in after if after[name] != before[name]} == {"rate_counters", "salts"}


def test_a_number_that_cannot_be_kept_takes_no_answer_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = service(store)

    def full(_: object) -> None:
        raise StoreUnavailable("The queue is full.")

    monkeypatch.setattr(store, "write_soon", full)
    assert running.post(SubmissionType.CONCERN, {}).status_code == 400


@requirement("R-ENV-08")
def test_validating_more_than_the_hour_allows_rejects_what_does_not_fit(store: Store) -> None:
    running = service(store, {**DEFAULT_LIMITS, Limit.VALIDATE_MODE: 2})
    sent = payload("envelopes/valid/six-types") | {"mode": "validate"}
    sent["items"][5] = {"type": "unheard-of"}
    results = running.send(sent).json()["results"]
    assert [result["status"] for result in results] == ["validated"] * 2 + ["rejected"] * 4
    assert {result["error"] for result in results[2:]} == {"rate_limit_exceeded"}
    assert [result["schema_pointer"] for result in results[2:]] == [
        f"/items/{index}" for index in range(2, 6)
    ]
    again = running.send(sent)
    assert (again.status_code, int(again.headers["retry-after"])) == (429, again.json()["retry_after"])
    assert len(again.json()["results"]) == 6


def test_a_large_batch_lets_others_have_their_turn(store: Store) -> None:
    intake = state(service(store).library, store, MovedClock()).intake
    sent = payload("envelopes/valid/one-concern-validate")
    sent["items"] = [
        {**sent["items"][0], "concern_id": f"con_01a1de90-bd30-7681-b96a-{number:012x}"}
        for number in range(20)
    ]
    turns: list[int] = []

    async def others() -> None:
        for number in range(3):
            turns.append(number)
            await asyncio.sleep(0)

    async def both() -> tuple[Envelope, list[Answer]] | Refusal:
        watching = asyncio.create_task(others())
        taken = await intake.take_envelope(json.dumps(sent).encode(), Origin(SOMEBODY, NOW), dry_run=False)
        turns.append(99)
        await watching
        return taken

    taken = asyncio.run(both())
    assert not isinstance(taken, Refusal)
    assert all(isinstance(answer.outcome, Validated) for answer in taken[1])
    assert turns.index(99) > 1
