"""The same moment: one id sent many times at once is one submission, and no limit is outrun, not even by two replicas."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, Final

import httpx
import pytest
from sqlalchemy import Connection, text

from becivic.app import create_app
from becivic.intake.desk import Desk, Origin
from becivic.intake.outcomes import Applied, Staged
from becivic.intake.stages import judge
from becivic.intake.submission import Submission
from becivic.rules.limits import Limit
from becivic.rules.submissions import SubmissionType
from becivic.state import open_intake
from becivic.store.store import Store, open_store
from becivic.store.tables.keeping import RATE_COUNTERS, SALTS
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.tables.submissions import COMMITTED, STAGED
from tests.factories.databases import Databases
from tests.factories.intake import DEFAULT_LIMITS, KEY, OPERATOR_TOKEN, SOMEBODY, Service, service, state
from tests.factories.numbered import concerns, envelope, submission
from tests.factories.table_contents import rows
from tests.requirement import requirement

CONCERN, VALIDATION = SubmissionType.CONCERN, SubmissionType.VALIDATION
DAILY: Final = DEFAULT_LIMITS[Limit.COMBINED]
VOTES: Final = DEFAULT_LIMITS[Limit.VALIDATION]
ADDRESSES: Final = [f"198.51.100.{number}" for number in range(1, 6)]

Question = tuple[Service, str, Any, str]
"""Whom to ask, the route, the body, and from where."""


def _at_once(questions: Sequence[Question]) -> list[httpx.Response]:
    async def ask_all() -> list[httpx.Response]:
        return await asyncio.gather(
            *(
                running.asking("POST", f"/api/{route}", body, address=address)
                for running, route, body, address in questions
            )
        )

    return asyncio.run(ask_all())


def _statuses(answers: Sequence[httpx.Response]) -> Counter[object]:
    """What was said of each, or the number where it was refused."""
    return Counter(
        answer.json()["status"] if answer.status_code == 200 else answer.status_code for answer in answers
    )


def _kept(store: Store) -> tuple[int, int, int]:
    """Rows staged, votes, and what the limits have counted: the same thing seen from two sides."""
    counters = [row for row in rows(store, RATE_COUNTERS) if row["counter"] == Limit.COMBINED.name]
    staged, votes = rows(store, STAGED), rows(store, VALIDATIONS)
    remembered = {row["id"] for row in rows(store, COMMITTED)}
    assert remembered == {row["validation_id"] for row in votes}
    return len(staged), len(votes), sum(row["count"] for row in counters)


@pytest.fixture
def replicas(databases: Databases) -> Iterator[tuple[Service, Service]]:
    """Two applications, each with a store of its own, over one PostgreSQL database."""
    with databases.fresh("postgresql") as url:
        stores = [open_store(url), open_store(url)]
        first = service(stores[0])
        yield first, _replica(first, stores[1])
        for store in stores:
            store.close()


def _replica(first: Service, store: Store) -> Service:
    app = create_app(state(first.library, store, first.clock))
    return Service(app, store, first.clock, first.library)


# --- one process ----------------------------------------------------------------------------------------------


@requirement("R-ENV-09", "R-STAGE-04", "R-PIPE-11")
@pytest.mark.parametrize(("kind", "kept"), [(CONCERN, "staged"), (VALIDATION, "applied")])
def test_one_id_sent_fifty_times_at_once_is_kept_once(kind: SubmissionType, kept: str, store: Store) -> None:
    running = service(store)
    answers = _at_once([(running, kind.facts.route, submission(kind, 1), SOMEBODY)] * 50)
    assert _statuses(answers) == {kept: 1, "duplicate": 49}
    assert _kept(store) == ((1, 0, 1) if kind is CONCERN else (0, 1, 1))


@requirement("R-ENV-09", "R-STAGE-04")
def test_one_id_sent_at_once_from_several_addresses_belongs_to_one_of_them(store: Store) -> None:
    running = service(store)
    sent = submission(CONCERN, 1)
    answers = _at_once([(running, "concerns", sent, address) for address in ADDRESSES * 4])
    assert _statuses(answers) == {"staged": 1, "duplicate": 3, 409: 16}
    assert _kept(store) == (1, 0, 1)


@requirement("R-ENV-09")
def test_one_envelope_sent_ten_times_at_once_is_kept_once(store: Store) -> None:
    running = service(store)
    answers = _at_once([(running, "feedback", envelope(concerns(range(5))), SOMEBODY)] * 10)
    said = Counter(result["status"] for answer in answers for result in answer.json()["results"])
    assert said == {"staged": 5, "duplicate": 45}
    assert _kept(store) == (5, 0, 5)


@requirement("R-RATE-01")
def test_a_hundred_at_once_from_one_address_end_with_fifty_kept(store: Store) -> None:
    running = service(store)
    answers = _at_once(
        [(running, "concerns", submission(CONCERN, number), SOMEBODY) for number in range(100)]
    )
    assert _statuses(answers) == {"staged": DAILY, 429: 100 - DAILY}
    assert _kept(store) == (DAILY, 0, DAILY)


# --- two replicas ---------------------------------------------------------------------------------------------


@requirement("R-ENV-09", "R-STAGE-04")
@pytest.mark.parametrize(("kind", "kept"), [(CONCERN, "staged"), (VALIDATION, "applied")])
def test_one_id_sent_to_two_replicas_at_once_is_kept_once(
    kind: SubmissionType, kept: str, replicas: tuple[Service, Service]
) -> None:
    answers = _at_once(
        [(running, kind.facts.route, submission(kind, 1), SOMEBODY) for running in replicas * 25]
    )
    assert _statuses(answers) == {kept: 1, "duplicate": 49}
    assert _kept(replicas[0].store) == ((1, 0, 1) if kind is CONCERN else (0, 1, 1))


@requirement("R-STAGE-04")
def test_an_id_sent_to_each_replica_from_another_address_belongs_to_one_of_them(
    replicas: tuple[Service, Service],
) -> None:
    """Thirty ids, so that every order of two transactions is met."""
    questions = [
        (running, "concerns", submission(CONCERN, number), address)
        for number in range(30)
        for running, address in zip(replicas, ADDRESSES, strict=False)
    ]
    assert _statuses(_at_once(questions)) == {"staged": 30, 409: 30}
    assert _kept(replicas[0].store) == (30, 0, 30)


@requirement("R-RATE-01", "R-RATE-03", "R-SALT-01")
def test_a_hundred_at_once_from_one_address_to_two_replicas_end_with_fifty_kept(
    replicas: tuple[Service, Service],
) -> None:
    questions = [
        (running, "concerns", submission(CONCERN, 2 * number + index), SOMEBODY)
        for number in range(50)
        for index, running in enumerate(replicas)
    ]
    assert _statuses(_at_once(questions)) == {"staged": DAILY, 429: 100 - DAILY}
    assert _kept(replicas[0].store) == (DAILY, 0, DAILY)
    daily = [row for row in rows(replicas[0].store, SALTS) if row["key"].startswith("daily:")]
    assert len(daily) == 1


@requirement("R-RATE-01")
def test_many_addresses_with_votes_and_concerns_at_two_replicas_lose_nothing(
    replicas: tuple[Service, Service],
) -> None:
    """In an order of their own at each replica, so that transactions meet crosswise."""
    random = Random(20261115)
    questions: list[Question] = []
    for index, address in enumerate(ADDRESSES):
        for number in range(index * 100, index * 100 + VOTES):
            for kind in (CONCERN, VALIDATION):
                sent = submission(kind, number)
                questions.append((random.choice(replicas), kind.facts.route, sent, address))
    random.shuffle(questions)
    each = VOTES * len(ADDRESSES)
    assert _statuses(_at_once(questions)) == {"staged": each, "applied": each}
    assert _kept(replicas[0].store) == (each, each, 2 * each)


@requirement("R-STAGE-04", "R-ENV-09")
@pytest.mark.parametrize(("address", "said"), [(SOMEBODY, "duplicate"), (ADDRESSES[0], 409)])
@pytest.mark.parametrize("kind", [CONCERN, VALIDATION, SubmissionType.ANALYTICS])
def test_an_id_that_the_other_replica_is_about_to_keep_is_waited_for(
    kind: SubmissionType, address: str, said: object, replicas: tuple[Service, Service]
) -> None:
    """The second looks before the first has committed, and writes after it."""
    first, second = replicas
    first.post(CONCERN, submission(CONCERN, 99))  # makes the salt of the day
    sent = submission(kind, 1)
    with ThreadPoolExecutor(1) as threads, first.store.engine.connect() as connection:
        _keep_without_commit(first, kind, sent, connection)
        asked = threads.submit(second.post, kind, sent, address=address)
        _wait_until_somebody_waits(first.store)
        connection.commit()
        assert _statuses([asked.result()]) == {said: 1}
    known = rows(first.store, STAGED) + rows(first.store, COMMITTED)
    assert len(known) == 2
    counters = {row["counter"]: row["count"] for row in rows(first.store, RATE_COUNTERS)}
    own = Limit.ANALYTICS if kind is SubmissionType.ANALYTICS else Limit.COMBINED
    assert counters[own.name] == (1 if own is Limit.ANALYTICS else 2)


def _keep_without_commit(
    running: Service, kind: SubmissionType, sent: dict[str, Any], connection: Connection
) -> None:
    """What the first replica's writer does, up to the moment before it is durable."""
    intake = open_intake(running.store, running.library, KEY, DEFAULT_LIMITS)
    origin = Origin(SOMEBODY, running.clock.now())
    step = judge(Submission(kind, sent), Desk(intake._world(), origin, running.hasher, connection))
    (outcome,) = intake._settle([step], origin, connection)
    assert isinstance(outcome, Staged | Applied)


