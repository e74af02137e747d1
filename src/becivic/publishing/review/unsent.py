"""What waits and nobody sent: files of main, rows of the catalogue that came with the corpus, and main itself.

A file is shown to nobody less by being asked about: taking it out of history is `becivic retract`'s.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, update

from becivic.publishing.review.queues import Item
from becivic.rules.submissions import SubmissionState
from becivic.rules.targets import TargetType
from becivic.store import reviews, revision
from becivic.store.reviews import Act
from becivic.store.tables.catalogue import CATALOGUES

FILE: Final = "file"
"""The subject type of a file of main; its subject id is the path."""

_ROWS: Final = {target.value: target for target in CATALOGUES}


def release(connection: Connection, item: Item, now: datetime, actor: str) -> bool:
    """A false alarm. A row of the catalogue is shown again."""
    if not answer(connection, item, SubmissionState.RELEASED.value, now, actor):
        return False
    if item.subject_type in _ROWS:
        _show(connection, _ROWS[item.subject_type], item.subject_id)
    return True


def discard(connection: Connection, item: Item, now: datetime, actor: str) -> bool:
    """It is what it was held for. A row of the catalogue stays hidden; a file needs `becivic retract` besides."""
    return answer(connection, item, SubmissionState.DISCARDED.value, now, actor)


def answer(connection: Connection, item: Item, outcome: str, now: datetime, actor: str) -> bool:
    """Whether it still waited. The question is closed, and what it is about stays as it is."""
    if not reviews.answer(connection, item.subject_id, outcome, now, item.queue):
        return False
    act = Act(actor, f"review:{item.queue}->{outcome}", item.subject_type, item.subject_id)
    reviews.note(connection, act, now)
    return True


def _show(connection: Connection, target: TargetType, uid: str) -> None:
    table = CATALOGUES[target]
    nobodys = (table.c.uid == uid) & table.c.submission_id.is_(None) & (table.c.held == 1)
    if connection.execute(update(table).where(nobodys).values(held=0)).rowcount:
        revision.bump(connection)
