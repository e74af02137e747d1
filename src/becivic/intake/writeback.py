"""What an operator or the name scan says of a submission: held, released, discarded (R-STAGE-08..10)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, delete, insert, update

from becivic.intake.ledger import Known, known
from becivic.intake.refusal import Refusal
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import WRITEBACK_TRANSITIONS, SubmissionState, SubmissionType
from becivic.store import revision, written
from becivic.store.tables.keeping import AUDIT_LOG
from becivic.store.tables.signals import CONCERNS, FEEDBACK_CHANNEL, RATINGS, VALIDATIONS
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED, HeldFrom

_SHARED: Final = (
    "id", "type", "target_type", "target_id", "received_at", "salt", "submitter_hash", "cancel_token_hash",
    "session_id",
)  # fmt: skip
_STAGED_ONLY: Final = ("submitted_at", "commit_eta", "payload", "cohort_anchor", "regex_passes")

_HOLDS: Final = (SubmissionState.HELD, SubmissionState.DISCARDED)
"""Where a row that counts stops counting (C-22)."""


@dataclass(frozen=True, slots=True)
class _Signal:
    """Where submissions of a type are once they are committed."""

    table: Table
    id: ColumnElement[str]
    words: tuple[str, ...] = ()
    """What a discarded one loses. Without any the whole row goes: nothing counts or cites it."""


_SIGNALS: Final = {
    SubmissionType.VALIDATION: _Signal(
        VALIDATIONS, VALIDATIONS.c.validation_id, ("rationale", "injection_reason", "traversal_metadata")
    ),
    SubmissionType.CONCERN: _Signal(CONCERNS, CONCERNS.c.submission_id, ("content", "context")),
    SubmissionType.FEEDBACK: _Signal(FEEDBACK_CHANNEL, FEEDBACK_CHANNEL.c.submission_id),
    SubmissionType.RATING: _Signal(RATINGS, RATINGS.c.submission_id),
}


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
    move = _hold if wanted is SubmissionState.HELD else _resolve
    if not move(connection, found, wanted, now):  # another replica has just moved it: look again
        return write_back(connection, kind, submission_id, wanted, now)
    _pass_on(connection, found, wanted)
    _note(connection, found, wanted, now)
    return found.state


def _hold(connection: Connection, found: Known, wanted: SubmissionState, now: datetime) -> bool:
    """From here it is permanent: no window ends it (R-STAGE-09). The payload goes along where there is one.

    Whether it was still there: taking the row out is what decides between two who come at the same moment.
    """
    staged = found.state is SubmissionState.STAGED
    table = STAGED if staged else COMMITTED
    names = [*_SHARED, *_STAGED_ONLY] if staged else list(_SHARED)
    taken_out = delete(table).where(table.c.id == found.id).returning(*(table.c[name] for name in names))
    row = connection.execute(taken_out).first()
    if row is None:
        return False
    values: dict[str, Any] = dict(zip(names, row, strict=True))
    connection.execute(
        insert(HELD).values(
            **values,
            state=wanted.value,
            held_from=(HeldFrom.STAGED if staged else HeldFrom.COMMITTED).value,
            held_at=written.moment(now),
        )
    )
    return True


def _resolve(connection: Connection, found: Known, wanted: SubmissionState, now: datetime) -> bool:
    """A discarded item loses its text: what was found in it is why it was held."""
    erased = {"payload": None, "reasons": None} if wanted is SubmissionState.DISCARDED else {}
    resolved = connection.execute(
        update(HELD)
        .where(HELD.c.id == found.id, HELD.c.state == found.state.value)
        .values(state=wanted.value, resolved_at=written.moment(now), **erased)
    )
    return bool(resolved.rowcount)


def _pass_on(connection: Connection, found: Known, wanted: SubmissionState) -> None:
    """To the row that it became, where it was committed before it was held."""
    signal = _SIGNALS.get(found.type)
    if signal is None:
        return
    is_it = signal.id == found.id
    touched = 0
    if signal.words:
        lost = dict.fromkeys(signal.words) if wanted is SubmissionState.DISCARDED else {}
        values: dict[str, Any] = {"held": int(wanted in _HOLDS), **lost}
        touched = connection.execute(update(signal.table).where(is_it).values(values)).rowcount
    elif wanted is SubmissionState.DISCARDED:
        touched = connection.execute(delete(signal.table).where(is_it)).rowcount
    if touched:
        revision.bump(connection)


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
