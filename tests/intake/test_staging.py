from __future__ import annotations

import json
from datetime import datetime

import httpx
import pytest
from sqlalchemy import Connection

from becivic.intake import staging
from becivic.rules.submissions import SubmissionType
from becivic.store import reviews
from becivic.store.ledger import Known, known
from becivic.store.reviews import Asked
from becivic.store.store import Store
from becivic.store.tables.keeping import REVIEW_ITEMS, Queue
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED
from tests.factories.intake import Service, service
from tests.factories.payloads import fixtures, payload
from tests.factories.table_contents import counts, rows
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"


def staged(running: Service) -> tuple[str, str]:
    said = running.post(SubmissionType.CONCERN, payload(CONCERN)).json()
    return f"/api/concerns/{said['concern_id']}", said["cancel_token"]


def cancel(running: Service, path: str, token: str) -> httpx.Response:
    return running.ask("DELETE", path, headers={"authorization": f"Bearer {token}"})


@requirement("R-STAGE-05", "R-FBK-03", "R-RTG-04")
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (SubmissionType.CONCERN, CONCERN),
        (SubmissionType.AMENDMENT, "amendments/valid/volatile_value/integer"),
        (SubmissionType.FEEDBACK, "feedback_channel/valid/{}"),
        (SubmissionType.RATING, "ratings/valid/skill-five"),
    ],
)
def test_a_staged_submission_is_taken_back_with_its_token_and_leaves_nothing(
    store: Store, kind: SubmissionType, name: str
) -> None:
    sent = fixtures("feedback_channel/valid/*.json")[0].read() if "{}" in name else payload(name)
    running = service(store)
    said = running.post(kind, sent).json()
    path = f"/api/{kind.facts.route}/{said[kind.id_field]}"
    answer = cancel(running, path, said["cancel_token"])
    assert (answer.status_code, answer.json()) == (200, {"cancelled": True})
    assert rows(store, STAGED) == []
    assert running.ask("GET", path).status_code == 404
    assert cancel(running, path, said["cancel_token"]).status_code == 401


@requirement("R-STAGE-06")
@pytest.mark.parametrize("token", ["x" * 43, "x", "A" * 2000])
def test_cancel_with_a_wrong_token_is_401_and_changes_nothing(store: Store, token: str) -> None:
    running = service(store)
    path, _ = staged(running)
    before = counts(store)
    answer = cancel(running, path, token)
    assert (answer.status_code, answer.json()["error"]) == (401, "unauthorised")
    assert answer.headers["www-authenticate"] == "Bearer"
    unknown = cancel(running, "/api/concerns/con_01a1de90-bd30-7681-b96a-40a3a88aef99", token)
    assert unknown.json() == answer.json()
    assert counts(store) == before


@requirement("R-STAGE-05")
def test_the_token_is_taken_from_the_header_alone(store: Store) -> None:
    running = service(store)
    path, token = staged(running)
    for answer in (
        running.ask("DELETE", f"{path}?cancel_token={token}"),
        running.ask("DELETE", path, {"cancel_token": token}),
        running.ask("DELETE", path, headers={"authorization": f"Basic {token}"}),
        running.ask("DELETE", path, headers={"authorization": token}),
        running.ask(
            "DELETE", path.replace("concerns", "ratings"), headers={"authorization": f"Bearer {token}"}
        ),
        running.ask("DELETE", "/api/concerns/nonsense", headers={"authorization": f"Bearer {token}"}),
    ):
        assert answer.status_code == 401
    assert len(rows(store, STAGED)) == 1


@requirement("R-STAGE-06", "R-VAL-06")
def test_after_commit_the_right_token_is_forbidden_and_a_wrong_one_unauthorised(store: Store) -> None:
    running = service(store)
    path, token = staged(running)
    store.write(_committed)
    assert cancel(running, path, token).json()["error"] == "forbidden"
    assert cancel(running, path, token).status_code == 403
    assert cancel(running, path, "x" * 43).status_code == 401


def _committed(connection: Connection) -> None:
    row = dict(connection.execute(STAGED.select()).mappings().one())
    kept = {name: row[name] for name in COMMITTED.c.keys() if name in row}  # noqa: SIM118
    moment = row["commit_eta"]
    connection.execute(COMMITTED.insert().values(**kept, committed_at=moment, expires_at="9" + moment[1:]))
    connection.execute(STAGED.delete())


