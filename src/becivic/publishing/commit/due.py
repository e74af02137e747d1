"""What is due, and how it is taken out of where it waits: once, by whoever's transaction comes first (R-JOB-01, R-JOB-10).

Two tables hold what waits: staging, and the held items that a person has released.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, Final

from sqlalchemy import Connection, Table, select, tuple_, update

from becivic.publishing.changes.submitted import Submitted
from becivic.publishing.commit.statements import REMEMBER, TAKE_OUT
from becivic.rules.submissions import COMMITTED_CACHE, SubmissionType
from becivic.rules.targets import TargetType
from becivic.store import reviews
from becivic.store.store import Store
from becivic.store.tables.keeping import Queue
from becivic.store.tables.submissions import HELD, RECEIVED, RELEASED_AND_DUE, STAGED
from becivic.store.written import moment, read_document, read_moment

BATCH: Final = 200
"""How many are looked at together: their words are screened in one go."""

BATCH_CHARACTERS: Final = 1_000_000
"""How much is looked at together: what finds names takes many times the memory of a text."""

_NAMES: Final = (
    *RECEIVED, "submitted_at", "commit_eta", "payload", "cohort_anchor", "regex_passes", "attempts",
    "change_request_id",
)  # fmt: skip


class Waiting(Enum):
    """Where something due is found."""

    STAGED = STAGED
    RELEASED = HELD


@dataclass(frozen=True, slots=True)
class Due:
    """One thing whose time has come. Salt, hash and token stay out of every log."""

    id: str
    type: SubmissionType
    target: TargetType | None
    target_id: str
    payload: Mapping[str, Any]
    submitted_at: datetime
    commit_eta: datetime
    cohort_anchor: str | None
    regex_passes: str
    attempts: int
    change_request_id: str | None
    """Set where a run before this one began to publish it and died."""
    waiting: Waiting
    remembered: Mapping[str, Any] = field(repr=False)
    """What is known of it for two days after."""
    size: int
    """Of its payload as text."""

    @property
    def salt(self) -> str:
        return str(self.remembered["salt"])

    @property
    def submitter_hash(self) -> str:
        return str(self.remembered["submitter_hash"])

    @property
    def submitter_network_hash(self) -> str | None:
        found: str | None = self.remembered["submitter_network_hash"]
        return found

    @property
    def was_seen(self) -> bool:
        """By a person, or by the screen of the run that began to publish it: nobody looks again."""
        return self.waiting is Waiting.RELEASED or self.change_request_id is not None

    @property
    def contract(self) -> str:
        return str(self.payload["submission_contract_version"])

    @property
    def table(self) -> Table:
        return self.waiting.value

    def is_late(self, now: datetime, by: timedelta) -> bool:
        return now - self.commit_eta > by

    def submitted(self) -> Submitted:
        """As those who write files want it."""
        assert self.target is not None  # what has no target is never written into a file
        return Submitted(self.id, self.type, self.target, self.target_id, self.payload, self.submitted_at)


def batches(store: Store, now: datetime) -> Iterator[list[Due]]:
    """Everything due, oldest first, each once a run: what stays behind for the next run is not met again."""
    yield from _pages(store, Waiting.RELEASED, now)
    yield from _pages(store, Waiting.STAGED, now)


def _pages(store: Store, waiting: Waiting, now: datetime) -> Iterator[list[Due]]:
    after: tuple[str, str, str] | None = None
    while page := store.read(lambda connection, after=after: _page(connection, waiting, now, after)):  # type: ignore[misc]
        yield from _bounded(page)
        last = page[-1]
        after = (moment(last.commit_eta), last.type.value, last.id)


def _bounded(page: Sequence[Due]) -> Iterator[list[Due]]:
    """The same in pieces that are not too large together. One that is too large alone is a piece."""
    piece: list[Due] = []
    size = 0
    for due in page:
        if piece and size + due.size > BATCH_CHARACTERS:
            yield piece
            piece, size = [], 0
        piece.append(due)
        size += due.size
    yield piece


def _page(
    connection: Connection, waiting: Waiting, now: datetime, after: tuple[str, str, str] | None
) -> list[Due]:
    own = waiting.value.c
    key = tuple_(own.commit_eta, own.type, own.id)
    goes_on = own.stopped_at.is_(None) if waiting is Waiting.STAGED else RELEASED_AND_DUE
    found = goes_on & (own.commit_eta <= moment(now))  # also what was released before its day was over
    query = select(*(own[name] for name in _NAMES)).where(found)
    if after is not None:
        query = query.where(key > after)
    ordered = query.order_by(own.commit_eta, own.type, own.id).limit(BATCH)
    return [_read(row, waiting) for row in connection.execute(ordered)]


def _read(row: Sequence[Any], waiting: Waiting) -> Due:
    raw = dict(zip(_NAMES, row, strict=True))
    return Due(
        id=raw["id"],
        type=SubmissionType(raw["type"]),
        target=None if raw["target_type"] is None else TargetType(raw["target_type"]),
        target_id=raw["target_id"] or "",
        payload=read_document(raw["payload"]),
        submitted_at=read_moment(raw["submitted_at"]),
        commit_eta=read_moment(raw["commit_eta"]),
        cohort_anchor=raw["cohort_anchor"],
        regex_passes=raw["regex_passes"],
        attempts=raw["attempts"],
        change_request_id=raw["change_request_id"],
        waiting=waiting,
        remembered={name: raw[name] for name in RECEIVED},
        size=len(raw["payload"]),
    )


def take_out(connection: Connection, due: Due, now: datetime, change_request_id: str | None = None) -> bool:
    """It waits no more and is known as committed. False where somebody else took it, or it was taken back."""
    if not _gone_from_where_it_waited(connection, due, now, change_request_id):
        return False
    if due.attempts:  # somebody may have been told that it does not get through
        reviews.answer(connection, due.id, "published", now, Queue.FAILED)
    return True


def _gone_from_where_it_waited(
    connection: Connection, due: Due, now: datetime, change_request_id: str | None
) -> bool:
    if due.waiting is Waiting.RELEASED:
        published = {"payload": None, "committed_at": moment(now), "change_request_id": change_request_id}
        waits = (HELD.c.id == due.id) & HELD.c.payload.is_not(None)
        return bool(connection.execute(update(HELD).where(waits).values(published)).rowcount)
    if not TAKE_OUT.run(connection, id=due.id):
        return False
    REMEMBER.run(
        connection,
        **due.remembered,
        committed_at=moment(now),
        expires_at=moment(now + COMMITTED_CACHE),
        change_request_id=change_request_id,
    )
    return True
