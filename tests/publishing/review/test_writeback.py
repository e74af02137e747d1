from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from sqlalchemy import Connection, Table, insert, update

from becivic.publishing.retraction.submissions import erase_submission
from becivic.publishing.review import holding
from becivic.publishing.review.writeback import Wanted, write_back
from becivic.rules.submissions import WRITEBACK_TRANSITIONS, SubmissionState, SubmissionType
from becivic.store import revision
from becivic.store.store import Store
from becivic.store.tables.keeping import AUDIT_LOG, CHANGE_REQUESTS, REVIEW_ITEMS
from becivic.store.tables.signals import AMENDMENTS, CONCERNS, DRAFTS, FEEDBACK_CHANNEL, RATINGS, VALIDATIONS
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED
from tests.factories.intake import OPERATOR_TOKEN, Service, service
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
from tests.factories.records import record
from tests.factories.table_contents import counts, rows
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"
PUBLISHED = "con_019a8000-0000-7000-8000-000000000001"
"""The concern that stands in the records from the beginning."""
STATS = "/api/_internal/artefact-stats?target_type=skill&target_id=nationality-application"


def staged(running: Service) -> str:
    return f"/api/concerns/{running.post(SubmissionType.CONCERN, payload(CONCERN)).json()['concern_id']}"


def voted(running: Service) -> str:
    sent = payload("validations/valid/skill-reject-injection")
    assert running.post(SubmissionType.VALIDATION, sent).status_code == 200
    return f"/api/validations/{sent['validation_id']}"


def committed(running: Service, kind: SubmissionType, submission_id: str, *others: Table) -> str:
    """An id that the cache knows; in other tables the row it became, and one beside it."""

    def job(connection: Connection) -> None:
        kept = record(COMMITTED, id=submission_id, type=kind.value, expires_at="9")
        connection.execute(insert(COMMITTED).values(**kept))
        for table in others:
            both = [record(table, 1, submission_id=submission_id), record(table, 2)]
            connection.execute(insert(table), both)

    running.store.write(job)
    return f"/api/{kind.facts.route}/{submission_id}"


def only(store: Store, table: Table) -> dict[str, Any]:
    (row,) = rows(store, table)
    return row


def written(running: Service, path: str, state: str) -> tuple[int, dict[str, Any]]:
    body = {"state": state, **({"payload": payload(CONCERN)} if state == "released_after_edit" else {})}
    answer = running.as_operator("PATCH", f"{path}/status", body)
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
    "body",
    [
        {},
        {"state": "gone"},
        {"state": ["staged"]},
        {"state": "released", "note": "x"},
        {"state": "released", "payload": {}},
        {"state": "released_after_edit"},
        {"state": "released_after_edit", "payload": "words"},
        [],
    ],
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


@requirement("R-STAGE-08", "R-CATL-08")
def test_a_held_vote_stops_counting_and_a_released_one_counts_again(store: Store) -> None:
    running = service(store)
    path = voted(running)
    store.write(lambda connection: connection.execute(update(VALIDATIONS).values(names_scanned="rules")))
    before = only(store, VALIDATIONS)
    counted = {"distinct_ips": 1, "distinct_ips_with_injection_flag": 1}
    assert running.as_operator("GET", STATS).json() == counted
    at = store.read(revision.current)
    written(running, path, "ner_held_for_review")
    assert only(store, VALIDATIONS) == {**before, "held": 1}
    assert running.as_operator("GET", STATS).json() == dict.fromkeys(counted, 0)
    assert store.read(revision.current) == at + 1
    written(running, path, "released")
    assert only(store, VALIDATIONS) == before
    assert running.as_operator("GET", STATS).json() == counted
    assert store.read(revision.current) == at + 2


@requirement("R-STAGE-08", "R-NER-07")
def test_a_discarded_vote_loses_its_words_and_counts_no_more(store: Store) -> None:
    running = service(store)
    path = voted(running)
    before = only(store, VALIDATIONS)
    assert before["rationale"]
    assert before["injection_reason"]
    written(running, path, "ner_held_for_review")
    at = store.read(revision.current)
    written(running, path, "discarded")
    lost = dict.fromkeys(("rationale", "injection_reason", "traversal_metadata"))
    assert only(store, VALIDATIONS) == {**before, **lost, "held": 1}
    assert set(running.as_operator("GET", STATS).json().values()) == {0}
    assert store.read(revision.current) == at + 1


