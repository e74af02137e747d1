"""How often an address has sent, counted under its hashes of the day (R-RATE-03). The day and its salt end together.

Of an IPv6 address there are three: what its /56 and its /48 send counts together (design 7.9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, bindparam, func, select, text

from becivic.clock import midnight_after
from becivic.intake.addresses import AddressHashes
from becivic.rules.limits import Limit, Width
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
    """The same number to so many counters of one address at all its widths, in one statement."""
    values: list[dict[str, BindParameter[Any]]] = [
        {
            **{name: bindparam(name) for name in ("day", "count")},
            **{name: bindparam(f"{name}_{row}") for name in ("address_hash", "counter", "bucket")},
        }
        for row in range(rows)
    ]
    return Prepared(or_change(RATE_COUNTERS, values, _ROW, _MORE))


_MOST_LIMITS: Final = 4
"""Towards so many limits one submission counts."""
_ADD: Final = {rows: _adding(rows) for rows in range(1, _MOST_LIMITS * len(Width) + 1)}
"""By how many rows change."""


def _counting(widths: int) -> Prepared:
    """What so many hashes of one address have sent."""
    own = RATE_COUNTERS.c
    hashes: list[BindParameter[str]] = [bindparam(f"address_hash_{number}") for number in range(widths)]
    return Prepared(
        select(own.address_hash, own.counter, func.min(own.bucket), func.sum(own.count))
        .where(
            own.day == bindparam("day"),
            own.address_hash.in_(hashes),
            (own.bucket == 0) | (own.bucket > bindparam("since")),
        )
        .group_by(own.address_hash, own.counter)
    )


_OF_ADDRESS: Final = {widths: _counting(widths) for widths in (1, len(Width))}
_ONE_AT_A_TIME: Final = text("SELECT pg_advisory_xact_lock(hashtextextended(:address, 0))")


@dataclass(frozen=True, slots=True)
class Counted:
    """What one address has sent today, by width and counter, and the oldest minute of each that still counts."""

    day: str
    hashes: Mapping[Width, str]
    minute: int
    sums: Mapping[tuple[str, str], tuple[int, int]]
    """By hash and counter."""

    def of(self, limit: Limit, width: Width = Width.ADDRESS) -> int:
        return self.sums.get((self.hashes[width], limit.name), (0, 0))[1]

    def wait(self, limit: Limit, now: datetime, width: Width = Width.ADDRESS) -> int:
        """Seconds until there is room again: at midnight, or when the oldest minute of the hour has passed."""
        until_midnight = (midnight_after(now) - now).total_seconds()
        if limit.value.period >= _DAY:
            return max(1, int(until_midnight) + 1)
        oldest = self.sums.get((self.hashes[width], limit.name), (self.minute, 0))[0]
        until_free = (oldest + _HOUR - self.minute) * 60 - now.second
        return max(1, min(int(until_midnight) + 1, until_free))


def counted(connection: Connection, hashes: AddressHashes, now: datetime) -> Counted:
    """The counts of one address. On PostgreSQL other replicas wait here until this one has counted.

    The widest is locked first by everybody: two that share a /48 meet there, and never each at what the other holds.
    """
    by_width = hashes.by_width
    if connection.dialect.name == "postgresql":
        for hashed in by_width.values():
            connection.execute(_ONE_AT_A_TIME, {"address": hashed})
    day, minute = now.date().isoformat(), _minute(now)
    asked = {f"address_hash_{number}": hashed for number, hashed in enumerate(by_width.values())}
    rows = _OF_ADDRESS[len(by_width)].all(connection, day=day, since=minute - _HOUR, **asked)
    sums = {(hashed, counter): (bucket, int(total)) for hashed, counter, bucket, total in rows}
    return Counted(day, by_width, minute, sums)


def count(connection: Connection, before: Counted, limits: Sequence[Limit]) -> None:
    if not limits:
        return
    values: dict[str, object] = {}
    rows = list(product(before.hashes.values(), limits))
    for row, (hashed, limit) in enumerate(rows):
        values[f"address_hash_{row}"] = hashed
        values[f"counter_{row}"] = limit.name
        values[f"bucket_{row}"] = 0 if limit.value.period >= _DAY else before.minute
    _ADD[len(rows)].run(connection, day=before.day, count=1, **values)


def count_rejected(connection: Connection, address_hash: str, now: datetime, number: int) -> None:
    """At one width: it limits nothing."""
    _ADD[1].run(
        connection,
        day=now.date().isoformat(),
        address_hash_0=address_hash,
        counter_0=REJECTED,
        bucket_0=0,
        count=number,
    )


def _minute(now: datetime) -> int:
    """Of the day, from 1: bucket 0 is the whole day."""
    return now.hour * 60 + now.minute + 1
