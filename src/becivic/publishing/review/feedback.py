"""Triage of the feedback channel, which only operators read (R-FBK-02): what somebody decided to do about it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, update

from becivic.rules.submissions import SubmissionType
from becivic.store import reviews, written
from becivic.store.reviews import Act
from becivic.store.tables.keeping import Queue
from becivic.store.tables.signals import FEEDBACK_CHANNEL


class Triage(StrEnum):
    """What came of it."""

    DONE = "done"
    WONT_DO = "wont_do"
    MOVED = "moved"


def triage(connection: Connection, submission_id: str, outcome: Triage, now: datetime, actor: str) -> bool:
    """Whether there was something to decide on. The row stays, with what was decided."""
    is_it = (FEEDBACK_CHANNEL.c.submission_id == submission_id) & FEEDBACK_CHANNEL.c.triaged_at.is_(None)
    decided = {"triaged_at": written.moment(now), "triage": outcome.value}
    if not connection.execute(update(FEEDBACK_CHANNEL).where(is_it).values(decided)).rowcount:
        return False
    reviews.answer(connection, submission_id, outcome.value, now, Queue.FEEDBACK)
    act = Act(actor, f"feedback:{outcome}", SubmissionType.FEEDBACK.value, submission_id)
    reviews.note(connection, act, now)
    return True
