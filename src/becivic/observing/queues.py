"""What waits in the records: how much, and since when. Numbers and moments; no id and no word of anybody's."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, and_, func, select

from becivic.rules.changes import ChangeState
from becivic.rules.submissions import STAGING_WINDOW, SubmissionState
from becivic.store.tables.keeping import CHANGE_REQUESTS, REVIEW_ITEMS, Queue
from becivic.store.tables.submissions import HELD, RELEASED_AND_DUE, STAGED
from becivic.store.written import moment, read_moment

DUE: Final = "due"
_STAGED: Final = STAGED.c


class Waiting(NamedTuple):
    number: int
    since: datetime | None
    """Of the oldest; None where none waits."""

    def seconds(self, now: datetime) -> float:
        return 0.0 if self.since is None else max(0.0, (now - self.since).total_seconds())


class Kept(NamedTuple):
    """A queue: which rows are in it, and the column that says since when."""

    about: str
    since: Column[Any]
    inside: ColumnElement[bool]
    ahead: timedelta = timedelta(0)
    """How long after the beginning of the wait the moment lies that the column says."""


_GOES_ON: Final = and_(_STAGED.stopped_at.is_(None), _STAGED.change_request_id.is_(None))

QUEUES: Final = {
    "staged": Kept(
        "taken, and to be published when its day is over", _STAGED.commit_eta, _GOES_ON, STAGING_WINDOW
    ),
    "publishing": Kept(
        "being published right now",
        _STAGED.last_commit_attempt,
        and_(_STAGED.change_request_id.is_not(None), _STAGED.stopped_at.is_(None)),
    ),
    "stopped": Kept(
        "trying again is of no use: a person decides", _STAGED.stopped_at, _STAGED.stopped_at.is_not(None)
    ),
    "held": Kept(
        "held until a person has looked", HELD.c.held_at, HELD.c.state == SubmissionState.HELD.value
    ),
    "released": Kept("let go by a person, to be published next", HELD.c.resolved_at, RELEASED_AND_DUE),
    "changes": Kept(
        "change requests that are open",
        CHANGE_REQUESTS.c.opened_at,
        CHANGE_REQUESTS.c.state == ChangeState.OPEN.value,
    ),
}
"""By name. Beside them `due`, and the queues that a person works through, each after `review_`."""

REVIEWS: Final = {f"review_{queue.value}": queue for queue in Queue}


def waiting(connection: Connection, now: datetime) -> dict[str, Waiting]:
    """Every queue, empty ones too."""
    found = {name: _counted(connection, *queue[1:]) for name, queue in QUEUES.items()}
    is_due = and_(_STAGED.commit_eta <= moment(now), _STAGED.stopped_at.is_(None))
    found[DUE] = _counted(connection, _STAGED.commit_eta, is_due)
    return {**found, **_reviews(connection)}


def _counted(
    connection: Connection, since: Column[Any], inside: ColumnElement[bool], ahead: timedelta = timedelta(0)
) -> Waiting:
    count, oldest = connection.execute(select(func.count(), func.min(since)).where(inside)).one()
    return Waiting(count, read_moment(oldest) - ahead if oldest else None)


def _reviews(connection: Connection) -> dict[str, Waiting]:
    own = REVIEW_ITEMS.c
    query = select(own.queue, func.count(), func.min(own.opened_at)).where(own.closed_at.is_(None))
    found = {
        queue: Waiting(count, read_moment(oldest))
        for queue, count, oldest in connection.execute(query.group_by(own.queue))
    }
    return {name: found.get(queue.value, Waiting(0, None)) for name, queue in REVIEWS.items()}
