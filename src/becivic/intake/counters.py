"""How often an address has sent, counted under its hash of the day (R-RATE-03). The day and its salt end together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, bindparam, func, select, text

from becivic.clock import midnight_after
from becivic.rules.limits import Limit
from becivic.store.inserting import or_change
from becivic.store.prepared import Prepared
from becivic.store.tables.keeping import RATE_COUNTERS

_HOUR: Final = 60
"""Buckets of a rolling hour: one a minute."""
_DAY: Final = timedelta(days=1)

REJECTED: Final = "rejected"
"""Counts what was refused; nothing else of it is kept (R-PIPE-12)."""

_ROW: Final = [
    RATE_COUNTERS.c.day,
    RATE_COUNTERS.c.address_hash,
    RATE_COUNTERS.c.counter,
    RATE_COUNTERS.c.bucket,
]
_MORE: Final = {"count": RATE_COUNTERS.c.count + bindparam("count")}


def _adding(rows: int) -> Prepared:
    """The same number to so many counters of one address, in one statement."""
    values: list[dict[str, BindParameter[Any]]] = [
        {
            **{name: bindparam(name) for name in ("day", "address_hash", "count")},
            **{name: bindparam(f"{name}_{row}") for name in ("counter", "bucket")},
        }
        for row in range(rows)
    ]
    return Prepared(or_change(RATE_COUNTERS, values, _ROW, _MORE))


_ADD: Final = {rows: _adding(rows) for rows in range(1, 5)}
"""By how many counters a submission counts towards."""

_OF_ADDRESS: Final = Prepared(
    select(RATE_COUNTERS.c.counter, func.min(RATE_COUNTERS.c.bucket), func.sum(RATE_COUNTERS.c.count))
    .where(
        RATE_COUNTERS.c.day == bindparam("day"),
        RATE_COUNTERS.c.address_hash == bindparam("address_hash"),
        (RATE_COUNTERS.c.bucket == 0) | (RATE_COUNTERS.c.bucket > bindparam("since")),
    )
    .group_by(RATE_COUNTERS.c.counter)
)
_ONE_AT_A_TIME: Final = text("SELECT pg_advisory_xact_lock(hashtextextended(:address, 0))")


@dataclass(frozen=True, slots=True)
class Counted:
    """What one address has sent today, by counter, and the oldest minute of each that still counts."""

    day: str
    address_hash: str
    minute: int
    sums: dict[str, tuple[int, int]]

    def of(self, limit: Limit) -> int:
        return self.sums.get(limit.name, (0, 0))[1]

    def wait(self, limit: Limit, now: datetime) -> int:
        """Seconds until there is room again: at midnight, or when the oldest minute of the hour has passed."""
        until_midnight = (midnight_after(now) - now).total_seconds()
        if limit.value.period >= _DAY:
            return max(1, int(until_midnight) + 1)
        oldest = self.sums.get(limit.name, (self.minute, 0))[0]
        until_free = (oldest + _HOUR - self.minute) * 60 - now.second
        return max(1, min(int(until_midnight) + 1, until_free))


def counted(connection: Connection, address_hash: str, now: datetime) -> Counted:
    """The counts of one address. On PostgreSQL other replicas wait here until this one has counted."""
    if connection.dialect.name == "postgresql":
        connection.execute(_ONE_AT_A_TIME, {"address": address_hash})
    day, minute = now.date().isoformat(), _minute(now)
    rows = _OF_ADDRESS.all(connection, day=day, address_hash=address_hash, since=minute - _HOUR)
    sums = {counter: (bucket, int(total)) for counter, bucket, total in rows}
    return Counted(day, address_hash, minute, sums)


def count(connection: Connection, before: Counted, limits: Sequence[Limit]) -> None:
    if not limits:
        return
    rows: dict[str, object] = {}
    for row, limit in enumerate(limits):
        rows[f"counter_{row}"] = limit.name
        rows[f"bucket_{row}"] = 0 if limit.value.period >= _DAY else before.minute
    _ADD[len(limits)].run(connection, day=before.day, address_hash=before.address_hash, count=1, **rows)


def count_rejected(connection: Connection, address_hash: str, now: datetime, number: int) -> None:
    _ADD[1].run(
        connection,
        day=now.date().isoformat(),
        address_hash=address_hash,
        counter_0=REJECTED,
        bucket_0=0,
        count=number,
    )


def _minute(now: datetime) -> int:
    """Of the day, from 1: bucket 0 is the whole day."""
    return now.hour * 60 + now.minute + 1
