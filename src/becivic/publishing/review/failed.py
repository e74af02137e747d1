"""What could not be published and stopped (design 7.12): tried again, or dropped on an operator's word.

Nothing is deleted otherwise. What a passing failure delays is tried again by itself, and waits for nobody here.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, delete, update

from becivic.rules.submissions import SubmissionState
from becivic.store import reviews, written
from becivic.store.inserting import or_nothing
from becivic.store.reviews import Act
from becivic.store.tables.keeping import Queue
from becivic.store.tables.submissions import HELD, RECEIVED, STAGED, HeldFrom

TRIED_AGAIN: Final = "tried_again"
_AFRESH: Final = {"stopped_at": None, "last_error": None, "change_request_id": None}
"""As if it had just come due: the claim of the next run writes its change request anew."""


def try_again(connection: Connection, submission_id: str, now: datetime, actor: str) -> bool:
    """Whether it had stopped. The job's next run publishes it, or says again why not."""
    for table in (STAGED, HELD):
        stopped = (table.c.id == submission_id) & table.c.stopped_at.is_not(None)
        again = update(table).where(stopped).values(_AFRESH).returning(table.c.type)
        row = connection.execute(again).first()
        if row is not None:
            reviews.answer(connection, submission_id, TRIED_AGAIN, now, Queue.FAILED)
            reviews.note(connection, Act(actor, "failed:tried-again", row.type, submission_id), now)
            return True
    return False


def drop(connection: Connection, submission_id: str, now: datetime, actor: str) -> bool:
    """Whether it had stopped. Its words are gone for good; that it was discarded is said for ever."""
    kind = _drop_staged(connection, submission_id, now) or _drop_released(connection, submission_id, now)
    if kind is None:
        return False
    reviews.answer(connection, submission_id, SubmissionState.DISCARDED.value, now, Queue.FAILED)
    reviews.note(connection, Act(actor, "failed:discarded", kind, submission_id), now)
    return True


def _drop_staged(connection: Connection, submission_id: str, now: datetime) -> str | None:
    stopped = (STAGED.c.id == submission_id) & STAGED.c.stopped_at.is_not(None)
    columns = [STAGED.c[name] for name in RECEIVED]
    row = connection.execute(delete(STAGED).where(stopped).returning(*columns)).first()
    if row is None:
        return None
    left = {**dict(zip(RECEIVED, row, strict=True)), "held_from": HeldFrom.STAGED.value, **_discarded(now)}
    kept = or_nothing(HELD, {**left, "held_at": written.moment(now)})[connection.dialect.name]
    connection.execute(kept)
    return str(row.type)


def _drop_released(connection: Connection, submission_id: str, now: datetime) -> str | None:
    stopped = (HELD.c.id == submission_id) & HELD.c.stopped_at.is_not(None)
    lost = {**_discarded(now), **_AFRESH, "payload": None, "reasons": None}
    row = connection.execute(update(HELD).where(stopped).values(lost).returning(HELD.c.type)).first()
    return None if row is None else str(row.type)


def _discarded(now: datetime) -> dict[str, Any]:
    return {"state": SubmissionState.DISCARDED.value, "resolved_at": written.moment(now)}
