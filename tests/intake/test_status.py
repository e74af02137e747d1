from __future__ import annotations

import pytest
from sqlalchemy import Connection, insert, update

from becivic.rules.submissions import SubmissionType
from becivic.store import written
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import ARTEFACTS, CHANGE_REQUESTS
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED
from tests.factories.documented import assert_documented
from tests.factories.intake import Service, service
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
from tests.factories.records import record
from tests.factories.reviews import keep_held, put
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"
SESSION = "ses_01a1de90-bd30-7681-b96a-40a3a88aef43"


@requirement("R-STAGE-07")
def test_a_staged_one_says_when_it_will_be_committed_and_not_a_word_of_itself(store: Store) -> None:
    running, sent = service(store), payload(CONCERN)
    running.post(SubmissionType.CONCERN, sent)
    answer = running.ask("GET", f"/api/concerns/{sent['concern_id']}")
    assert answer.json() == {"state": "staged", "commit_eta": "2026-11-16T10:30:00Z"}
    assert answer.headers["cache-control"] == "no-store"


@requirement("R-JOB-09")
@pytest.mark.parametrize(
    "stopped",
    [
        {"stopped_at": "2026-11-16T10:35:00.000000Z"},
        {"change_request_id": "cr", "stopped_at": "2026-11-16T10:35:00.000000Z"},
        {},
    ],
)
def test_what_stopped_it_at_commit_time_is_said(store: Store, stopped: dict[str, str]) -> None:
    running, sent = service(store), payload(CONCERN)
    running.post(SubmissionType.CONCERN, sent)
    values = {"last_error": "canonical_not_found", **stopped}
    store.write(lambda connection: connection.execute(update(STAGED).values(values)))
    assert_documented(answer := running.ask("GET", f"/api/concerns/{sent['concern_id']}"))
    assert answer.json() == {
        "state": "staged",
        "commit_eta": "2026-11-16T10:30:00Z",
        "last_error": "canonical_not_found",
    }


@requirement("R-STAGE-07", "R-NER-07")
@pytest.mark.parametrize("state", ["released", "released_after_edit"])
def test_a_released_one_says_when_it_was_published_and_what_became_of_its_change(
    store: Store, state: str
) -> None:
    running = service(store)
    own = keep_held(
        store,
        SubmissionType.DRAFT,
        state=state,
        payload="{}",
        session_id=SESSION,
        last_error="forge_unavailable",
    )
    path = f"/api/drafts/{own}"
    assert running.ask("GET", path).json() == {"state": state, "last_error": "forge_unavailable"}
    put(store, CHANGE_REQUESTS, record(CHANGE_REQUESTS, id=own))
    values = {"payload": None, "committed_at": written.moment(NOW), "change_request_id": own}
    store.write(lambda connection: connection.execute(update(HELD).values(values)))
    assert_documented(answer := running.ask("GET", path))
    at = {"committed_at": "2026-11-15T10:30:00Z"}
    assert answer.json() == {"state": state, **at, "change_request": "open"}
    (item,) = running.ask("GET", f"/api/feedback/sessions/{SESSION}").json()["items"]
    assert item == {"type": "draft", "id": own, "state": state, **at}


@requirement("R-STAGE-07", "R-STAGE-09")
@pytest.mark.parametrize("state", ["ner_held_for_review", "discarded"])
def test_what_is_held_or_discarded_says_nothing_else(store: Store, state: str) -> None:
    running = service(store)
    own = keep_held(
        store,
        SubmissionType.DRAFT,
        state=state,
        held_from="committed",
        committed_at=written.moment(NOW),
        change_request_id="cr",
        last_error="target_gone",
    )
    assert_documented(answer := running.ask("GET", f"/api/drafts/{own}"))
    assert answer.json() == {"state": state}


@requirement("R-STAGE-07")
def test_a_committed_one_is_known_for_48_hours(store: Store) -> None:
    running, sent = service(store), payload("validations/valid/skill-confirm")
    running.post(SubmissionType.VALIDATION, sent)
    path = f"/api/validations/{sent['validation_id']}"
    assert running.ask("GET", path).json() == {"state": "committed", "committed_at": "2026-11-15T10:30:00Z"}
    running.clock.move(hours=48)
    assert running.ask("GET", path).status_code == 404


@requirement("R-STAGE-07")
@pytest.mark.parametrize(("change", "said"), [("cr-1", {"change_request": "open"}), ("cr-none", {})])
def test_a_change_request_says_how_it_stands(store: Store, change: str, said: dict[str, str]) -> None:
    running, sent = service(store), payload("validations/valid/skill-confirm")
    running.post(SubmissionType.VALIDATION, sent)
    at = written.moment(NOW)
    store.write(
        lambda connection: (
            connection.execute(
                insert(CHANGE_REQUESTS).values(
                    id="cr-1", title="t", branch="b", base_commit="c", state="open", opened_at=at
                )
            ),
            connection.execute(update(COMMITTED).values(change_request_id=change)),
        )
    )
    answer = running.ask("GET", f"/api/validations/{sent['validation_id']}").json()
    assert answer == {"state": "committed", "committed_at": "2026-11-15T10:30:00Z", **said}


