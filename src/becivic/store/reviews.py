"""What a human is asked about, as the records hold it: asked once, and closed when it is answered (R-NER-04, R-TRUST-02).

Titles and details say kinds and places, never a word of anybody's (R-NER-06).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from becivic.store import written
from becivic.store.tables.keeping import AUDIT_LOG, REVIEW_ITEMS, Queue


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, and what it is about: a submission by its type and id, or a file of main by its path."""

    queue: Queue
    subject_type: str
    subject_id: str
    title: str
    detail: str | None = None


def ask(connection: Connection, asked: Asked, now: datetime) -> bool:
    """Whether it is a new question: the same subject waits in a queue once."""
    waits = select(REVIEW_ITEMS.c.row_id).where(
        REVIEW_ITEMS.c.queue == asked.queue.value,
        REVIEW_ITEMS.c.subject_type == asked.subject_type,
        REVIEW_ITEMS.c.subject_id == asked.subject_id,
        REVIEW_ITEMS.c.closed_at.is_(None),
    )
    if connection.execute(waits).first() is not None:
        return False
    ask_again(connection, asked, now)
    return True


def ask_again(connection: Connection, asked: Asked, now: datetime) -> None:
    """Whatever waits about the subject already: this is another question about it."""
    connection.execute(
        insert(REVIEW_ITEMS).values(
            queue=asked.queue.value,
            subject_type=asked.subject_type,
            subject_id=asked.subject_id,
            title=asked.title,
            detail=asked.detail,
            opened_at=written.moment(now),
        )
    )


def answer(connection: Connection, subject_id: str, outcome: str, now: datetime, *queues: Queue) -> int:
    """Close what waits about a subject, in these queues or in any. How many there were."""
    open_ones = (REVIEW_ITEMS.c.subject_id == subject_id) & REVIEW_ITEMS.c.closed_at.is_(None)
    if queues:
        open_ones &= REVIEW_ITEMS.c.queue.in_([queue.value for queue in queues])
    closed = update(REVIEW_ITEMS).where(open_ones).values(closed_at=written.moment(now), outcome=outcome)
    return connection.execute(closed).rowcount


def answer_one(connection: Connection, number: int, outcome: str, now: datetime) -> bool:
    """Close this question alone. False where somebody has answered it already."""
    is_it = (REVIEW_ITEMS.c.row_id == number) & REVIEW_ITEMS.c.closed_at.is_(None)
    closed = update(REVIEW_ITEMS).where(is_it).values(closed_at=written.moment(now), outcome=outcome)
    return bool(connection.execute(closed).rowcount)


@dataclass(frozen=True, slots=True)
class Act:
    """Something somebody did to a subject, in closed words."""

    actor: str
    action: str
    subject_type: str
    subject_id: str
    detail: str | None = None
    """Numbers, as JSON."""


def note(connection: Connection, act: Act, now: datetime) -> None:
    """Into the audit log, which nothing leaves."""
    connection.execute(
        insert(AUDIT_LOG).values(
            at=written.moment(now),
            actor=act.actor,
            action=act.action,
            subject_type=act.subject_type,
            subject_id=act.subject_id,
            detail=act.detail,
        )
    )
