"""Before git is touched, the records say who is about to be published: from there it is neither taken back nor held.

Whoever dies after a claim leaves it behind, and the next run goes on with it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection

from becivic.publishing.commit.due import Due
from becivic.publishing.commit.statements import CLAIM, OPEN_REQUEST
from becivic.rules.changes import ChangeState
from becivic.rules.targets import owner
from becivic.store import revision
from becivic.store.written import moment

BRANCHES: Final = "submissions/"
"""Where the branches of change requests that come from submissions are."""

DECISIONS: Final = "lifecycle/"
"""Where those of decisions are, which come from votes."""


def branch_of(change_request_id: str) -> str:
    return f"{BRANCHES}{change_request_id}"


def claim(connection: Connection, due: Due, title: str, base: str, now: datetime) -> bool:
    """Whether it is ours to publish: False where it was taken back, held or stopped since it was looked at."""
    if not CLAIM[due.table].run(connection, claimed=due.id, tried=moment(now)):
        return False
    OPEN_REQUEST.run(connection, **_request(due, title, base, now))
    revision.bump(connection)  # that a change waits is shown beside what it would change
    return True


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
