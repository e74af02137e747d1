"""The moves of a held item: held, released as it is or after an edit, discarded (R-STAGE-08, R-STAGE-09, R-NER-04..07).

Each is a part of one transaction. How many rows a statement touched decides between two who come at the same moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, delete, or_, select, update

from becivic.publishing.review import published
from becivic.publishing.screening.screen import Reason
from becivic.rules.publishing import HoldReason, held_address
from becivic.rules.schemas import safe_pointer
from becivic.rules.submissions import SubmissionState, SubmissionType
from becivic.store import reviews, written
from becivic.store.inserting import is_new
from becivic.store.reviews import Act, Asked
from becivic.store.tables.keeping import Queue
from becivic.store.tables.submissions import COMMITTED, HELD, RECEIVED, STAGED, HeldFrom

_STAGED: Final = (*RECEIVED, "submitted_at", "commit_eta", "payload", "cohort_anchor", "regex_passes")
_COMMITTED: Final = (*RECEIVED, "committed_at", "change_request_id")
_FORGOTTEN: Final = {"salt": "", "submitter_hash": "", "submitter_network_hash": None}
"""Of what was published long ago nobody knows any more who sent it: no address has this hash."""


def hold(
    connection: Connection,
    kind: SubmissionType,
    submission_id: str,
    reasons: Sequence[Reason],
    now: datetime,
    actor: str,
) -> bool:
    """From here it is permanent: no window ends it. The payload goes along, or its row is hidden.

    False where it is being published right now, where a person has judged it already, or nothing is known of it.
    """
    if connection.execute(select(HELD.c.id).where(HELD.c.id == submission_id)).first() is not None:
        return False
    before = SubmissionState.COMMITTED
    found = _from_staging(connection, kind, submission_id, now)
    if found is not None:
        before = SubmissionState.STAGED
    else:
        found = _from_cache(connection, kind, submission_id, now) or _from_row(
            connection, kind, submission_id
        )
    if found is None or not _put(connection, {**found, **_held_now(reasons, now)}):
        return False
    published.hide(connection, kind, submission_id)
    _note(connection, kind, submission_id, (before, SubmissionState.HELD, actor), now)
    reviews.ask(connection, _question(kind, submission_id, reasons), now)
    return True


def release(
    connection: Connection, kind: SubmissionType, submission_id: str, now: datetime, actor: str
) -> bool:
    """A false alarm. What was held before it was published is published as it is, once its day in staging is over."""
    state = SubmissionState.RELEASED
    if not _resolve(connection, kind, submission_id, state, {}, now):
        return False
    published.show(connection, kind, submission_id)
    _close(connection, kind, submission_id, (state, actor), now)
    return True


def release_edited(
    connection: Connection,
    kind: SubmissionType,
    submission_id: str,
    payload: Mapping[str, Any],
    now: datetime,
    actor: str,
) -> bool:
    """The payload was looked at in `editing`. What is public already cannot be edited (R-CON-10): False."""
    state = SubmissionState.RELEASED_AFTER_EDIT
    if not _resolve(connection, kind, submission_id, state, {"payload": written.document(payload)}, now):
        return False
    _close(connection, kind, submission_id, (state, actor), now)
    return True


def discard(
    connection: Connection, kind: SubmissionType, submission_id: str, now: datetime, actor: str
) -> bool:
    """It keeps its state for ever and loses its text: what was found in it is why it was held.

    What is on main is not discarded: `writeback` refuses that before.
    """
    state = SubmissionState.DISCARDED
    lost = {"payload": None, "reasons": None}
    if not _resolve(connection, kind, submission_id, state, lost, now):
        return False
    published.erase(connection, kind, submission_id)
    _close(connection, kind, submission_id, (state, actor), now)
    reviews.answer(connection, submission_id, state.value, now, Queue.FEEDBACK)
    return True


def _from_staging(
    connection: Connection, kind: SubmissionType, submission_id: str, now: datetime
) -> dict[str, Any] | None:
    """What stopped can be held; what is claimed and goes on is on its way into git, and cannot."""
    free = or_(STAGED.c.change_request_id.is_(None), STAGED.c.stopped_at.is_not(None))
    is_it = (STAGED.c.id == submission_id) & (STAGED.c.type == kind.value) & free
    columns = [STAGED.c[name] for name in _STAGED]
    row = connection.execute(delete(STAGED).where(is_it).returning(*columns)).first()
    if row is None:
        return None
    reviews.answer(connection, submission_id, SubmissionState.HELD.value, now, Queue.FAILED)
    return {**dict(zip(_STAGED, row, strict=True)), "held_from": HeldFrom.STAGED.value}


def _from_cache(
    connection: Connection, kind: SubmissionType, submission_id: str, now: datetime
) -> dict[str, Any] | None:
    is_it = (COMMITTED.c.id == submission_id) & (COMMITTED.c.type == kind.value)
    remembered = COMMITTED.c.expires_at > written.moment(now)
    columns = [COMMITTED.c[name] for name in _COMMITTED]
    row = connection.execute(delete(COMMITTED).where(is_it, remembered).returning(*columns)).first()
    if row is None:
        return None
    return {**dict(zip(_COMMITTED, row, strict=True)), "held_from": HeldFrom.COMMITTED.value}


def _from_row(connection: Connection, kind: SubmissionType, submission_id: str) -> dict[str, Any] | None:
    row = published.find(connection, kind, submission_id)
    if row is None:
        return None
    own = {"id": submission_id, "type": kind.value, "received_at": row.committed_at}
    return {**own, **_FORGOTTEN, **row._asdict(), "held_from": HeldFrom.COMMITTED.value}


def _held_now(reasons: Sequence[Reason], now: datetime) -> dict[str, Any]:
    """A name of a field may itself be somebody's words, so pointers are cut where they stop being ours."""
    listed = [{"pointer": safe_pointer(each.pointer), "reason": each.reason.value} for each in reasons]
    return {
        "state": SubmissionState.HELD.value,
        "held_at": written.moment(now),
        "reasons": written.document(listed),
    }