@requirement("R-STAGE-08", "R-NER-07")
def test_a_concern_is_held_released_and_discarded_with_its_submission(store: Store) -> None:
    running = service(store)
    before = only(store, CONCERNS)
    path = committed(running, SubmissionType.CONCERN, PUBLISHED)
    at = store.read(revision.current)
    written(running, path, "ner_held_for_review")
    assert only(store, CONCERNS) == {**before, "held": 1}
    written(running, path, "released")
    assert only(store, CONCERNS) == before
    assert store.read(revision.current) == at + 2


@requirement("R-STAGE-08", "R-NER-07")
def test_a_discarded_concern_loses_its_words(store: Store) -> None:
    running = service(store)
    before = only(store, CONCERNS)
    path = committed(running, SubmissionType.CONCERN, PUBLISHED)
    written(running, path, "ner_held_for_review")
    written(running, path, "discarded")
    assert only(store, CONCERNS) == {**before, "content": None, "context": None, "held": 1}


@requirement("R-STAGE-08", "R-NER-07")
@pytest.mark.parametrize(
    ("kind", "table"), [(SubmissionType.FEEDBACK, FEEDBACK_CHANNEL), (SubmissionType.RATING, RATINGS)]
)
def test_feedback_and_ratings_are_hidden_while_held_and_go_when_discarded(
    store: Store, kind: SubmissionType, table: Table
) -> None:
    running = service(store)
    path = committed(running, kind, f"{kind.facts.id_prefix}019a8000-0000-7000-8000-000000000002", table)
    before = rows(store, table)
    at = store.read(revision.current)
    written(running, path, "ner_held_for_review")
    assert rows(store, table) == [{**before[0], "held": 1}, before[1]]
    assert store.read(revision.current) == at + 1
    written(running, path, "discarded")
    assert rows(store, table) == before[1:]
    assert store.read(revision.current) == at + 2


@requirement("R-STAGE-08")
def test_what_never_became_a_row_of_its_own_is_only_held_and_tells_no_replica(store: Store) -> None:
    running = service(store)
    at = store.read(revision.current)
    before = only(store, CONCERNS)
    written(running, staged(running), "ner_held_for_review")
    draft = committed(running, SubmissionType.DRAFT, "drf_019a8000-0000-7000-8000-000000000003")
    for state in ("ner_held_for_review", "discarded"):
        assert written(running, draft, state)[0] == 200
    assert only(store, CONCERNS) == before
    assert store.read(revision.current) == at


# --- released after an edit -----------------------------------------------------------------------------------


def edited(**words: Any) -> dict[str, Any]:
    sent = payload(CONCERN)
    return {**sent, "content": {**sent["content"], **words}}


def patched(running: Service, path: str, words: object) -> tuple[int, dict[str, Any]]:
    body = {"state": "released_after_edit", "payload": words}
    answer = running.as_operator("PATCH", f"{path}/status", body)
    return answer.status_code, answer.json()


@requirement("R-NER-07", "R-STAGE-08", "R-STAGE-10")
def test_a_held_one_is_released_with_the_words_of_an_operator(store: Store) -> None:
    running = service(store)
    path = staged(running)
    written(running, path, "ner_held_for_review")
    after = edited(body="The desk receives files by appointment only.")
    assert patched(running, path, after) == (
        200,
        {"state": "released_after_edit", "previous": "ner_held_for_review"},
    )
    assert json.loads(only(store, HELD)["payload"]) == after
    assert running.ask("GET", path).json() == {"state": "released_after_edit"}
    assert patched(running, path, after)[1]["error"] == "invalid_transition"


@requirement("R-NER-07")
@pytest.mark.parametrize(
    ("words", "status", "error", "pointer"),
    [
        (edited(body=7), 400, "schema_fail", "/payload/content/body"),
        (edited(evidence_date="2026-02-30"), 400, "schema_fail", "/payload/content/evidence_date"),
        ({**edited(), "target_id": "family-reunification"}, 400, "schema_fail", "/payload/target_id"),
        ({**edited(), "user_email": "x"}, 400, "identity_field_present", "/payload/user_email"),
        (
            edited(body="Write to somebody@example.org, they know."),
            422,
            "regex_fail",
            "/payload/content/body",
        ),
    ],
)
def test_an_edit_that_does_not_pass_is_refused_by_place_and_changes_nothing(
    store: Store, words: dict[str, Any], status: int, error: str, pointer: str
) -> None:
    running = service(store)
    path = staged(running)
    written(running, path, "ner_held_for_review")
    before = only(store, HELD)
    code, said = patched(running, path, words)
    assert (code, said["error"], said["schema_pointer"]) == (status, error, pointer)
    assert "somebody@" not in json.dumps(said)
    assert only(store, HELD) == before