def _wait_until_somebody_waits(store: Store) -> None:
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with store.engine.connect() as connection:
        while not connection.execute(waiting).scalar_one():
            connection.rollback()


@requirement("R-STAGE-05", "R-STAGE-08")
def test_a_cancel_and_a_hold_at_two_replicas_at_once_agree_on_what_is_left(
    replicas: tuple[Service, Service],
) -> None:
    """Whoever comes second sees what the first has done: nothing that was taken back comes to life again."""
    first, second = replicas

    async def race(path: str, token: str) -> tuple[httpx.Response, httpx.Response]:
        held = {"authorization": f"Bearer {OPERATOR_TOKEN}"}
        return await asyncio.gather(
            first.asking("DELETE", path, headers={"authorization": f"Bearer {token}"}),
            second.asking("PATCH", f"{path}/status", {"state": "ner_held_for_review"}, headers=held),
        )

    for number in range(1, 31):
        staged = first.post(CONCERN, submission(CONCERN, number), address=f"203.0.113.{number}").json()
        path = f"/api/concerns/{staged['concern_id']}"
        cancelled, held = asyncio.run(race(path, staged["cancel_token"]))
        assert cancelled.status_code == 200
        assert held.status_code in (200, 404)
        assert first.ask("GET", path).status_code == 404
        assert cancelled.json() == {"cancelled": True}


@requirement("R-STAGE-05")
def test_of_two_cancels_at_two_replicas_at_once_one_is_right(replicas: tuple[Service, Service]) -> None:
    async def race(path: str, token: str) -> list[httpx.Response]:
        bearing = {"authorization": f"Bearer {token}"}
        return await asyncio.gather(*(each.asking("DELETE", path, headers=bearing) for each in replicas))

    for number in range(1, 21):
        staged = replicas[0].post(CONCERN, submission(CONCERN, number), address=f"203.0.113.{number}").json()
        answers = asyncio.run(race(f"/api/concerns/{staged['concern_id']}", staged["cancel_token"]))
        assert sorted(answer.status_code for answer in answers) == [200, 401]
