"""Before git is touched, the records say who is about to be published: from there it is neither taken back nor held.

Whoever dies after a claim leaves it behind, and the next run goes on with it.
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Any, Final

from sqlalchemy import Connection

from becivic.publishing.commit.due import Due
from becivic.publishing.commit.statements import CLAIM, CLAIM_TOO, OPEN_REQUEST
from becivic.rules.changes import ChangeState
from becivic.rules.targets import owner
from becivic.store import revision
from becivic.store.written import moment

BRANCHES: Final = "submissions/"
"""Where the branches of change requests that come from submissions are."""

DECISIONS: Final = "lifecycle/"
"""Where those of decisions are, which come from votes."""


class Claim(Enum):
    OURS = "ours"
    SHARED = "shared"
    """Another run has claimed it too, and died or is about to merge it: nobody lets it go before both have given up."""


def branch_of(change_request_id: str) -> str:
    return f"{BRANCHES}{change_request_id}"


def claim(connection: Connection, due: Due, title: str, base: str, now: datetime) -> Claim | None:
    """None where it is not to be published: taken back, held or stopped since it was looked at."""
    claimed = _claimed(connection, due, now)
    if claimed is None:
        return None
    OPEN_REQUEST.run(connection, **_request(due, title, base, now))
    revision.bump(connection)  # that a change waits is shown beside what it would change
    return claimed


def _claimed(connection: Connection, due: Due, now: datetime) -> Claim | None:
    """The moment of the run is its name: whoever claims something after us takes it from us."""
    named = {"claimed": due.id, "tried": moment(now)}
    if CLAIM[due.table].run(connection, **named):
        return Claim.OURS
    return Claim.SHARED if CLAIM_TOO[due.table].run(connection, **named) else None


def _request(due: Due, title: str, base: str, now: datetime) -> dict[str, Any]:
    """Its id is the submission's: a second attempt is the same change request."""
    assert due.target is not None
    target, target_id = owner(due.target, due.target_id)
    return {
        "id": due.id,
        "submission_id": due.id,
        "submission_type": due.type.value,
        "title": title,
        "branch": branch_of(due.id),
        "base_commit": base,
        "state": ChangeState.OPEN.value,
        "checks": None,
        "opened_at": moment(now),
        "resolved_at": None,
        "target_type": target.value,
        "target_id": target_id,
    }