def _put(connection: Connection, values: Mapping[str, Any]) -> bool:
    """Another replica may hold the same public row at this moment: one of the two finds the key taken."""
    return is_new(connection, HELD, values)


def _resolve(
    connection: Connection,
    kind: SubmissionType,
    submission_id: str,
    state: SubmissionState,
    values: Mapping[str, Any],
    now: datetime,
) -> bool:
    waits = (HELD.c.id == submission_id) & (HELD.c.type == kind.value)
    waits &= HELD.c.state == SubmissionState.HELD.value
    if state is SubmissionState.RELEASED_AFTER_EDIT:
        waits &= HELD.c.payload.is_not(None)
    resolved = {"state": state.value, "resolved_at": written.moment(now), **values}
    return bool(connection.execute(update(HELD).where(waits).values(resolved)).rowcount)


def _close(
    connection: Connection,
    kind: SubmissionType,
    submission_id: str,
    done: tuple[SubmissionState, str],
    now: datetime,
) -> None:
    state, actor = done
    reviews.answer(connection, submission_id, state.value, now, Queue.HELD)
    _note(connection, kind, submission_id, (SubmissionState.HELD, state, actor), now)


def _note(
    connection: Connection,
    kind: SubmissionType,
    submission_id: str,
    move: tuple[SubmissionState, SubmissionState, str],
    now: datetime,
) -> None:
    before, after, actor = move
    reviews.note(connection, Act(actor, f"status:{before}->{after}", kind.value, submission_id), now)


def _question(kind: SubmissionType, submission_id: str, reasons: Sequence[Reason]) -> Asked:
    title = f"{kind.told} is held: {_summed_up(reasons)}"
    return Asked(Queue.HELD, kind.value, submission_id, title, held_address(kind, submission_id))


def _summed_up(reasons: Sequence[Reason]) -> str:
    """Kinds and numbers, no text (R-NER-06)."""
    counted = Counter(each.reason for each in reasons if each.reason is not HoldReason.OPERATOR)
    said = [f"{kind} at {number} place{'s' * (number != 1)}" for kind, number in counted.items()]
    if len(counted) < len({each.reason for each in reasons}):
        said.append("an operator asked for it")
    return ", ".join(said)
