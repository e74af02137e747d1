from __future__ import annotations

import json
from datetime import timedelta

from becivic.intake.chance import token_hash
from becivic.rules.submissions import COMMITTED_CACHE, SubmissionType
from becivic.store import revision, written
from becivic.store.store import Store
from becivic.store.tables.signals import ANALYTICS_EVENTS, VALIDATIONS
from becivic.store.tables.submissions import COMMITTED, STAGED
from tests.factories.intake import SOMEBODY, service, submission
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
from tests.factories.table_contents import rows
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"
VOTE = "validations/valid/skill-confirm-with-session"


@requirement("R-STAGE-01", "R-STAGE-02", "R-STAGE-03", "R-API-04", "R-SUB-13")
def test_a_staged_submission_is_kept_whole_with_the_hash_of_its_token_and_no_address(store: Store) -> None:
    running, sent = service(store), payload(CONCERN)
    said = running.post(SubmissionType.CONCERN, sent).json()
    assert set(said) == {"concern_id", "status", "cancel_token", "commit_eta", "staging_window_hours"}
    assert len(said["cancel_token"]) == 43
    assert said["staging_window_hours"] == 24
    (row,) = rows(store, STAGED)
    assert row["id"] == said["concern_id"] == sent["concern_id"]
    assert json.loads(row["payload"]) == sent
    assert row["cancel_token_hash"] == token_hash(said["cancel_token"])
    assert row["submitter_hash"] == running.hasher.hash(row["salt"], SOMEBODY)
    assert written.read_moment(row["commit_eta"]) == NOW + timedelta(hours=24)
    assert row["cohort_anchor"].startswith("nationality-application@")
    assert (row["session_id"], row["attempts"], row["last_error"]) == (None, 0, None)


@requirement("R-VAL-05", "R-SUB-13")
def test_a_vote_counts_at_once_and_keeps_its_session(store: Store) -> None:
    running, sent = service(store), payload(VOTE)
    before = store.read(revision.current)
    said = running.post(SubmissionType.VALIDATION, sent).json()
    assert said == {
        "validation_id": sent["validation_id"],
        "status": "applied",
        "applied_at": "2026-11-15T10:30:00Z",
    }
    (vote,) = rows(store, VALIDATIONS)
    assert (vote["verdict"], vote["session_id"], vote["held"]) == (sent["verdict"], sent["session_id"], 0)
    assert vote["voter_hash"] not in (None, SOMEBODY)
    (remembered,) = rows(store, COMMITTED)
    assert remembered["session_id"] is None
    assert written.read_moment(remembered["expires_at"]) == NOW + COMMITTED_CACHE
    assert store.read(revision.current) == before + 1
    assert rows(store, STAGED) == []


@requirement("R-SM-10")
def test_two_votes_from_one_address_have_one_hash_and_another_address_another(store: Store) -> None:
    running = service(store)
    names = ("skill-confirm", "skill-confirm-with-remark", "skill-reject")
    for name, address in zip(names, (SOMEBODY, SOMEBODY, "203.0.113.4"), strict=True):
        sent = payload(f"validations/valid/{name}") | {"target_id": "nationality-application"}
        assert running.post(SubmissionType.VALIDATION, sent, address=address).status_code == 200
    first, second, third = (vote["voter_hash"] for vote in rows(store, VALIDATIONS))
    assert first == second != third


@requirement("R-ENV-09")
def test_a_vote_sent_again_when_the_cache_has_forgotten_it_is_still_not_counted_twice(store: Store) -> None:
    running, sent = service(store), payload(VOTE)
    assert running.post(SubmissionType.VALIDATION, sent).json()["status"] == "applied"
    running.clock.move(hours=49)
    again = running.post(SubmissionType.VALIDATION, sent)
    assert again.json()["status"] == "duplicate"
    assert len(rows(store, VALIDATIONS)) == 1


@requirement("R-ANL-03", "R-ANL-04")
def test_an_event_is_a_day_and_what_happened_and_cannot_be_joined_to_anything(store: Store) -> None:
    running, sent = service(store), payload("analytics/valid/step-forward")
    said = running.post(SubmissionType.ANALYTICS, sent).json()
    assert (said["status"], said["analytics_event_id"]) == ("applied", sent["analytics_event_id"])
    (event,) = rows(store, ANALYTICS_EVENTS)
    assert event["received_on"] == "2026-11-15"
    assert (event["from_step"], event["to_step"]) == (
        sent["content"]["from_step"],
        sent["content"]["to_step"],
    )
    assert sent["analytics_event_id"] not in str(event)
    assert running.post(SubmissionType.ANALYTICS, sent).json()["status"] == "duplicate"
    assert len(rows(store, ANALYTICS_EVENTS)) == 1


def test_what_the_rules_noticed_is_kept_beside_it(store: Store) -> None:
    running = service(store)
    draft = submission("drafts/valid/skill/smallest").payload
    assert running.post(SubmissionType.DRAFT, draft).status_code == 200
    (row,) = rows(store, STAGED)
    assert json.loads(row["regex_passes"]) == []
    assert row["target_id"] == draft["proposed_id"]
