from __future__ import annotations

import pytest

from becivic.publishing.review.feedback import Triage, triage
from becivic.rules.submissions import SubmissionType
from becivic.store import reviews, written
from becivic.store.reviews import Asked
from becivic.store.store import Store
from becivic.store.tables.keeping import AUDIT_LOG, REVIEW_ITEMS, Queue
from becivic.store.tables.signals import FEEDBACK_CHANNEL
from tests.factories.oracle import NOW
from tests.factories.reviews import an_id, became
from tests.factories.table_contents import rows
from tests.requirement import requirement

OWN = an_id(SubmissionType.FEEDBACK)


def decide(store: Store, outcome: Triage) -> bool:
    return store.write(lambda connection: triage(connection, OWN, outcome, NOW, "operator"))


@requirement("R-FBK-02")
@pytest.mark.parametrize("outcome", Triage)
def test_feedback_is_closed_once_with_what_came_of_it(store: Store, outcome: Triage) -> None:
    became(store, FEEDBACK_CHANNEL, OWN, triaged_at=None, triage=None)
    asked = Asked(Queue.FEEDBACK, "feedback", OWN, "Feedback (praise)")
    store.write(lambda connection: reviews.ask(connection, asked, NOW))
    assert decide(store, outcome)
    first, other = rows(store, FEEDBACK_CHANNEL)
    assert (first["triaged_at"], first["triage"]) == (written.moment(NOW), outcome.value)
    assert other["triaged_at"] is None
    assert rows(store, REVIEW_ITEMS)[0]["outcome"] == outcome.value
    assert rows(store, AUDIT_LOG)[0]["action"] == f"feedback:{outcome}"
    assert not decide(store, Triage.MOVED)


def test_there_must_be_feedback_to_decide_on(store: Store) -> None:
    assert not decide(store, Triage.DONE)
    assert rows(store, AUDIT_LOG) == []
