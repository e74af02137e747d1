from __future__ import annotations

import itertools
import json

import pytest

from becivic.rules.submissions import WRITEBACK_TRANSITIONS, SubmissionState, SubmissionType
from becivic.store.store import Store
from becivic.store.tables.keeping import AUDIT_LOG
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED
from tests.factories.intake import OPERATOR_TOKEN, Service, service
from tests.factories.payloads import payload
from tests.factories.rows import counts, rows
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"


def staged(running: Service) -> str:
    return f"/api/concerns/{running.post(SubmissionType.CONCERN, payload(CONCERN)).json()['concern_id']}"


def written(running: Service, path: str, state: str) -> tuple[int, dict[str, str]]:
    answer = running.as_operator("PATCH", f"{path}/status", {"state": state})
    return answer.status_code, answer.json()


@requirement("R-STAGE-08", "R-STAGE-09", "R-STAGE-10")
def test_a_hold_is_permanent_keeps_the_payload_and_is_resolved_once(store: Store) -> None:
    running = service(store)
    path = staged(running)
    assert written(running, path, "ner_held_for_review") == (
        200,
        {"state": "ner_held_for_review", "previous": "staged"},
    )
    assert rows(store, STAGED) == []
    (held,) = rows(store, HELD)
    assert json.loads(held["payload"]) == payload(CONCERN)
    running.clock.move(days=400)
    assert running.ask("GET", path).json() == {"state": "ner_held_for_review"}
    assert written(running, path, "released") == (
        200,
        {"state": "released", "previous": "ner_held_for_review"},
    )
    assert running.ask("GET", path).json() == {"state": "released"}
    assert written(running, path, "discarded")[0] == 400


@requirement("R-STAGE-08")
def test_a_discarded_item_loses_its_text_and_keeps_its_state(store: Store) -> None:
    running = service(store)
    path = staged(running)
    written(running, path, "ner_held_for_review")
    assert written(running, path, "discarded")[0] == 200
    (held,) = rows(store, HELD)
    assert (held["payload"], held["reasons"]) == (None, None)
    assert running.ask("GET", path).json() == {"state": "discarded"}


@requirement("R-STAGE-09")
def test_a_committed_one_is_held_from_what_the_cache_knows(store: Store) -> None:
    running, sent = service(store), payload("validations/valid/skill-confirm")
    running.post(SubmissionType.VALIDATION, sent)
    path = f"/api/validations/{sent['validation_id']}"
    assert written(running, path, "ner_held_for_review") == (
        200,
        {"state": "ner_held_for_review", "previous": "committed"},
    )
    assert rows(store, COMMITTED) == []
    (held,) = rows(store, HELD)
    assert (held["held_from"], held["payload"]) == ("committed", None)
    running.clock.move(days=3)
    assert running.ask("GET", path).json() == {"state": "ner_held_for_review"}


@requirement("R-STAGE-08", "R-API-06")
@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        pair
        for pair in itertools.product((SubmissionState.STAGED, SubmissionState.HELD), SubmissionState)
        if pair not in WRITEBACK_TRANSITIONS
    ],
)
def test_every_other_move_is_invalid_and_changes_nothing(
    store: Store, before: SubmissionState, wanted: SubmissionState
) -> None:
    running = service(store)
    path = staged(running)
    if before is SubmissionState.HELD:
        written(running, path, "ner_held_for_review")
    kept = counts(store)
    status, said = written(running, path, wanted.value)
    assert (status, said["error"]) == (400, "invalid_transition")
    assert counts(store) == kept


@pytest.mark.parametrize(
    "body", [{}, {"state": "gone"}, {"state": ["staged"]}, {"state": "released", "note": "x"}, []]
)
def test_another_body_is_refused_by_its_shape(store: Store, body: object) -> None:
    running = service(store)
    answer = running.as_operator("PATCH", f"{staged(running)}/status", body)
    assert (answer.status_code, answer.json()["error"]) == (400, "schema_fail")


@requirement("R-STAGE-08")
@pytest.mark.parametrize(
    "headers", [{}, {"authorization": "Bearer wrong"}, {"authorization": f"Basic {OPERATOR_TOKEN}"}]
)
def test_only_the_operator_writes_back(store: Store, headers: dict[str, str]) -> None:
    running = service(store)
    path = staged(running)
    answer = running.ask("PATCH", f"{path}/status", {"state": "ner_held_for_review"}, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (401, "unauthorised")
    assert running.ask("GET", path).json()["state"] == "staged"


def test_what_is_not_known_is_404_and_every_move_is_noted(store: Store) -> None:
    running = service(store)
    unknown = "/api/concerns/con_01a1de90-bd30-7681-b96a-40a3a88aef99"
    assert written(running, unknown, "ner_held_for_review")[0] == 404
    assert written(running, "/api/concerns/nonsense", "ner_held_for_review")[0] == 404
    path = staged(running)
    assert written(running, path.replace("concerns", "drafts").replace("con_", "drf_"), "released")[0] == 404
    written(running, path, "ner_held_for_review")
    (line,) = rows(store, AUDIT_LOG)
    assert (line["actor"], line["action"]) == ("operator", "status:staged->ner_held_for_review")
