"""Catalogue rows that no submission brought, hidden while a person looks: `publishing.review.unsent` shows them again.

A review item names the uid; which of its rows were seen stands in the detail.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, select, update

from becivic.publishing.screening.screen import Reason
from becivic.rules.submissions import SubmissionState
from becivic.rules.targets import TargetType
from becivic.store import reviews, revision
from becivic.store.reviews import Act, Asked
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import REVIEW_ITEMS, Queue


def hold_row(
    connection: Connection, target: TargetType, row: tuple[str, int], reasons: Sequence[Reason], now: datetime
) -> bool:
    """`row` is its uid and row id. False where it is held already, or a person has released it."""
    uid, row_id = row
    if _was_released(connection, target, uid, row_id) or not _hide(connection, target, row_id):
        return False
    places = ", ".join(f"{each.reason} at {each.pointer or '/'}" for each in reasons)
    detail = f"{_row(row_id)}{places}"
    asked = Asked(Queue.HELD, target.value, uid, f"A row of the catalogue is held: {uid}", detail)
    if not reviews.ask(connection, asked, now):
        _add(connection, target, uid, detail)
    reviews.note(connection, Act("name-scan", "row:held", target.value, uid), now)
    return True


def _hide(connection: Connection, target: TargetType, row_id: int) -> bool:
    table = CATALOGUES[target]
    shown = (table.c.row_id == row_id) & (table.c.held == 0)
    hidden = connection.execute(update(table).where(shown).values(held=1)).rowcount
    if hidden:
        revision.bump(connection)
    return bool(hidden)


def _row(row_id: int) -> str:
    """How a line of the detail begins."""
    return f"row {row_id}: "


def _about(target: TargetType, uid: str) -> ColumnElement[bool]:
    own = REVIEW_ITEMS.c
    return (own.queue == Queue.HELD.value) & (own.subject_type == target.value) & (own.subject_id == uid)


def _add(connection: Connection, target: TargetType, uid: str, detail: str) -> None:
    """To the question that waits: an older row of the same uid names somebody too."""
    own = REVIEW_ITEMS.c
    waits = _about(target, uid) & own.closed_at.is_(None)
    connection.execute(update(REVIEW_ITEMS).where(waits).values(detail=own.detail + f"\n{detail}"))


def _was_released(connection: Connection, target: TargetType, uid: str, row_id: int) -> bool:
    released = _about(target, uid) & (REVIEW_ITEMS.c.outcome == SubmissionState.RELEASED.value)
    details = connection.execute(select(REVIEW_ITEMS.c.detail).where(released)).scalars()
    return any(line.startswith(_row(row_id)) for detail in details for line in (detail or "").split("\n"))
