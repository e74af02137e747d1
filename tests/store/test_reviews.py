from __future__ import annotations

from datetime import timedelta

from becivic.store import reviews
from becivic.store.reviews import Act, Asked
from becivic.store.store import Store
from becivic.store.tables.keeping import AUDIT_LOG, REVIEW_ITEMS, Queue
from tests.factories.oracle import NOW
from tests.factories.table_contents import rows
from tests.requirement import requirement

HELD = Asked(Queue.HELD, "concern", "con_1", "A concern is held", "held-for-review/concerns/1")
FAILED = Asked(Queue.FAILED, "concern", "con_1", "A concern cannot be published")


@requirement("R-NER-06", "R-TRUST-02")
def test_a_subject_waits_once_in_a_queue_and_may_wait_in_another(store: Store) -> None:
    assert store.write(lambda connection: reviews.ask(connection, HELD, NOW))
    assert not store.write(lambda connection: reviews.ask(connection, HELD, NOW + timedelta(days=1)))
    assert store.write(lambda connection: reviews.ask(connection, FAILED, NOW))
    first, second = rows(store, REVIEW_ITEMS)
    assert (first["queue"], first["detail"], first["closed_at"]) == ("held", HELD.detail, None)
    assert (second["queue"], second["detail"]) == ("failed", None)


def test_an_answer_closes_what_waits_in_the_named_queues_or_in_all(store: Store) -> None:
    store.write(lambda connection: [reviews.ask(connection, asked, NOW) for asked in (HELD, FAILED)])
    assert store.write(lambda connection: reviews.answer(connection, "con_2", "released", NOW)) == 0
    assert (
        store.write(lambda connection: reviews.answer(connection, "con_1", "released", NOW, Queue.HELD)) == 1
    )
    assert [row["outcome"] for row in rows(store, REVIEW_ITEMS)] == ["released", None]
    assert store.write(lambda connection: reviews.answer(connection, "con_1", "cancelled", NOW)) == 1
    assert [row["outcome"] for row in rows(store, REVIEW_ITEMS)] == ["released", "cancelled"]


def test_what_was_answered_may_be_asked_again(store: Store) -> None:
    store.write(lambda connection: reviews.ask(connection, HELD, NOW))
    store.write(lambda connection: reviews.answer(connection, "con_1", "released", NOW))
    assert store.write(lambda connection: reviews.ask(connection, HELD, NOW))
    assert len(rows(store, REVIEW_ITEMS)) == 2


def test_what_somebody_did_is_in_the_audit_log(store: Store) -> None:
    store.write(lambda connection: reviews.note(connection, Act("operator", "x:y", "concern", "con_1"), NOW))
    (line,) = rows(store, AUDIT_LOG)
    assert (line["actor"], line["action"], line["subject_id"], line["detail"]) == (
        "operator",
        "x:y",
        "con_1",
        None,
    )
