"""What is known of ids that were sent: one look over staged, held and lately committed (R-STAGE-04)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    bindparam,
    case,
    func,
    literal,
    null,
    select,
    union_all,
)

from becivic.rules.submissions import SubmissionState, SubmissionType
from becivic.store import written
from becivic.store.prepared import Prepared
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED, HeldFrom


@dataclass(frozen=True, slots=True)
class Known:
    """An id that was sent before: where it stands, and how to tell whether the same hand sent it."""

    id: str
    type: SubmissionType
    state: SubmissionState
    salt: str = field(repr=False)
    submitter_hash: str = field(repr=False)
    """Under this submission's own salt (C-67)."""
    cancel_token_hash: str | None = field(repr=False)
    commit_eta: str | None
    committed_at: str | None
    change_request_id: str | None
    last_error: str | None
    target_type: str | None
    target_id: str | None
    stopped_at: str | None

    @property
    def is_under_way(self) -> bool:
        """Being published right now: from there it can neither be taken back nor held."""
        return self.change_request_id is not None and self.stopped_at is None and self.committed_at is None


def _shared(table: Table) -> list[ColumnElement[str]]:
    return [table.c.salt, table.c.submitter_hash, table.c.cancel_token_hash]


def _where(table: Table) -> ColumnElement[bool]:
    return table.c.id == bindparam("id")


def _lookups() -> list[Select[tuple[str, ...]]]:
    """One row shape from three tables, in the order of Known's fields."""
    nothing = null()
    public = case((HELD.c.held_from == HeldFrom.COMMITTED.value, HELD.c.held_at))
    staged = select(
        STAGED.c.id, STAGED.c.type, literal(SubmissionState.STAGED.value), *_shared(STAGED),
        STAGED.c.commit_eta, nothing, STAGED.c.change_request_id, STAGED.c.last_error,
        STAGED.c.target_type, STAGED.c.target_id, STAGED.c.stopped_at,
    ).where(_where(STAGED))  # fmt: skip
    committed = select(
        COMMITTED.c.id, COMMITTED.c.type, literal(SubmissionState.COMMITTED.value), *_shared(COMMITTED),
        nothing, COMMITTED.c.committed_at, COMMITTED.c.change_request_id, nothing,
        COMMITTED.c.target_type, COMMITTED.c.target_id, nothing,
    ).where(_where(COMMITTED), COMMITTED.c.expires_at > bindparam("now"))  # fmt: skip
    held = select(
        HELD.c.id, HELD.c.type, HELD.c.state, *_shared(HELD),
        nothing, func.coalesce(HELD.c.committed_at, public), HELD.c.change_request_id, HELD.c.last_error,
        HELD.c.target_type, HELD.c.target_id, HELD.c.stopped_at,
    ).where(_where(HELD))  # fmt: skip
    return [held, staged, committed]


_KNOWN: Final = Prepared(union_all(*_lookups()))
PAST_ITS_TIME: Final[ColumnElement[bool]] = COMMITTED.c.expires_at <= bindparam("now")
_FORGET: Final = Prepared(COMMITTED.delete().where(PAST_ITS_TIME))


def forget(connection: Connection, now: datetime) -> None:
    """What was committed more than 48 hours ago is known no longer."""
    _FORGET.run(connection, now=written.moment(now))


def known(connection: Connection, submission_id: str, now: datetime) -> Known | None:
    """What is known of an id. A hold outranks the cache it may have been made from."""
    row = _KNOWN.first(connection, id=submission_id, now=written.moment(now))
    if row is None:
        return None
    submission, kind, state, *rest = row
    return Known(submission, SubmissionType(kind), SubmissionState(state), *rest)
