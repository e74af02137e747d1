"""What an operator or the name scan says of a submission: held, released, discarded (R-STAGE-08..10)."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from becivic.intake.ledger import Known, known
from becivic.intake.refusal import Refusal
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import WRITEBACK_TRANSITIONS, SubmissionState, SubmissionType
from becivic.store import written
from becivic.store.tables.keeping import AUDIT_LOG
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED, HeldFrom

_SHARED: Final = (
    "id", "type", "target_type", "target_id", "received_at", "salt", "submitter_hash", "cancel_token_hash",
    "session_id",
)  # fmt: skip
_STAGED_ONLY: Final = ("submitted_at", "commit_eta", "payload", "cohort_anchor", "regex_passes")


def write_back(
    connection: Connection, kind: SubmissionType, submission_id: str, wanted: SubmissionState, now: datetime
) -> SubmissionState | Refusal | None:
    """The state it was in, or why not, or None where nothing is known of it."""
    found = known(connection, submission_id, now)
    if found is None or found.type is not kind:
        return None
    if (found.state, wanted) not in WRITEBACK_TRANSITIONS:
        return Refusal(
            ErrorCategory.INVALID_TRANSITION,
            f"It is {found.state}; from there it does not become {wanted}.",
            pointer="/state",
        )
    if wanted is SubmissionState.HELD:
        _hold(connection, found, now)
    else:
        _resolve(connection, found, wanted, now)
    _note(connection, found, wanted, now)
    return found.state


def _hold(connection: Connection, found: Known, now: datetime) -> None:
    """From here it is permanent: no window ends it (R-STAGE-09). The payload goes along where there is one."""
    staged = found.state is SubmissionState.STAGED
    table = STAGED if staged else COMMITTED
    names = [*_SHARED, *_STAGED_ONLY] if staged else list(_SHARED)
    row = connection.execute(select(*(table.c[name] for name in names)).where(table.c.id == found.id)).one()
    values: dict[str, Any] = dict(zip(names, row, strict=True))
    connection.execute(
        insert(HELD).values(
            **values,
            state=SubmissionState.HELD.value,
            held_from=(HeldFrom.STAGED if staged else HeldFrom.COMMITTED).value,
            held_at=written.moment(now),
        )
    )
    connection.execute(delete(table).where(table.c.id == found.id))


def _resolve(connection: Connection, found: Known, wanted: SubmissionState, now: datetime) -> None:
    """A discarded item loses its text: what was found in it is why it was held."""
    erased = {"payload": None, "reasons": None} if wanted is SubmissionState.DISCARDED else {}
    connection.execute(
        update(HELD)
        .where(HELD.c.id == found.id)
        .values(state=wanted.value, resolved_at=written.moment(now), **erased)
    )


def _note(connection: Connection, found: Known, wanted: SubmissionState, now: datetime) -> None:
    connection.execute(
        insert(AUDIT_LOG).values(
            at=written.moment(now),
            actor="operator",
            action=f"status:{found.state}->{wanted}",
            subject_type=found.type.value,
            subject_id=found.id,
        )
    )
