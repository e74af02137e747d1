"""An edit takes out and brings nothing in. Over HTTP in test_writeback; here what only the rules themselves show."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import update

from becivic.corpus.scrubbing import SCRUB_RULES_FILE, scrubbing
from becivic.packaged import corpus_folder
from becivic.publishing.review.editing import Law, refuse_edit
from becivic.publishing.review.refused import NotDone
from becivic.rules.schemas import packaged_registry
from becivic.rules.submissions import SubmissionType
from becivic.store import written
from becivic.store.store import Store
from becivic.store.tables.submissions import HELD
from tests.factories.payloads import edited, payload
from tests.factories.reviews import CONCERN, an_id, keep_held
from tests.requirement import requirement

STREET = "Rue de la Loi 16, 1000 Bruxelles"
"""An office's: an indirect identifier, which the corpus may hold and a report may not."""


@pytest.fixture(scope="module")
def law() -> Law:
    text = (corpus_folder() / SCRUB_RULES_FILE).read_text(encoding="utf-8")
    return Law(packaged_registry(), scrubbing(text).whole())


def with_body(name: str, words: str) -> dict[str, Any]:
    sent = payload(name)
    return {**sent, "content": {**sent["content"], "body": words}}


def refused(store: Store, kind: SubmissionType, own: str, after: dict[str, Any], law: Law) -> NotDone | None:
    return store.read(lambda connection: refuse_edit(connection, kind, own, after, law))


def held(store: Store, sent: dict[str, Any], kind: SubmissionType = SubmissionType.CONCERN) -> str:
    given = {"state": "ner_held_for_review", "payload": written.document(sent)}
    return keep_held(store, kind, **given)


@requirement("R-NER-07")
def test_words_may_change_and_the_rest_may_not(store: Store, law: Law) -> None:
    own, sent = held(store, payload(CONCERN)), with_body(CONCERN, "The desk wants an appointment.")
    assert refused(store, SubmissionType.CONCERN, own, sent, law) is None
    for name, other in {
        "concern_id": an_id(SubmissionType.CONCERN, 9),
        "submitted_at": "2026-11-14T19:14:12Z",
        "target_id": "family-reunification",
        "submitting_agent": "another/1.0.0",
    }.items():
        found = refused(store, SubmissionType.CONCERN, own, {**sent, name: other}, law)
        assert found is not None
        assert (found.category, found.pointer) == ("schema_fail", f"/payload/{name}")


@requirement("R-NER-07")
def test_all_faults_of_the_schema_come_at_once(store: Store, law: Law) -> None:
    own, sent = held(store, payload(CONCERN)), payload(CONCERN)
    after = {**sent, "content": {**sent["content"], "body": "", "scope": "galactic"}}
    found = refused(store, SubmissionType.CONCERN, own, after, law)
    assert found is not None
    assert {"/content/body", "/content/scope"} <= {fault.pointer for fault in found.faults}


@requirement("R-NER-07")
@pytest.mark.parametrize(
    ("pointer", "words"),
    [
        ("/provenance/first_session_at", "2026-02-30T10:00:00Z"),
        ("/provenance/research_notes_markdown", "é" * 30_000),
    ],
)
def test_an_edit_that_would_not_be_taken_when_sent_is_not_taken_either(
    store: Store, law: Law, pointer: str, words: str
) -> None:
    kind, sent = SubmissionType.AMENDMENT, payload("amendments/valid/skill/body-with-provenance")
    found = refused(store, kind, held(store, sent, kind), edited(sent, {pointer: words}), law)
    assert found is not None
    assert (found.category, found.pointer) == ("schema_fail", f"/payload{pointer}")


@requirement("R-NER-07")
def test_what_was_let_through_where_it_stands_may_stay_and_nothing_new_comes_in(
    store: Store, law: Law
) -> None:
    before = with_body(CONCERN, f"The desk is at {STREET}.")
    own = held(store, before)
    kept = with_body(CONCERN, f"Go to {STREET}.")
    assert refused(store, SubmissionType.CONCERN, own, kept, law) is None
    elsewhere = held_anew(store, own, payload(CONCERN))
    found = refused(store, SubmissionType.CONCERN, elsewhere, kept, law)
    assert found is not None
    assert (found.category, found.pointer) == ("regex_fail", "/payload/content/body")


def held_anew(store: Store, own: str, sent: dict[str, Any]) -> str:
    store.write(lambda connection: connection.execute(update(HELD).values(payload=written.document(sent))))
    return own


def test_a_direct_identifier_is_never_let_through_even_where_it_stood(store: Store, law: Law) -> None:
    sent = with_body(CONCERN, "Write to somebody@example.org.")
    found = refused(store, SubmissionType.CONCERN, held(store, sent), sent, law)
    assert found is not None
    assert "somebody" not in f"{found}"


def test_what_cannot_be_edited_is_left_to_the_move_to_say(store: Store, law: Law) -> None:
    assert refused(store, SubmissionType.CONCERN, an_id(SubmissionType.CONCERN), {}, law) is None
    own = keep_held(store, SubmissionType.CONCERN, state="ner_held_for_review")
    assert refused(store, SubmissionType.CONCERN, own, {}, law) is None
