from __future__ import annotations

from collections.abc import Callable

import pytest

from becivic.publishing.review import failed
from becivic.rules.submissions import SubmissionType
from becivic.store import ledger, reviews
from becivic.store.reviews import Asked
from becivic.store.store import Store
from becivic.store.tables.keeping import AUDIT_LOG, REVIEW_ITEMS, Queue
from becivic.store.tables.submissions import HELD, RELEASED_AND_DUE, STAGED
from tests.factories.oracle import NOW
from tests.factories.reviews import keep_held, stage
from tests.factories.table_contents import rows
from tests.requirement import requirement

STOPPED = {
    "stopped_at": "2026-11-15T10:35:00.000000Z",
    "last_error": "target_gone",
    "change_request_id": "cr",
}


def ask(store: Store, own: str) -> None:
    asked = Asked(Queue.FAILED, "concern", own, "A concern cannot be published: target_gone")
    store.write(lambda connection: reviews.ask(connection, asked, NOW))


def again(store: Store, own: str) -> bool:
    return store.write(lambda connection: failed.try_again(connection, own, NOW, "operator"))


def drop(store: Store, own: str) -> bool:
    return store.write(lambda connection: failed.drop(connection, own, NOW, "operator"))


@requirement("R-JOB-09")
def test_what_stopped_is_tried_again_as_if_it_had_just_come_due(store: Store) -> None:
    own = stage(store, **STOPPED, attempts=3)
    ask(store, own)
    assert again(store, own)
    (row,) = rows(store, STAGED)
    assert {row[name] for name in STOPPED} == {None}
    assert row["attempts"] == 3
    assert rows(store, REVIEW_ITEMS)[0]["outcome"] == "tried_again"
    assert rows(store, AUDIT_LOG)[0]["action"] == "failed:tried-again"


@requirement("R-JOB-09")
def test_a_released_one_that_stopped_is_tried_again_too(store: Store) -> None:
    own = keep_held(store, SubmissionType.CONCERN, state="released", payload="{}", **STOPPED)
    ask(store, own)
    assert again(store, own)
    due = HELD.select().where(RELEASED_AND_DUE)
    assert store.read(lambda connection: [row.id for row in connection.execute(due)]) == [own]


@requirement("R-JOB-09", "R-STAGE-07")
def test_what_is_dropped_loses_its_words_and_is_known_as_discarded(store: Store) -> None:
    own = stage(store, **STOPPED)
    ask(store, own)
    assert drop(store, own)
    assert rows(store, STAGED) == []
    (left,) = rows(store, HELD)
    assert (left["state"], left["payload"], left["held_from"]) == ("discarded", None, "staged")
    known = store.read(lambda connection: ledger.known(connection, own, NOW))
    assert known is not None
    assert known.state == "discarded"
    assert rows(store, REVIEW_ITEMS)[0]["outcome"] == "discarded"
    assert rows(store, AUDIT_LOG)[0]["action"] == "failed:discarded"


@requirement("R-JOB-09")
def test_a_released_one_that_stopped_is_dropped_where_it_stands(store: Store) -> None:
    own = keep_held(store, SubmissionType.CONCERN, state="released", payload="{}", **STOPPED)
    assert drop(store, own)
    (left,) = rows(store, HELD)
    assert (left["state"], left["payload"], left["reasons"], left["last_error"]) == (
        "discarded",
        None,
        None,
        None,
    )


@requirement("R-JOB-09")
@pytest.mark.parametrize("decide", [again, drop])
@pytest.mark.parametrize("given", [{}, {"last_error": "forge_unavailable", "change_request_id": "cr"}])
def test_what_goes_on_by_itself_waits_for_nobody(
    store: Store, decide: Callable[[Store, str], bool], given: dict[str, str]
) -> None:
    own = stage(store, **given)
    before = rows(store, STAGED)
    assert not decide(store, own)
    assert (rows(store, STAGED), rows(store, HELD), rows(store, AUDIT_LOG)) == (before, [], [])