@requirement("R-VAL-05")
def test_a_vote_cannot_be_taken_back(store: Store) -> None:
    running, sent = service(store), payload("validations/valid/skill-confirm")
    assert running.post(SubmissionType.VALIDATION, sent).status_code == 200
    assert cancel(running, f"/api/validations/{sent['validation_id']}", "x" * 43).status_code == 401


@requirement("R-STAGE-09")
def test_what_is_held_before_commit_can_still_be_taken_back_and_after_it_not(store: Store) -> None:
    running = service(store)
    path, token = staged(running)
    assert running.as_operator("PATCH", f"{path}/status", {"state": "ner_held_for_review"}).status_code == 200
    assert cancel(running, path, token).json() == {"cancelled": True}
    assert rows(store, HELD) == []
    path, token = staged(running)
    store.write(_committed)
    assert running.as_operator("PATCH", f"{path}/status", {"state": "ner_held_for_review"}).status_code == 200
    assert cancel(running, path, token).status_code == 403


def test_a_cancelled_id_may_be_sent_again(store: Store) -> None:
    running = service(store)
    path, token = staged(running)
    cancel(running, path, token)
    again = running.post(SubmissionType.CONCERN, payload(CONCERN))
    assert json.loads(again.text)["status"] == "staged"


@requirement("R-STAGE-06")
def test_what_was_released_can_be_taken_back_until_it_is_committed_and_what_was_discarded_not(
    store: Store,
) -> None:
    running = service(store)
    path, token = staged(running)
    for state in ("ner_held_for_review", "released"):
        running.as_operator("PATCH", f"{path}/status", {"state": state})
    assert cancel(running, path, token).json() == {"cancelled": True}
    path, token = staged(running)
    for state in ("ner_held_for_review", "discarded"):
        running.as_operator("PATCH", f"{path}/status", {"state": state})
    answer = cancel(running, path, token)
    assert answer.status_code == 403
    assert "discarded" in answer.json()["detail"]


CLAIMED = {"change_request_id": "cr"}
STOPPED = {**CLAIMED, "stopped_at": "2026-11-16T10:35:00.000000Z", "last_error": "target_gone"}


@requirement("R-STAGE-06")
@pytest.mark.parametrize("moves", [(), ("ner_held_for_review", "released")])
def test_what_is_being_published_is_past_its_window_and_what_stopped_is_not(
    store: Store, moves: tuple[str, ...]
) -> None:
    running = service(store)
    path, token = staged(running)
    for state in moves:
        running.as_operator("PATCH", f"{path}/status", {"state": state})
    table = HELD if moves else STAGED
    store.write(lambda connection: connection.execute(table.update().values(CLAIMED)))
    answer = cancel(running, path, token)
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")
    store.write(lambda connection: connection.execute(table.update().values(STOPPED)))
    asked = Asked(Queue.FAILED, "concern", path.rpartition("/")[2], "It stopped")
    store.write(lambda connection: reviews.ask(connection, asked, running.clock.now()))
    assert cancel(running, path, token).json() == {"cancelled": True}
    assert (rows(store, STAGED), rows(store, HELD)) == ([], [])
    assert rows(store, REVIEW_ITEMS)[-1]["outcome"] == "cancelled"


@requirement("R-STAGE-05", "R-STAGE-06")
def test_nobody_is_asked_any_more_about_what_was_held_and_taken_back(store: Store) -> None:
    running = service(store)
    path, token = staged(running)
    running.as_operator("PATCH", f"{path}/status", {"state": "ner_held_for_review"})
    cancel(running, path, token)
    (asked,) = rows(store, REVIEW_ITEMS)
    assert (asked["outcome"], asked["queue"]) == ("cancelled", "held")


@requirement("R-STAGE-06")
def test_what_was_released_and_published_can_not_be_taken_back(store: Store) -> None:
    running = service(store)
    path, token = staged(running)
    for state in ("ner_held_for_review", "released"):
        running.as_operator("PATCH", f"{path}/status", {"state": state})
    published = {"payload": None, "committed_at": "2026-11-16T10:35:00.000000Z"}
    store.write(lambda connection: connection.execute(HELD.update().values(published)))
    assert cancel(running, path, token).status_code == 403


def test_another_replica_that_has_just_moved_it_makes_cancelling_look_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = service(store)
    path, token = staged(running)
    seen: list[Known | None] = []

    def looked(connection: Connection, submission_id: str, now: datetime) -> Known | None:
        found = known(connection, submission_id, now)
        if not seen:
            connection.execute(STAGED.update().values(CLAIMED))
        seen.append(found)
        return found

    monkeypatch.setattr(staging, "known", looked)
    assert cancel(running, path, token).status_code == 403
    assert len(seen) == 2
