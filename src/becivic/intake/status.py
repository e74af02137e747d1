"""Where a submission stands, without a word of what it says (R-STAGE-07), and what a session has sent (R-STAGE-11)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

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
    or_,
    select,
    union_all,
)

from becivic.clock import rfc3339
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionState, SubmissionType
from becivic.rules.targets import TargetType, owner
from becivic.store import written
from becivic.store.ledger import Known, known
from becivic.store.prepared import Prepared
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import ARTEFACTS, CHANGE_REQUESTS
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED

_CHANGE: Final = Prepared(select(CHANGE_REQUESTS.c.state).where(CHANGE_REQUESTS.c.id == bindparam("id")))
_FLAGGED: Final = Prepared(
    select(VALIDATIONS.c.target_type, VALIDATIONS.c.target_id).where(
        VALIDATIONS.c.validation_id == bindparam("id"), VALIDATIONS.c.injection_flag == 1
    )
)
_ARTEFACT: Final = Prepared(
    select(ARTEFACTS.c.status).where(
        ARTEFACTS.c.target_type == bindparam("target_type"), ARTEFACTS.c.target_id == bindparam("target_id")
    )
)
_ROWS: Final = {
    target: Prepared(
        select(table.c.status).where(
            table.c.uid == bindparam("target_id"),
            table.c.status == Status.QUARANTINED.value,
            table.c.superseded_at.is_(None),
        )
    )
    for target, table in CATALOGUES.items()
}

_RELEASED: Final = (SubmissionState.RELEASED, SubmissionState.RELEASED_AFTER_EDIT)
_PUBLIC: Final = (SubmissionState.COMMITTED, *_RELEASED)
"""Where something is that was published, or will be once its day in staging is over."""


def status(
    connection: Connection, kind: SubmissionType, submission_id: str, now: datetime
) -> dict[str, Any] | None:
    """The answer to `GET /api/<type>/<id>`, or None where nothing is known of it (any more)."""
    if kind is SubmissionType.VALIDATION and (quarantined := _quarantined(connection, submission_id)):
        return quarantined
    found = known(connection, submission_id, now)
    if found is None or found.type is not kind:
        return None
    return _said(connection, found)


def status_of(found: Known) -> dict[str, Any]:
    """The state and its time, as every answer says them."""
    answer: dict[str, Any] = {"state": found.state.value}
    if found.state is SubmissionState.STAGED:
        answer["commit_eta"] = _shown(found.commit_eta)
    if found.state in _PUBLIC and found.committed_at is not None:
        answer["committed_at"] = _shown(found.committed_at)
    return answer


def _said(connection: Connection, found: Known) -> dict[str, Any]:
    """Why it waits, a code of a closed list (design 7.12); or what became of its change (C-78)."""
    answer = status_of(found)
    waits = "commit_eta" in answer or (found.state in _RELEASED and found.committed_at is None)
    if waits and found.last_error is not None:
        answer["last_error"] = found.last_error
    if "committed_at" in answer and found.change_request_id is not None:
        (change,) = _CHANGE.first(connection, id=found.change_request_id) or (None,)
        answer |= {"change_request": change} if change else {}
    return answer


def _quarantined(connection: Connection, validation_id: str) -> dict[str, Any] | None:
    """A vote that raised an injection flag, on something that was quarantined for it."""
    row = _FLAGGED.first(connection, id=validation_id)
    if row is None:
        return None
    target_type, target_id = row
    target, artefact_id = owner(TargetType(target_type), target_id)
    if target in _ROWS:
        found = _ROWS[target].first(connection, target_id=artefact_id)
    else:
        found = _ARTEFACT.first(connection, target_type=target.value, target_id=artefact_id)
    if found != (Status.QUARANTINED.value,):
        return None
    return {"state": SubmissionState.QUARANTINED.value, "target_type": target_type, "target_id": target_id}


def _of_session(
    table: Table, state: ColumnElement[str], eta: ColumnElement[Any], at: ColumnElement[Any]
) -> Select[Any]:
    return select(table.c.type, table.c.id, state, eta, at).where(
        table.c.session_id == bindparam("session_id")
    )


def _published_at() -> ColumnElement[Any]:
    """Of a held one only once it was released."""
    released = or_(*(HELD.c.state == state.value for state in _RELEASED))
    return case((released, HELD.c.committed_at))


_SESSION: Final = Prepared(
    union_all(
        _of_session(STAGED, literal(SubmissionState.STAGED.value), STAGED.c.commit_eta, null()),
        _of_session(
            COMMITTED, literal(SubmissionState.COMMITTED.value), null(), COMMITTED.c.committed_at
        ).where(COMMITTED.c.expires_at > bindparam("now")),
        _of_session(HELD, HELD.c.state, null(), _published_at()),
        select(
            literal(SubmissionType.VALIDATION.value),
            VALIDATIONS.c.validation_id,
            func.coalesce(HELD.c.state, SubmissionState.COMMITTED.value),
            null(),
            VALIDATIONS.c.validated_at,
        )
        .select_from(VALIDATIONS.outerjoin(HELD, HELD.c.id == VALIDATIONS.c.validation_id))
        .where(VALIDATIONS.c.session_id == bindparam("session_id")),
    )
)


def session_items(connection: Connection, session_id: str, now: datetime) -> list[dict[str, Any]]:
    """Ids, types and states of what was sent under a session: no bodies, no tokens (C-12)."""
    rows = _SESSION.all(connection, session_id=session_id, now=written.moment(now))
    return sorted(_session_rows(rows), key=lambda item: (item["id"].partition("_")[2], item["id"]))


def _session_rows(rows: list[tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    for kind, submission_id, state, eta, at in rows:
        item = {"type": kind, "id": submission_id, "state": state}
        if eta is not None:
            item["commit_eta"] = _shown(eta)
        if at is not None:
            item["committed_at"] = _shown(at)
        yield item


def _shown(moment: str | None) -> str | None:
    return None if moment is None else rfc3339(written.read_moment(moment))
