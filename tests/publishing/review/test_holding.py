"""Each outcome of a hold, over both databases: what moves, what is hidden, what is lost, and what is asked."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, Table, update

from becivic.publishing.review import holding
from becivic.publishing.screening.screen import Reason
from becivic.rules.publishing import HoldReason
from becivic.rules.submissions import SubmissionType
from becivic.store import revision, written
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.keeping import AUDIT_LOG, REVIEW_ITEMS, Queue
from becivic.store.tables.signals import (
    AMENDMENTS,
    CONCERNS,
    DRAFTS,
    FEEDBACK_CHANNEL,
    RATINGS,
    VALIDATIONS,
)
from becivic.store.tables.submissions import COMMITTED, HELD, RELEASED_AND_DUE, STAGED
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
from tests.factories.reviews import CONCERN, an_id, became, keep_held, remember, stage
from tests.factories.table_contents import rows
from tests.requirement import requirement

NAME = Reason("/content/body", HoldReason.PERSON_NAME)
TABLES = [
    (SubmissionType.CONCERN, CONCERNS),
    (SubmissionType.VALIDATION, VALIDATIONS),
    (SubmissionType.AMENDMENT, AMENDMENTS),
    (SubmissionType.AMENDMENT, VOLATILE_VALUES),
    (SubmissionType.AMENDMENT, REFERENCES),
    (SubmissionType.DRAFT, DRAFTS),
    (SubmissionType.FEEDBACK, FEEDBACK_CHANNEL),
    (SubmissionType.RATING, RATINGS),
]


def hold(store: Store, kind: SubmissionType, own: str, *reasons: Reason, actor: str = "commit") -> bool:
    found = reasons or (NAME,)
    return store.write(lambda connection: holding.hold(connection, kind, own, found, NOW, actor))


def release(store: Store, kind: SubmissionType, own: str) -> bool:
    return store.write(lambda connection: holding.release(connection, kind, own, NOW, "operator"))


def discard(store: Store, kind: SubmissionType, own: str) -> bool:
    return store.write(lambda connection: holding.discard(connection, kind, own, NOW, "operator"))


def edit(store: Store, own: str, words: dict[str, Any]) -> bool:
    kind = SubmissionType.CONCERN
    return store.write(
        lambda connection: holding.release_edited(connection, kind, own, words, NOW, "operator")
    )


def only(store: Store, table: Table) -> dict[str, Any]:
    (row,) = rows(store, table)
    return row


def due(store: Store) -> list[str]:
    query = HELD.select().where(RELEASED_AND_DUE)
    return store.read(lambda connection: [row.id for row in connection.execute(query)])


@requirement("R-NER-04", "R-NER-06", "R-STAGE-09")
def test_a_staged_one_is_held_with_its_payload_and_a_question_without_a_word_of_it(store: Store) -> None:
    own = stage(store)
    twice = (
        NAME,
        Reason("/context/note", HoldReason.PERSON_NAME),
        Reason("/x", HoldReason.SOURCE_NOT_LISTED),
    )
    assert hold(store, SubmissionType.CONCERN, own, *twice)
    assert rows(store, STAGED) == []
    held = only(store, HELD)
    assert (held["state"], held["held_from"], held["committed_at"]) == ("ner_held_for_review", "staged", None)
    assert json.loads(held["payload"]) == payload(CONCERN)
    assert json.loads(held["reasons"])[0] == {"pointer": "/content/body", "reason": "person_name"}
    asked = only(store, REVIEW_ITEMS)
    assert asked["title"] == "A concern is held: person_name at 2 places, source_not_listed at 1 place"
    assert asked["detail"] == f"held-for-review/concerns/{own.removeprefix('con_')}"
    assert (asked["queue"], asked["subject_type"], asked["subject_id"]) == ("held", "concern", own)
    line = only(store, AUDIT_LOG)
    assert (line["actor"], line["action"]) == ("commit", "status:staged->ner_held_for_review")


@requirement("R-NER-06")
@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("amendments/valid/volatile_value/integer", "An amendment is held: an operator asked for it"),
        ("feedback_channel/valid/bug", "Feedback is held: an operator asked for it"),
    ],
)
def test_titles_name_the_type_and_what_an_operator_asks_for(store: Store, name: str, title: str) -> None:
    own = stage(store, name)
    kind = SubmissionType.FEEDBACK if own.startswith("fbk_") else SubmissionType.AMENDMENT
    assert hold(store, kind, own, Reason("", HoldReason.OPERATOR))
    assert only(store, REVIEW_ITEMS)["title"] == title


@requirement("R-NER-06")
def test_a_pointer_is_cut_where_its_names_are_somebodys_words(store: Store) -> None:
    own = stage(store)
    hold(store, SubmissionType.CONCERN, own, Reason("/context/Jana Voorbeeld/x", HoldReason.PERSON_NAME))
    assert "Jana" not in str(rows(store, HELD)[0]["reasons"])


def test_what_is_being_published_cannot_be_held_and_what_stopped_can(store: Store) -> None:
    own = stage(store, change_request_id="cr")
    assert not hold(store, SubmissionType.CONCERN, own)
    assert (len(rows(store, STAGED)), rows(store, HELD), rows(store, REVIEW_ITEMS)) == (1, [], [])
    store.write(_stopped)
    assert hold(store, SubmissionType.CONCERN, own)
    assert only(store, HELD)["stopped_at"] is None
    assert {row["queue"]: row["outcome"] for row in rows(store, REVIEW_ITEMS)} == {
        "failed": "ner_held_for_review",
        "held": None,
    }


def _stopped(connection: Connection) -> None:
    connection.execute(update(STAGED).values(stopped_at=written.moment(NOW)))
    own = connection.execute(STAGED.select()).one().id
    connection.execute(
        REVIEW_ITEMS.insert().values(
            queue=Queue.FAILED.value, subject_type="concern", subject_id=own, title="t", opened_at="1"
        )
    )


def test_nothing_is_held_twice_under_another_type_or_out_of_nothing(store: Store) -> None:
    own = stage(store)
    assert not hold(store, SubmissionType.DRAFT, own)
    assert not hold(store, SubmissionType.CONCERN, an_id(SubmissionType.CONCERN))
    assert hold(store, SubmissionType.CONCERN, own)
    assert not hold(store, SubmissionType.CONCERN, own)
    assert len(rows(store, REVIEW_ITEMS)) == 1


@requirement("R-NER-04")
def test_what_a_person_released_is_not_held_again(store: Store) -> None:
    own = remember(store, SubmissionType.CONCERN)
    became(store, CONCERNS, own)
    assert hold(store, SubmissionType.CONCERN, own)
    assert release(store, SubmissionType.CONCERN, own)
    assert not hold(store, SubmissionType.CONCERN, own)
    assert rows(store, CONCERNS)[0]["held"] == 0


@requirement("R-STAGE-09")
def test_a_cached_one_keeps_when_it_was_committed_and_its_change_request(store: Store) -> None:
    own = remember(store, SubmissionType.DRAFT, change_request_id="cr", target_type="skill")
    at = rows(store, COMMITTED)[0]["committed_at"]
    assert hold(store, SubmissionType.DRAFT, own)
    assert rows(store, COMMITTED) == []
    held = only(store, HELD)
    assert (held["committed_at"], held["change_request_id"], held["held_from"]) == (at, "cr", "committed")


@requirement("R-STAGE-09", "R-NER-07")
@pytest.mark.parametrize(("kind", "table"), TABLES)
def test_what_is_public_for_long_is_held_by_its_row_alone(
    store: Store, kind: SubmissionType, table: Table
) -> None:
    own = remember(store, kind, expires_at=written.moment(NOW - timedelta(hours=1)))
    became(store, table, own)
    mine, other = rows(store, table)
    before = store.read(revision.current)
    assert hold(store, kind, own)
    assert rows(store, table) == [{**mine, "held": 1}, other]
    assert store.read(revision.current) == before + 1
    held = only(store, HELD)
    assert (held["payload"], held["salt"], held["submitter_hash"], held["cancel_token_hash"]) == (
        None,
        "",
        "",
        None,
    )
    assert held["committed_at"] == mine.get("committed_at", mine.get("validated_at"))
    assert len(rows(store, COMMITTED)) == 1, "what the cache was about to forget is left to be forgotten"
    assert release(store, kind, own)
    assert rows(store, table) == [{**mine, "held": 0}, other]
    assert only(store, HELD)["state"] == "released"
    assert due(store) == [], "it is public already"


LOST: dict[Table, dict[str, Any]] = {
    CONCERNS: {"content": None, "context": None},
    VALIDATIONS: {"rationale": None, "injection_reason": None, "traversal_metadata": None},
    AMENDMENTS: {"rationale": "", "content": "{}", "provenance": None},
    DRAFTS: {"commit_message": "", "content": "{}", "provenance": None},
    VOLATILE_VALUES: {},
    REFERENCES: {},
}
"""Rows of the catalogue are history: they stay, held for ever."""


@requirement("R-NER-07")
@pytest.mark.parametrize(("kind", "table"), TABLES)
def test_what_is_discarded_loses_its_words_or_goes(store: Store, kind: SubmissionType, table: Table) -> None:
    own = remember(store, kind)
    became(store, table, own)
    mine, other = rows(store, table)
    hold(store, kind, own)
    before = store.read(revision.current)
    assert discard(store, kind, own)
    left = [{**mine, **LOST[table], "held": 1}] if table in LOST else []
    assert rows(store, table) == [*left, other]
    assert store.read(revision.current) == before + 1
    assert (only(store, HELD)["state"], only(store, REVIEW_ITEMS)["outcome"]) == ("discarded", "discarded")


@requirement("R-NER-07")
def test_a_released_one_is_due_with_its_payload_and_its_question_is_closed(store: Store) -> None:
    own = stage(store)
    hold(store, SubmissionType.CONCERN, own)
    before = store.read(revision.current)
    assert release(store, SubmissionType.CONCERN, own)
    assert due(store) == [own]
    asked = only(store, REVIEW_ITEMS)
    assert (asked["outcome"], asked["closed_at"]) == ("released", written.moment(NOW))
    assert [line["action"] for line in rows(store, AUDIT_LOG)][1:] == ["status:ner_held_for_review->released"]
    assert store.read(revision.current) == before, "nothing that anybody sees has changed"
    for again in (release, discard):
        assert not again(store, SubmissionType.CONCERN, own)


@requirement("R-NER-07")
def test_a_released_one_may_have_other_words(store: Store) -> None:
    own = stage(store)
    hold(store, SubmissionType.CONCERN, own)
    assert edit(store, own, {"other": "words"})
    held = only(store, HELD)
    assert (held["state"], json.loads(held["payload"])) == ("released_after_edit", {"other": "words"})
    assert due(store) == [own]
    assert only(store, REVIEW_ITEMS)["outcome"] == "released_after_edit"
    assert not edit(store, own, {})


@requirement("R-CON-10")
def test_what_is_public_already_is_not_edited(store: Store) -> None:
    own = remember(store, SubmissionType.CONCERN)
    became(store, CONCERNS, own)
    hold(store, SubmissionType.CONCERN, own)
    assert not edit(store, own, {})
    assert only(store, HELD)["state"] == "ner_held_for_review"


@requirement("R-NER-07")
def test_a_discarded_one_loses_payload_and_reasons_and_what_was_asked_about_it(store: Store) -> None:
    own = remember(store, SubmissionType.FEEDBACK)
    became(store, FEEDBACK_CHANNEL, own)
    store.write(
        lambda connection: connection.execute(
            REVIEW_ITEMS.insert().values(
                queue="feedback", subject_type="feedback", subject_id=own, title="t", opened_at="1"
            )
        )
    )
    hold(store, SubmissionType.FEEDBACK, own)
    assert discard(store, SubmissionType.FEEDBACK, own)
    assert {row["outcome"] for row in rows(store, REVIEW_ITEMS)} == {"discarded"}
    held = only(store, HELD)
    assert (held["payload"], held["reasons"]) == (None, None)


def test_two_who_hold_the_same_public_row_at_once_hold_it_once(store: Store) -> None:
    """The second finds the key taken, although it saw none when it looked."""
    own = keep_held(store, SubmissionType.CONCERN)
    values = rows(store, HELD)[0]
    assert not store.write(lambda connection: holding._put(connection, values))
    assert own == only(store, HELD)["id"]
