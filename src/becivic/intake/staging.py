"""Taking a submission back while it is staged (R-STAGE-05, R-STAGE-06). The token is the only key; there is no other."""

from __future__ import annotations

import hmac
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam

from becivic.intake.chance import token_hash
from becivic.intake.ledger import Known, known
from becivic.intake.refusal import Refusal
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import SubmissionState, SubmissionType
from becivic.store.prepared import Prepared
from becivic.store.tables.submissions import HELD, STAGED

_UNSTAGE: Final = Prepared(STAGED.delete().where(STAGED.c.id == bindparam("id")))
_UNHOLD: Final = Prepared(HELD.delete().where(HELD.c.id == bindparam("id")))
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
    if delete is None or found.committed_at is not None:
        return Refusal(
            ErrorCategory.FORBIDDEN, "It is past the staging window and can no longer be taken back."
        )
    if delete.run(connection, id=submission_id):
        return None
    return cancel(
        connection, kind, submission_id, token, now
    )  # another replica has just moved it: look again


def _opens(found: Known | None, kind: SubmissionType, token: str) -> bool:
    expected = (found.cancel_token_hash if found is not None else None) or _NOBODY
    same = hmac.compare_digest(expected, token_hash(token))
    return same and found is not None and found.type is kind and found.cancel_token_hash is not None
