from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Table

from becivic.publishing.review import holding, queues
from becivic.publishing.review.queues import Item
from becivic.publishing.screening.screen import Reason
from becivic.rules.changes import ChangeState
from becivic.rules.publishing import HoldReason
from becivic.rules.submissions import SubmissionType
from becivic.store import reviews
from becivic.store.reviews import Asked
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.keeping import CHANGE_REQUESTS, Queue
from becivic.store.tables.signals import AMENDMENTS, CONCERNS, DRAFTS, FEEDBACK_CHANNEL
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
from tests.factories.records import record
from tests.factories.reviews import CONCERN, an_id, became, keep_held, put, remember, stage
from tests.requirement import requirement

DRAFT = an_id(SubmissionType.DRAFT)


def ask(store: Store, queue: Queue, subject: str, kind: str = "concern", detail: str | None = None) -> None:
    asked = Asked(queue, kind, subject, f"Look at this in {queue}", detail)
    store.write(lambda connection: reviews.ask(connection, asked, NOW))


def listed(store: Store, queue: Queue | None = None, after: int | None = None, limit: int = 9) -> list[int]:
    page = store.read(lambda connection: queues.listed(connection, queue, after, limit))
    return [item.number for item in page.items] + ([-page.next] if page.next else [])


def found(store: Store, named: str, queue: Queue | None = None) -> list[Item]:
    return store.read(lambda connection: queues.found(connection, named, queue))


def shown(store: Store, named: str) -> dict[str, Any]:
    (item,) = found(store, named)
    return store.read(lambda connection: queues.shown(connection, item))


@requirement("R-TRUST-02", "R-TRUST-01")
def test_what_waits_is_listed_by_queue_and_page_oldest_first_and_nothing_that_was_answered(
    store: Store,
) -> None:
    for number, queue in enumerate((*Queue, Queue.HELD), 1):
        ask(store, queue, f"con_{number}")
    store.write(lambda connection: reviews.answer(connection, "con_2", "released", NOW))
    assert listed(store) == [1, 3, 4, 5, 6]
    assert listed(store, Queue.HELD) == [1, 6]
    assert listed(store, limit=2) == [1, 3, -3]
    assert listed(store, after=3, limit=2) == [4, 5, -5]
    assert listed(store, after=5) == [6]


def test_an_item_is_found_by_number_by_id_and_by_the_beginning_of_its_id(store: Store) -> None:
    ask(store, Queue.HELD, "con_019a")
    ask(store, Queue.FAILED, "con_019a")
    ask(store, Queue.DRAFTS, "con_019a-longer")
    ask(store, Queue.DRAFTS, "drf_%x")
    numbers = {
        named: [item.number for item in found(store, named)] for named in ("2", "con_019a", "con_", "9" * 30)
    }
    assert numbers == {"2": [2], "con_019a": [1, 2], "con_": [1, 2, 3], "9" * 30: []}
    assert [item.number for item in found(store, "con_", Queue.FAILED)] == [2]
    assert [item.number for item in found(store, "drf_%")] == [4]
    assert found(store, "%") == []
    (item,) = found(store, "2")
    assert (item.submission, item.opened_at) == (SubmissionType.CONCERN, NOW)


@requirement("R-NER-05", "R-NER-06")
def test_a_held_one_is_shown_with_its_address_its_reasons_and_its_payload(store: Store) -> None:
    own = stage(store)
    reasons = [Reason("/content/body", HoldReason.PERSON_NAME)]
    store.write(
        lambda connection: holding.hold(connection, SubmissionType.CONCERN, own, reasons, NOW, "commit")
    )
    said = shown(store, own)
    assert said["address"] == f"held-for-review/concerns/{own.removeprefix('con_')}"
    assert said["reasons"] == [{"pointer": "/content/body", "reason": "person_name"}]
    assert said["payload"] == payload(CONCERN)
    assert (said["held_from"], said["target_id"]) == ("staged", "nationality-application")


@pytest.mark.parametrize(
    ("kind", "table", "names"),
    [
        (SubmissionType.CONCERN, CONCERNS, {"content", "context"}),
        (SubmissionType.AMENDMENT, AMENDMENTS, {"rationale", "content", "provenance"}),
        (SubmissionType.AMENDMENT, VOLATILE_VALUES, {"name", "value", "unit", "note"}),
        (SubmissionType.AMENDMENT, REFERENCES, {"name", "title", "url", "archived_url"}),
    ],
)
def test_a_public_one_is_shown_with_the_words_of_its_row(
    store: Store, kind: SubmissionType, table: Table, names: set[str]
) -> None:
    own = remember(store, kind)
    documents = {name: '{"a": 1}' for name in ("content", "context", "provenance") if name in table.c}
    became(store, table, own, **documents, **({"note": None} if table is REFERENCES else {}))
    store.write(lambda connection: holding.hold(connection, kind, own, [], NOW, "name-scan"))
    said = shown(store, own)
    assert set(said["words"]) == names
    assert said["words"].get("content", {"a": 1}) == {"a": 1}
    assert "payload" not in said


