"""What waits for a human, and nothing else (R-TRUST-02): listed without a word of anybody's, and one item at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, Table, func, select

from becivic.publishing.review import published
from becivic.rules.changes import ChangeState
from becivic.rules.publishing import Failure, held_address
from becivic.rules.submissions import SubmissionType
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import CHANGE_REQUESTS, REVIEW_ITEMS, Queue
from becivic.store.tables.signals import FEEDBACK_CHANNEL
from becivic.store.tables.submissions import HELD, STAGED
from becivic.store.written import read_document, read_moment

_COLUMNS: Final = ("row_id", "queue", "subject_type", "subject_id", "title", "detail", "opened_at")
_TYPES: Final = {kind.value: kind for kind in SubmissionType}
_NUMBER_DIGITS: Final = 19
"""Fewer fit into a number of either database."""
_CATALOGUES: Final = {target.value: target for target in CATALOGUES}


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that waits: a submission, or a file of main."""

    number: int
    queue: Queue
    subject_type: str
    subject_id: str
    title: str
    detail: str | None
    opened_at: datetime

    @property
    def submission(self) -> SubmissionType | None:
        """None where it is about something else."""
        return _TYPES.get(self.subject_type)


@dataclass(frozen=True, slots=True)
class Page:
    """Some items, and the number to go on after, if there are more."""

    items: list[Item]
    next: int | None


def listed(connection: Connection, queue: Queue | None, after: int | None, limit: int) -> Page:
    """Oldest first; no queue means all of them."""
    query = _waiting(queue).order_by(REVIEW_ITEMS.c.row_id).limit(limit + 1)
    if after is not None:
        query = query.where(REVIEW_ITEMS.c.row_id > after)
    found = _read(connection, query)
    return Page(found[:limit], found[limit - 1].number if len(found) > limit else None)


def found(connection: Connection, named: str, queue: Queue | None = None) -> list[Item]:
    """What somebody may mean: an item by its number, or by what it is about, or by the beginning of that."""
    query = _waiting(queue).order_by(REVIEW_ITEMS.c.row_id)
    if named.isascii() and named.isdigit() and len(named) < _NUMBER_DIGITS:
        numbered = _read(connection, query.where(REVIEW_ITEMS.c.row_id == int(named)))
        if numbered:
            return numbered
    about: Any = REVIEW_ITEMS.c.subject_id
    exact = _read(connection, query.where(about == named))
    return exact or _read(connection, query.where(func.substr(about, 1, len(named)) == named))


def shown(connection: Connection, item: Item) -> dict[str, Any]:
    """Everything there is to judge it by, its words too: for the eyes of an operator."""
    return _SHOWN[item.queue](connection, item)


def change_state(connection: Connection, submission_id: str) -> ChangeState | None:
    """How the change request of a submission stands; None where it never had one."""
    query = select(CHANGE_REQUESTS.c.state).where(CHANGE_REQUESTS.c.id == submission_id)
    found = connection.execute(query).scalar()
    return None if found is None else ChangeState(found)


def _waiting(queue: Queue | None) -> Select[Any]:
    query = select(*(REVIEW_ITEMS.c[name] for name in _COLUMNS)).where(REVIEW_ITEMS.c.closed_at.is_(None))
    return query if queue is None else query.where(REVIEW_ITEMS.c.queue == queue.value)


def _read(connection: Connection, query: Select[Any]) -> list[Item]:
    return [
        Item(number, Queue(queue), kind, subject, title, detail, read_moment(opened_at))
        for number, queue, kind, subject, title, detail, opened_at in connection.execute(query)
    ]


def _row(connection: Connection, table: Table, key: str, item: Item) -> dict[str, Any]:
    """What a table has on the subject, without what it leaves empty."""
    found = connection.execute(select(table).where(table.c[key] == item.subject_id)).mappings().first()
    return {} if found is None else {name: value for name, value in found.items() if value is not None}


def _some(row: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: row[name] for name in names if name in row}


def _held(connection: Connection, item: Item) -> dict[str, Any]:
    if item.subject_type in _CATALOGUES:
        target = _CATALOGUES[item.subject_type]
        return {"words": published.row_words(connection, target, item.subject_id)}
    row = _row(connection, HELD, "id", item)
    if item.submission is None or not row:
        return {}
    said = _some(row, "held_at", "held_from", "target_type", "target_id", "committed_at", "change_request_id")
    said["address"] = held_address(item.submission, item.subject_id)
    said["reasons"] = read_document(row.get("reasons", "[]"))
    if "payload" in row:
        return {**said, "payload": read_document(row["payload"])}
    return {**said, "words": published.words(connection, item.submission, item.subject_id)}


def _draft(connection: Connection, item: Item) -> dict[str, Any]:
    row = _row(connection, CHANGE_REQUESTS, "id", item)
    said = _some(row, "branch", "number", "state", "target_type", "target_id", "base_commit", "head_commit")
    checks = {"checks": read_document(row["checks"])} if "checks" in row else {}
    rendered = {"preview": f"`becivic preview {item.subject_id}` shows it rendered."} if row else {}
    words = published.words(connection, item.submission, item.subject_id) if item.submission else {}
    proposed = {"words": words} if words else {}
    return {**said, **_some(row, "opened_at"), **checks, **rendered, **proposed}


def _failed(connection: Connection, item: Item) -> dict[str, Any]:
    """With all of it: it can be filed again before it is discarded."""
    row = _row(connection, STAGED, "id", item) or _row(connection, HELD, "id", item)
    said = _some(row, "last_error", "attempts", "last_commit_attempt", "commit_eta", "stopped_at")
    codes = {failure.value: failure.meaning for failure in Failure}
    meaning = codes.get(row.get("last_error", ""))
    more = {"meaning": meaning} if meaning else {}
    payload = {"payload": read_document(row["payload"])} if "payload" in row else {}
    return {**said, **more, **_some(row, "target_type", "target_id"), **payload}


def _feedback(connection: Connection, item: Item) -> dict[str, Any]:
    row = _row(connection, FEEDBACK_CHANNEL, "submission_id", item)
    return _some(row, "topic", "committed_at", "pointer", "body")


def _injection(_: Connection, __: Item) -> dict[str, Any]:
    """`consensus.flagged` shows it: part of it is in git."""
    return {}


_SHOWN: Final[dict[Queue, Callable[[Connection, Item], dict[str, Any]]]] = {
    Queue.HELD: _held,
    Queue.DRAFTS: _draft,
    Queue.INJECTION: _injection,
    Queue.FEEDBACK: _feedback,
    Queue.FAILED: _failed,
}
