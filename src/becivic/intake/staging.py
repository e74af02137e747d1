"""Taking a submission back while it is staged (R-STAGE-05, R-STAGE-06). The token is the only key; there is no other."""

from __future__ import annotations

import hmac
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Connection, Delete, Table, bindparam, or_

from becivic.intake.chance import token_hash
from becivic.intake.refusal import Refusal
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import SubmissionState, SubmissionType
from becivic.store import reviews
from becivic.store.ledger import Known, known
from becivic.store.prepared import Prepared
from becivic.store.tables.keeping import Queue
from becivic.store.tables.submissions import HELD, STAGED


def _unless_under_way(table: Table) -> Delete:
    """A claim is the last word: whoever has it publishes, unless that came to a stop."""
    free: ColumnElement[bool] = or_(table.c.change_request_id.is_(None), table.c.stopped_at.is_not(None))
    return table.delete().where(table.c.id == bindparam("id"), free)


_UNSTAGE: Final = Prepared(_unless_under_way(STAGED))
_UNHOLD: Final = Prepared(
    _unless_under_way(HELD).where(
        HELD.c.committed_at.is_(None), HELD.c.state != SubmissionState.DISCARDED.value
    )
)
_FROM: Final = {
    SubmissionState.STAGED: _UNSTAGE,
    SubmissionState.HELD: _UNHOLD,
    SubmissionState.RELEASED: _UNHOLD,
    SubmissionState.RELEASED_AFTER_EDIT: _UNHOLD,
}
"""Where something not yet published can still be taken back from."""

_DISCARDED: Final = Refusal(
    ErrorCategory.FORBIDDEN, "It was discarded on review.", remedy="There is nothing left to take back."
)

_NOBODY: Final = token_hash("")
"""Compared with when nothing is known, so that an unknown id takes as long as a wrong token."""

UNAUTHORISED: Final = Refusal(
    ErrorCategory.UNAUTHORISED,
    "The token does not open this submission.",
    remedy="Send the cancel_token of this submission as `Authorization: Bearer …`, and nowhere else.",
)


def cancel(
    connection: Connection, kind: SubmissionType, submission_id: str, token: str, now: datetime
) -> Refusal | None:
    """Nothing comes back when it is gone. A wrong token and an unknown id look the same: neither says what exists."""
    found = known(connection, submission_id, now)
    if not _opens(found, kind, token) or found is None:
        return UNAUTHORISED
    if found.state is SubmissionState.DISCARDED:
        return _DISCARDED
    delete = _FROM.get(found.state)
    if delete is None or found.committed_at is not None or found.is_under_way:
        return Refusal(
            ErrorCategory.FORBIDDEN, "It is past the staging window and can no longer be taken back."
        )
    if delete.run(connection, id=submission_id):
        _ask_no_more(connection, found, now)
        return None
    # Another replica has just moved it: look again.
    return cancel(connection, kind, submission_id, token, now)


def _ask_no_more(connection: Connection, found: Known, now: datetime) -> None:
    """Nobody need look at what is gone. Most of what is taken back was never asked about."""
    if found.state is not SubmissionState.STAGED or found.last_error is not None:
        reviews.answer(connection, found.id, "cancelled", now, Queue.HELD, Queue.FAILED)


def _opens(found: Known | None, kind: SubmissionType, token: str) -> bool:
    expected = (found.cancel_token_hash if found is not None else None) or _NOBODY
    same = hmac.compare_digest(expected, token_hash(token))
    return same and found is not None and found.type is kind and found.cancel_token_hash is not None