@requirement("R-NER-05")
def test_a_row_that_nobody_sent_is_shown_with_all_that_it_may_be_held_for(store: Store) -> None:
    became(store, VOLATILE_VALUES, None, held=1, value='"of Jan"', note=None)
    ask(store, Queue.HELD, "val-00001", "volatile_value")
    (name, unit) = (f"{column} 1: “é\n日\t\\”" for column in ("name", "unit"))
    assert shown(store, "val-00001")["words"] == {"1": {"name": name, "value": "of Jan", "unit": unit}}
    became(store, REFERENCES, None, held=1)
    ask(store, Queue.HELD, "ref-00001", "reference")
    assert set(shown(store, "ref-00001")["words"]["1"]) == {"name", "title", "url", "archived_url", "note"}


def test_a_file_of_main_and_what_is_gone_show_nothing_more_than_their_title(store: Store) -> None:
    ask(store, Queue.HELD, "skills/x/canonical.md", "file", "line 3: person_name")
    assert shown(store, "skills/x") == {}
    ask(store, Queue.HELD, an_id(SubmissionType.CONCERN))
    assert shown(store, an_id(SubmissionType.CONCERN)) == {}
    ask(store, Queue.INJECTION, "skill:x", "skill")
    assert shown(store, "skill:x") == {}


@requirement("R-TRUST-02")
def test_a_draft_is_shown_with_its_change_request_and_what_the_checks_found(store: Store) -> None:
    ask(store, Queue.DRAFTS, DRAFT, "draft")
    assert shown(store, DRAFT) == {}
    assert store.read(lambda connection: queues.change_state(connection, DRAFT)) is None
    given = {"branch": f"submissions/{DRAFT}", "number": None, "checks": '[{"rule":"rule-07"}]'}
    put(store, CHANGE_REQUESTS, {**record(CHANGE_REQUESTS, id=DRAFT), **given})
    said = shown(store, DRAFT)
    assert (said["branch"], said["state"]) == (f"submissions/{DRAFT}", "open")
    assert said["checks"] == [{"rule": "rule-07"}]
    assert "number" not in said
    assert said["preview"] == f"`becivic preview {DRAFT}` shows it rendered."
    assert "words" not in said
    assert store.read(lambda connection: queues.change_state(connection, DRAFT)) is ChangeState.OPEN


@requirement("R-TRUST-02")
def test_a_draft_is_shown_with_what_was_proposed_and_a_maintainers_branch_without(store: Store) -> None:
    became(
        store, DRAFTS, DRAFT, commit_message="Add it.", content='{"body": "x"}', provenance='{"kind": "y"}'
    )
    ask(store, Queue.DRAFTS, DRAFT, "draft")
    proposed = {"commit_message": "Add it.", "content": {"body": "x"}, "provenance": {"kind": "y"}}
    assert shown(store, DRAFT) == {"words": proposed}
    ask(store, Queue.DRAFTS, "mend-a-note", "branch")
    assert shown(store, "mend-a-note") == {}


@requirement("R-JOB-09")
def test_a_failed_one_is_shown_with_its_code_what_it_means_and_how_often_it_was_tried(store: Store) -> None:
    own = stage(store, last_error="target_gone", attempts=4, stopped_at="2026-11-15T10:35:00.000000Z")
    ask(store, Queue.FAILED, own)
    said = shown(store, own)
    assert (said["last_error"], said["attempts"]) == ("target_gone", 4)
    assert said["meaning"] == "What it is about does not exist any more."
    assert said["payload"] == payload(CONCERN)
    released = keep_held(store, SubmissionType.CONCERN, state="released", attempts=2)
    ask(store, Queue.FAILED, released)
    assert shown(store, released)["attempts"] == 2
    assert "payload" not in shown(store, released)
    assert "meaning" not in shown(store, released)


@requirement("R-JOB-09")
def test_a_released_one_that_failed_is_shown_with_its_payload(store: Store) -> None:
    own = keep_held(store, SubmissionType.CONCERN, state="released", payload='{"content": {"body": "x"}}')
    ask(store, Queue.FAILED, own)
    assert shown(store, own)["payload"] == {"content": {"body": "x"}}


@requirement("R-FBK-02")
def test_feedback_is_shown_with_its_topic_its_date_and_its_body(store: Store) -> None:
    own = an_id(SubmissionType.FEEDBACK)
    became(store, FEEDBACK_CHANNEL, own, body="The map does not load.", pointer=None)
    ask(store, Queue.FEEDBACK, own, "feedback")
    said = shown(store, own)
    assert set(said) == {"topic", "committed_at", "body"}
    assert said["body"] == "The map does not load."