@requirement("R-CON-10")
def test_what_was_published_before_it_was_held_is_not_edited(store: Store) -> None:
    running = service(store)
    path = committed(running, SubmissionType.CONCERN, PUBLISHED)
    written(running, path, "ner_held_for_review")
    code, said = patched(running, path, edited())
    assert (code, said["error"]) == (400, "invalid_transition")
    assert "published before" in said["detail"]


# --- what is published, or about to be ------------------------------------------------------------------------


@requirement("R-STAGE-08")
def test_what_is_being_published_right_now_cannot_be_held(store: Store) -> None:
    running = service(store)
    path = staged(running)
    store.write(lambda connection: connection.execute(update(STAGED).values(change_request_id="cr")))
    code, said = written(running, path, "ner_held_for_review")
    assert (code, said["error"]) == (400, "invalid_transition")
    assert "right now" in said["detail"]


@requirement("R-STAGE-08", "R-STAGE-09")
def test_what_the_cache_has_forgotten_is_still_held_by_its_row(store: Store) -> None:
    running = service(store)
    path = f"/api/concerns/{PUBLISHED}"
    assert running.ask("GET", path).status_code == 404
    assert written(running, path, "released")[0] == 404
    assert written(running, path, "ner_held_for_review") == (
        200,
        {"state": "ner_held_for_review", "previous": "committed"},
    )
    assert only(store, CONCERNS)["held"] == 1
    assert running.ask("GET", path).json() == {"state": "ner_held_for_review"}


def test_another_replica_that_is_quicker_makes_it_look_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = service(store)
    own = staged(running).rpartition("/")[2]
    moves = iter((False, True))
    real = holding.hold
    monkeypatch.setattr(holding, "hold", lambda *given: next(moves) and real(*given))
    wanted = Wanted(SubmissionState.HELD)
    now = running.clock.now()
    before = store.write(lambda connection: write_back(connection, SubmissionType.CONCERN, own, wanted, now))
    assert before is SubmissionState.STAGED
    assert only(store, HELD)["id"] == own


def test_a_release_by_the_operator_closes_the_question(store: Store) -> None:
    running = service(store)
    path = staged(running)
    written(running, path, "ner_held_for_review")
    assert only(store, REVIEW_ITEMS)["closed_at"] is None
    written(running, path, "released")
    assert only(store, REVIEW_ITEMS)["outcome"] == "released"


def test_an_id_is_known_under_its_own_type_alone(store: Store) -> None:
    own = staged(service(store)).rpartition("/")[2]
    wanted = Wanted(SubmissionState.HELD)
    kind = SubmissionType.DRAFT
    assert store.write(lambda connection: write_back(connection, kind, own, wanted, NOW)) is None


@requirement("R-STAGE-08", "R-NER-07")
@pytest.mark.parametrize(
    ("kind", "table"), [(SubmissionType.AMENDMENT, AMENDMENTS), (SubmissionType.DRAFT, DRAFTS)]
)
def test_what_is_on_main_is_discarded_only_after_its_retraction(
    store: Store, kind: SubmissionType, table: Table
) -> None:
    running, own = service(store), f"{kind.facts.id_prefix}019a8000-0000-7000-8000-000000000009"
    path = committed(running, kind, own)
    row = record(table, 9, submission_id=own, content='{"body": "x"}', provenance="{}")
    change = record(CHANGE_REQUESTS, id=own, state="merged")
    store.write(lambda connection: connection.execute(insert(table).values(**row)))
    store.write(lambda connection: connection.execute(insert(CHANGE_REQUESTS).values(**change)))
    assert written(running, path, "ner_held_for_review")[0] == 200
    kept = counts(store)
    status, said = written(running, path, "discarded")
    assert (status, said["error"]) == (400, "invalid_transition")
    assert "It is on main" in str(said)
    assert "`becivic retract --submission` takes it out first." in str(said)
    assert (counts(store), only(store, HELD)["state"]) == (kept, "ner_held_for_review")
    store.write(lambda connection: erase_submission(connection, own))
    assert written(running, path, "discarded")[0] == 200
    assert only(store, HELD)["state"] == "discarded"


@requirement("R-STAGE-08")
@pytest.mark.parametrize("state", ["open", "closed"])
def test_a_draft_that_is_not_on_main_is_discarded(store: Store, state: str) -> None:
    running, own = service(store), "drf_019a8000-0000-7000-8000-000000000009"
    path = committed(running, SubmissionType.DRAFT, own)
    change = record(CHANGE_REQUESTS, id=own, state=state)
    store.write(lambda connection: connection.execute(insert(CHANGE_REQUESTS).values(**change)))
    assert written(running, path, "ner_held_for_review")[0] == 200
    assert written(running, path, "discarded")[0] == 200
