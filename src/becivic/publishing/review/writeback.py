"""What an operator says of a submission: held, released, released after an edit, discarded (R-STAGE-08..10).

Over HTTP and on the command line alike. Who may say it is decided by whoever calls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection

from becivic.publishing.review import holding, published, queues
from becivic.publishing.review.refused import NotDone
from becivic.publishing.screening.screen import Reason
from becivic.rules.changes import ChangeState
from becivic.rules.errors import ErrorCategory
from becivic.rules.publishing import HoldReason
from becivic.rules.submissions import WRITEBACK_TRANSITIONS, SubmissionState, SubmissionType
from becivic.store.ledger import Known, known

OPERATOR: Final = "operator"
_ASKED: Final = (Reason("", HoldReason.OPERATOR),)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The state it shall be in, and the edited payload where it is released after an edit."""

    state: SubmissionState
    payload: Mapping[str, Any] | None = None


def write_back(
    connection: Connection, kind: SubmissionType, submission_id: str, wanted: Wanted, now: datetime
) -> SubmissionState | NotDone | None:
    """The state it was in, or why not, or None where nothing is known of it.

    An edited payload has passed `editing.refuse_edit` before.
    """
    found = known(connection, submission_id, now)
    if found is None:
        return _held_from_its_row(connection, kind, submission_id, wanted, now)
    if found.type is not kind:
        return None
    refused = _refusal(connection, found, wanted)
    if refused is not None:
        return refused
    if not _move(connection, found, wanted, now):  # another replica has just moved it: look again
        return write_back(connection, kind, submission_id, wanted, now)
    return found.state


def _refusal(connection: Connection, found: Known, wanted: Wanted) -> NotDone | None:
    reason = ""
    if (found.state, wanted.state) not in WRITEBACK_TRANSITIONS:
        reason = f"It is {found.state}; from there it does not become {wanted.state}."
    elif found.is_under_way:
        reason = "It is being published right now, and can be held once it is."
    elif wanted.payload is not None and found.committed_at is not None:
        reason = "It was published before it was held, and what is published is not edited."
    elif wanted.state is SubmissionState.DISCARDED and _is_on_main(connection, found):
        reason = (
            "It is on main, so it is not discarded yet: `becivic retract --submission` takes it out first."
        )
    return NotDone(ErrorCategory.INVALID_TRANSITION, reason, "/state") if reason else None


def _is_on_main(connection: Connection, found: Known) -> bool:
    """Merged, and its row has its words still: a retraction of the submission leaves it without any."""
    if queues.change_state(connection, found.id) is not ChangeState.MERGED:
        return False
    return published.words(connection, found.type, found.id).get("content") != {}


def _move(connection: Connection, found: Known, wanted: Wanted, now: datetime) -> bool:
    if wanted.state is SubmissionState.HELD:
        return holding.hold(connection, found.type, found.id, _ASKED, now, OPERATOR)
    if wanted.payload is not None:
        return holding.release_edited(connection, found.type, found.id, wanted.payload, now, OPERATOR)
    move = holding.discard if wanted.state is SubmissionState.DISCARDED else holding.release
    return move(connection, found.type, found.id, now, OPERATOR)


def _held_from_its_row(
    connection: Connection, kind: SubmissionType, submission_id: str, wanted: Wanted, now: datetime
) -> SubmissionState | None:
    """The cache has forgotten the id after 48 hours; what it became can still be held."""
    if wanted.state is not SubmissionState.HELD:
        return None
    held = holding.hold(connection, kind, submission_id, _ASKED, now, OPERATOR)
    return SubmissionState.COMMITTED if held else None