@requirement("R-STAGE-07")
@pytest.mark.parametrize(
    "path",
    [
        "/api/concerns/con_01a1de90-bd30-7681-b96a-40a3a88aef99",
        "/api/concerns/nonsense",
        "/api/ratings/{id}",
    ],
)
def test_what_is_not_known_is_404_also_under_another_type(store: Store, path: str) -> None:
    running, sent = service(store), payload(CONCERN)
    running.post(SubmissionType.CONCERN, sent)
    answer = running.ask("GET", path.format(id=sent["concern_id"]))
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def flag(running: Service, name: str, target_id: str) -> str:
    sent = payload(f"validations/valid/{name}") | {"target_id": target_id}
    assert running.post(SubmissionType.VALIDATION, sent).status_code == 200
    return f"/api/validations/{sent['validation_id']}"


@requirement("R-STAGE-07")
@pytest.mark.parametrize(
    ("name", "target_type", "target_id"),
    [
        ("skill-reject-injection", "skill", "nationality-application"),
        ("path-confirm-injection", "path", "birth-certificate-belgian"),
        ("path-source-reject-injection", "path_source", "birth-certificate-belgian:commune-desk"),
        ("volatile-value-reject-injection", "volatile_value", "val-00001"),
    ],
)
def test_a_flag_whose_target_was_quarantined_says_so(
    store: Store, name: str, target_type: str, target_id: str
) -> None:
    running = service(store)
    path = flag(running, name, target_id)
    assert running.ask("GET", path).json()["state"] == "committed"
    store.write(_quarantine_everything)
    assert running.ask("GET", path).json() == {
        "state": "quarantined",
        "target_type": target_type,
        "target_id": target_id,
    }


def _quarantine_everything(connection: Connection) -> None:
    for table in (ARTEFACTS, VOLATILE_VALUES):
        connection.execute(update(table).values(status="quarantined"))


def test_a_vote_without_a_flag_stays_committed_whatever_became_of_its_target(store: Store) -> None:
    running = service(store)
    path = flag(running, "skill-confirm", "nationality-application")
    store.write(_quarantine_everything)
    assert running.ask("GET", path).json()["state"] == "committed"


@requirement("R-STAGE-11", "R-CON-11")
def test_a_session_finds_what_it_sent_again_without_bodies_or_tokens(store: Store) -> None:
    running, sent = service(store), payload("envelopes/valid/six-types")
    results = running.send(sent).json()
    assert results["session_id"] == sent["session_id"]
    staged = results["results"][0]["id"]
    running.as_operator("PATCH", f"/api/concerns/{staged}/status", {"state": "ner_held_for_review"})
    answer = running.ask("GET", f"/api/feedback/sessions/{sent['session_id']}").json()
    assert set(answer) == {"session_id", "items"}
    assert {item["id"]: item["state"] for item in answer["items"]} == {
        result["id"]: {"applied": "committed"}.get(result["status"], result["status"])
        for result in results["results"]
    } | {staged: "ner_held_for_review"}
    for item in answer["items"]:
        assert set(item) <= {"type", "id", "state", "commit_eta", "committed_at"}


@requirement("R-STAGE-11")
def test_an_unknown_session_has_sent_nothing_and_what_is_no_session_id_is_refused(store: Store) -> None:
    running = service(store)
    assert running.ask("GET", f"/api/feedback/sessions/{SESSION}").json()["items"] == []
    wrong = running.ask("GET", "/api/feedback/sessions/ses_nonsense")
    assert (wrong.status_code, wrong.json()["error"]) == (400, "schema_fail")


@requirement("R-CON-11", "R-SUB-05")
def test_a_single_concern_is_under_no_session(store: Store) -> None:
    running = service(store)
    running.post(SubmissionType.CONCERN, payload(CONCERN))
    assert running.ask("GET", f"/api/feedback/sessions/{SESSION}").json()["items"] == []


@requirement("R-STAGE-11")
def test_a_session_forgets_with_the_cache_and_keeps_its_votes(store: Store) -> None:
    running, sent = service(store), payload("envelopes/valid/six-types")
    running.send(sent)
    store.write(
        lambda connection: connection.execute(update(COMMITTED).values(session_id=sent["session_id"]))
    )
    path = f"/api/feedback/sessions/{sent['session_id']}"
    of_votes = [item for item in running.ask("GET", path).json()["items"] if item["type"] == "validation"]
    assert len(of_votes) == 2  # as the cache and as the vote itself
    running.clock.move(hours=49)
    of_votes = [item for item in running.ask("GET", path).json()["items"] if item["type"] == "validation"]
    assert [item["state"] for item in of_votes] == ["committed"]


@requirement("R-STAGE-11", "R-STAGE-08")
def test_a_session_says_what_became_of_a_vote_that_was_held(store: Store) -> None:
    running, vote = service(store), payload("validations/valid/skill-confirm-with-session")
    running.post(SubmissionType.VALIDATION, vote)
    path = f"/api/feedback/sessions/{vote['session_id']}"
    for state in ("ner_held_for_review", "discarded"):
        running.as_operator("PATCH", f"/api/validations/{vote['validation_id']}/status", {"state": state})
        assert [item["state"] for item in running.ask("GET", path).json()["items"]] == [state]
