"""Change requests that wait for a maintainer, as the records know them: drafts, and branches that a maintainer pushed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, delete, or_, select, update

from becivic.catalogue.inserting import Filing
from becivic.publishing.changes.finishing import ChangeOrigin
from becivic.publishing.changes.first_rows import first_rows
from becivic.publishing.commit.claims import DECISIONS
from becivic.publishing.commit.settling import Landed, landed_on_main
from becivic.publishing.forge.forge import Request
from becivic.rules.changes import ChangeState
from becivic.rules.contract import CONTRACT_VERSION
from becivic.rules.publishing import MessagePrefix
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic.store import reviews, salt_keys
from becivic.store.inserting import is_new, or_change
from becivic.store.tables.keeping import CHANGE_REQUESTS, SALTS, Queue
from becivic.store.tables.signals import DRAFTS, Outcome
from becivic.store.written import moment


@dataclass(frozen=True, slots=True)
class Waiting:
    """A change request as the records know it."""

    id: str
    branch: str
    submission_type: SubmissionType | None
    target: TargetType | None
    target_id: str | None
    contract: str | None
    held: bool
    """Somebody must see it first."""

    @property
    def origin(self) -> ChangeOrigin:
        return ChangeOrigin.DRAFT if self.submission_type is not None else ChangeOrigin.MAINTAINER


_OPEN: Final = (
    select(
        CHANGE_REQUESTS.c.id,
        CHANGE_REQUESTS.c.branch,
        CHANGE_REQUESTS.c.submission_type,
        CHANGE_REQUESTS.c.target_type,
        CHANGE_REQUESTS.c.target_id,
        DRAFTS.c.submission_contract_version,
        DRAFTS.c.held,
    )
    .select_from(CHANGE_REQUESTS.outerjoin(DRAFTS, DRAFTS.c.submission_id == CHANGE_REQUESTS.c.submission_id))
    .where(
        CHANGE_REQUESTS.c.state == ChangeState.OPEN.value,
        CHANGE_REQUESTS.c.id.not_like(f"{DECISIONS}%"),  # those are the tick's
        # An amendment under way is the commit job's, a draft that is not settled yet too.
        or_(CHANGE_REQUESTS.c.submission_id.is_(None), DRAFTS.c.outcome == Outcome.PENDING.value),
    )
    .order_by(CHANGE_REQUESTS.c.opened_at, CHANGE_REQUESTS.c.id)
)


def open_ones(connection: Connection) -> list[Waiting]:
    return [_read(row) for row in connection.execute(_OPEN)]


def by_id(connection: Connection, change_request_id: str) -> Waiting | None:
    row = connection.execute(_OPEN.where(CHANGE_REQUESTS.c.id == change_request_id)).first()
    return None if row is None else _read(row)


def _read(row: Sequence[Any]) -> Waiting:
    identity, branch, kind, target, target_id, contract, held = row
    return Waiting(
        identity,
        branch,
        None if kind is None else SubmissionType(kind),
        None if target is None else TargetType(target),
        target_id,
        contract,
        bool(held),
    )


def maintainers(connection: Connection, branch: str, request: Request, now: datetime) -> Waiting | None:
    row = {
        "id": branch,
        "title": f"{MessagePrefix.MAINTENANCE} {branch}",
        "branch": branch,
        "base_commit": request.head,
        "head_commit": request.head,
        "state": ChangeState.OPEN.value,
        "opened_at": moment(now),
    }
    again = {"state": row["state"], "head_commit": request.head, "resolved_at": None}
    insert = or_change(CHANGE_REQUESTS, [row], [CHANGE_REQUESTS.c.id], again)
    connection.execute(insert[connection.dialect.name])
    return by_id(connection, branch)


def merged(connection: Connection, waiting: Waiting, landed: Landed, now: datetime) -> None:
    landed_on_main(connection, waiting.id, landed, now)
    first_rows(connection, landed.cited, _filing(connection, waiting), now)
    if waiting.submission_type is not None:
        _outcome(connection, waiting, Outcome.APPLIED)
        _known_as_author(connection, waiting)
    reviews.answer(connection, waiting.id, "merged", now, Queue.DRAFTS)


def closed(connection: Connection, waiting: Waiting, now: datetime) -> None:
    closed = {"state": ChangeState.CLOSED.value, "resolved_at": moment(now)}
    connection.execute(update(CHANGE_REQUESTS).where(CHANGE_REQUESTS.c.id == waiting.id).values(closed))
    if waiting.submission_type is not None:
        _outcome(connection, waiting, Outcome.CLOSED)
        # Nobody will vote on it: nobody needs to know who wrote it.
        connection.execute(delete(SALTS).where(SALTS.c.key == salt_keys.of_submission(waiting.id)))
    reviews.answer(connection, waiting.id, "closed", now, Queue.DRAFTS)


def _outcome(connection: Connection, waiting: Waiting, outcome: Outcome) -> None:
    connection.execute(
        update(DRAFTS).where(DRAFTS.c.submission_id == waiting.id).values(outcome=outcome.value)
    )


_AUTHOR: Final = (SALTS.c.salt, SALTS.c.submitter_hash, SALTS.c.submitter_network_hash, SALTS.c.created_at)


def _author(connection: Connection, waiting: Waiting) -> dict[str, Any] | None:
    key = SALTS.c.key == salt_keys.of_submission(waiting.id)
    row = connection.execute(select(*_AUTHOR).where(key)).mappings().first()
    return None if row is None else dict(row)


def _known_as_author(connection: Connection, waiting: Waiting) -> None:
    """From here there is something to vote on: whoever drafted it does not (R-SALT-05)."""
    author = _author(connection, waiting)
    if author is None or waiting.target is None or waiting.target_id is None:
        return
    row = {
        **author,
        "key": salt_keys.of_artefact(waiting.target, waiting.target_id),
        "artefact": salt_keys.artefact(waiting.target, waiting.target_id),
    }
    if not is_new(connection, SALTS, row):
        row["key"] = salt_keys.of_author(waiting.target, waiting.target_id, waiting.id)
        is_new(connection, SALTS, row)
    connection.execute(delete(SALTS).where(SALTS.c.key == salt_keys.of_submission(waiting.id)))


def _filing(connection: Connection, waiting: Waiting) -> Filing:
    """Values that a draft cites for the first time are its submitter's too: no vote of theirs counts (R-SALT-08)."""
    author = _author(connection, waiting)
    if author is None:
        return Filing()
    return Filing(
        submission_contract_version=waiting.contract or CONTRACT_VERSION,
        created_by_ip_hash=author["submitter_hash"],
        created_by_network_hash=author["submitter_network_hash"],
        per_artefact_salt=author["salt"],
    )
