"""What is held and nobody sent: it waits in the same queue, and has no submission that could be released."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from becivic.publishing.review import queues, unsent
from becivic.store import reviews, revision
from becivic.store.reviews import Asked
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import AUDIT_LOG, REVIEW_ITEMS, Queue
from tests.factories.oracle import NOW
from tests.factories.reviews import became
from tests.factories.table_contents import rows
from tests.requirement import requirement

FILE = "skills/nationality-application/canonical.md"


def held(store: Store, kind: str, subject: str) -> queues.Item:
    asked = Asked(Queue.HELD, kind, subject, "Somebody may be named")
    store.write(lambda connection: reviews.ask(connection, asked, NOW))
    (item,) = store.read(lambda connection: queues.found(connection, subject))
    return item


@requirement("R-NER-04", "R-NER-07")
def test_a_row_that_somebody_sent_is_not_touched_here(store: Store) -> None:
    became(store, VOLATILE_VALUES, "amd_x", held=1)
    uid = rows(store, VOLATILE_VALUES)[0]["uid"]
    before = store.read(revision.current)
    item = held(store, "volatile_value", uid)
    assert store.write(lambda connection: unsent.release(connection, item, NOW, "operator"))
    assert rows(store, VOLATILE_VALUES)[0]["held"] == 1
    assert store.read(revision.current) == before
    (line,) = rows(store, AUDIT_LOG)
    assert line["action"] == "review:held->released"


@requirement("R-NER-07")
def test_a_row_that_came_with_the_corpus_is_shown_again(store: Store) -> None:
    became(store, VOLATILE_VALUES, None, held=1)
    uid = rows(store, VOLATILE_VALUES)[0]["uid"]
    before = store.read(revision.current)
    item = held(store, "volatile_value", uid)
    assert store.write(lambda connection: unsent.release(connection, item, NOW, "operator"))
    assert [row["held"] for row in rows(store, VOLATILE_VALUES)] == [0, 1]
    assert store.read(revision.current) == before + 1


@requirement("R-NER-07")
@pytest.mark.parametrize("move", [unsent.release, unsent.discard])
def test_a_file_is_answered_once(store: Store, move: Callable[..., bool]) -> None:
    item = held(store, unsent.FILE, FILE)
    assert store.write(lambda connection: move(connection, item, NOW, "operator"))
    assert not store.write(lambda connection: move(connection, item, NOW, "operator"))
    assert rows(store, REVIEW_ITEMS)[0]["outcome"] == ("released" if move is unsent.release else "discarded")
