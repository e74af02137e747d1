"""What did not get through: tried again for ever, or stopped and shown to a person; nothing is deleted (R-JOB-09; design 7.12)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, case, update

from becivic.corpus.findings import Finding
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.commit.due import Due
from becivic.rules.changes import ChangeState
from becivic.rules.publishing import STUCK_AFTER, Failure
from becivic.store import reviews, revision
from becivic.store.reviews import Asked
from becivic.store.tables.keeping import CHANGE_REQUESTS, Queue
from becivic.store.written import document, moment

_NAMED_FINDINGS: Final = 20


def stop(connection: Connection, due: Due, refused: Unpublishable, now: datetime) -> None:
    """Trying again is of no use. Its status says why, and a person is asked."""
    own = due.table.c
    stopped = {**_tried(due, refused.failure, now), "stopped_at": moment(now), "change_request_id": None}
    waits = (own.id == due.id) & own.payload.is_not(None)
    if not connection.execute(update(due.table).where(waits).values(stopped)).rowcount:
        return  # taken back meanwhile
    found = places(refused.findings)
    closed = {"state": ChangeState.CLOSED.value, "resolved_at": moment(now), "checks": found}
    connection.execute(update(CHANGE_REQUESTS).where(CHANGE_REQUESTS.c.id == due.id).values(closed))
    revision.bump(connection)
    title = f"{due.type.told} cannot be published: {refused.failure}"
    reviews.answer(connection, due.id, "stopped", now, Queue.FAILED)  # that it was late is told no more
    asked = Asked(Queue.FAILED, due.type.value, due.id, title, found or refused.detail)
    reviews.ask(connection, asked, now)


def try_again(
    connection: Connection, due: Due, failure: Failure, now: datetime, *, let_go: bool = False
) -> bool:
    """It stays where it is, and a person is asked where it has waited too long. False where it waits no more: another
    run published or stopped it meanwhile, or it was taken back.

    With `let_go` nothing of it is on its way into git as far as this run knows: what no other run has claimed since can
    be taken back, held or dropped meanwhile.
    """
    own = due.table.c
    claim = case((own.last_commit_attempt == moment(now), None), else_=own.change_request_id)
    tried = _tried(due, failure, now) | ({"change_request_id": claim} if let_go else {})
    waits = (own.id == due.id) & own.payload.is_not(None) & own.stopped_at.is_(None)
    if not connection.execute(update(due.table).where(waits).values(tried)).rowcount:
        return False
    if due.is_late(now, STUCK_AFTER):
        title = f"{due.type.told} is more than 24 hours late: {failure}"
        reviews.ask(connection, Asked(Queue.FAILED, due.type.value, due.id, title, failure.meaning), now)
    return True


def _tried(due: Due, failure: Failure, now: datetime) -> dict[str, Any]:
    return {
        "last_error": failure.value,
        "last_commit_attempt": moment(now),
        "attempts": due.table.c.attempts + 1,
    }


def places(findings: Sequence[Finding]) -> str | None:
    """Rule and place: messages of rules repeat ids and field names of what was sent, which may be anything."""
    if not findings:
        return None
    return document(
        [
            {"rule": finding.rule, "file": finding.place.file, "line": finding.place.line}
            for finding in findings[:_NAMED_FINDINGS]
        ]
    )
