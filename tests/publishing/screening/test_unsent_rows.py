"""Rows of the catalogue that came with the corpus are held by their own number."""

from __future__ import annotations

from becivic.publishing.review import unsent
from becivic.publishing.review.queues import found
from becivic.publishing.screening.screen import Reason
from becivic.publishing.screening.unsent_rows import hold_row
from becivic.rules.publishing import HoldReason
from becivic.rules.targets import TargetType
from becivic.store import revision
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES
from becivic.store.tables.keeping import AUDIT_LOG, REVIEW_ITEMS
from tests.factories.homes import NOON
from tests.publishing.screening.shown import all_of, put, reference
from tests.requirement import requirement

REASONS = [Reason("/title", HoldReason.PERSON_NAME), Reason("", HoldReason.SCAN_FAILED)]
UID = "ref-00007"


def hold(store: Store, row_id: int) -> bool:
    kind, row = TargetType.REFERENCE, (UID, row_id)
    return store.write(lambda connection: hold_row(connection, kind, row, REASONS, NOON))


def release(store: Store) -> None:
    (item,) = store.read(lambda connection: found(connection, UID))
    assert store.write(lambda connection: unsent.release(connection, item, NOON, "operator"))


def rows(store: Store) -> list[int]:
    """Two rows of one uid; their numbers."""
    gone = reference(7, "A law", superseded_at="2026-11-01")
    put(store, REFERENCES, [gone, reference(7, "A law")])
    return [row.row_id for row in all_of(store, REFERENCES)]


@requirement("R-NER-04", "R-NER-06")
def test_a_row_is_hidden_and_a_person_is_asked_without_a_word_of_it(store: Store) -> None:
    first, _ = rows(store)
    before = store.read(revision.current)
    assert hold(store, first)
    assert not hold(store, first)
    assert [row.held for row in all_of(store, REFERENCES)] == [1, 0]
    (item,) = all_of(store, REVIEW_ITEMS)
    assert (item.queue, item.subject_type, item.subject_id) == ("held", "reference", UID)
    assert item.detail == f"row {first}: person_name at /title, scan_failed at /"
    assert store.read(revision.current) == before + 1
    assert [act.action for act in all_of(store, AUDIT_LOG)] == ["row:held"]


def test_a_second_row_of_the_same_uid_joins_the_question_that_waits(store: Store) -> None:
    first, second = rows(store)
    assert hold(store, first)
    assert hold(store, second)
    (item,) = all_of(store, REVIEW_ITEMS)
    assert [line.partition(":")[0] for line in item.detail.split("\n")] == [f"row {first}", f"row {second}"]


@requirement("R-NER-07")
def test_a_row_that_a_person_released_is_not_held_again_and_another_one_is(store: Store) -> None:
    first, second = rows(store)
    hold(store, first)
    release(store)
    assert not hold(store, first)
    assert hold(store, second)
    assert [row.held for row in all_of(store, REFERENCES)] == [0, 1]
