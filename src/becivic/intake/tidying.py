"""What must not outlive its time: the salts and counters of days gone by, ids past their 48 hours (R-SALT-01, ADR 12).

Whoever has the first request of a day tidies; this looks in between too, so that a quiet server keeps nothing longer.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Connection, bindparam, or_, select

from becivic.store import ledger, written
from becivic.store.prepared import Prepared
from becivic.store.store import Store
from becivic.store.tables.keeping import RATE_COUNTERS, SALTS
from becivic.store.tables.submissions import COMMITTED

CHECKPOINT_EVERY: Final = timedelta(hours=1)
"""How long what was taken back may still stand in the log of an SQLite file."""

_OLD_SALTS: Final[ColumnElement[bool]] = SALTS.c.expires_at <= bindparam("now")
_OLD_COUNTERS: Final[ColumnElement[bool]] = RATE_COUNTERS.c.day < bindparam("day")

_DESTROY_SALTS: Final = Prepared(SALTS.delete().where(_OLD_SALTS))
_DESTROY_COUNTERS: Final = Prepared(RATE_COUNTERS.delete().where(_OLD_COUNTERS))
_DUE: Final = Prepared(
    select(1).where(
        or_(
            select(SALTS.c.key).where(_OLD_SALTS).exists(),
            select(RATE_COUNTERS.c.day).where(_OLD_COUNTERS).exists(),
            select(COMMITTED.c.id).where(ledger.PAST_ITS_TIME).exists(),
        )
    )
)


def tidy(connection: Connection, now: datetime) -> None:
    """A day's counters go with the salt they were counted under."""
    _DESTROY_SALTS.run(connection, now=written.moment(now))
    _DESTROY_COUNTERS.run(connection, day=_day(now))
    ledger.forget(connection, now)


def is_due(connection: Connection, now: datetime) -> bool:
    return _DUE.first(connection, now=written.moment(now), day=_day(now)) is not None


class Tidier:
    """Looks after one store. Used by one thread at a time."""

    __slots__ = ("_emptied_at", "_store")

    def __init__(self, store: Store) -> None:
        self._store = store
        self._emptied_at: datetime | None = None
        """When the log was last empty; None while it holds something that must leave it."""

    def look(self, now: datetime) -> None:
        """Writes only what is due. A log that somebody keeps busy is tried again at the next look."""
        if self._store.read(lambda connection: is_due(connection, now)):
            self._store.write(lambda connection: tidy(connection, now))
            self._emptied_at = None
        # A clock set back must not put this off.
        waited = self._emptied_at is None or abs(now - self._emptied_at) >= CHECKPOINT_EVERY
        if waited:
            self._emptied_at = now if self._store.checkpoint() else None


def _day(now: datetime) -> str:
    return now.date().isoformat()
