"""Counts in memory what costs no quota: validating (design 7.3), and the service's trip-wire (R-RATE-02).

An IPv6 address counts at three widths here too (design 7.9).

A restart forgets both, which harms nobody. Addresses come in as hashes under a salt that never leaves the process.
"""

from __future__ import annotations

import logging
from collections import Counter
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from becivic.intake.addresses import AddressHashes
from becivic.rules.limits import Limit, Width

_HOUR: Final = timedelta(hours=1)
_MOST_ADDRESSES: Final = 50_000

_log = logging.getLogger(__name__)


class RollingHour:
    """How many in the last hour, counted by the minute."""

    __slots__ = ("_minutes",)

    def __init__(self) -> None:
        self._minutes: Counter[datetime] = Counter()

    def add(self, now: datetime, number: int) -> None:
        self._minutes[now.replace(second=0, microsecond=0)] += number

    def total(self, now: datetime) -> int:
        """At most 61 minutes are kept; what is older goes when somebody asks."""
        for minute in [each for each in self._minutes if each <= now - _HOUR]:
            del self._minutes[minute]
        return self._minutes.total()

    def wait(self, now: datetime) -> int:
        """Seconds until the oldest minute no longer counts."""
        oldest = min(self._minutes, default=now)
        return max(1, int((oldest + _HOUR - now).total_seconds()) + 1)


class Room(NamedTuple):
    """How many fit, the seconds to wait for more, and what there was least room in."""

    fitting: int
    wait: int
    most: int
    width: Width


class Meter:
    """So many items an hour for one address, and more for its IPv6 networks."""

    def __init__(self, limit: Limit, most: int) -> None:
        self.limit = limit
        self._most = most
        self._addresses: dict[str, RollingHour] = {}
        self._swept: datetime | None = None

    def take(self, hashes: AddressHashes, now: datetime, number: int) -> Room:
        """What fits of `number` is counted at every width; what does not leaves no trace."""
        self._sweep(now)
        if len(self._addresses) >= _MOST_ADDRESSES:  # a flood of addresses must not fill the memory
            self._addresses.clear()
        hours = {width: self._addresses.get(each, RollingHour()) for width, each in hashes.by_width.items()}
        least = min((self._room(hour, width, now, number) for width, hour in hours.items()), key=_by_room)
        if least.fitting:
            for width, hour in hours.items():
                hour.add(now, least.fitting)
                self._addresses[hashes.by_width[width]] = hour
        return least._replace(wait=hours[least.width].wait(now))

    def _room(self, hour: RollingHour, width: Width, now: datetime, number: int) -> Room:
        most = self.limit.grown(self._most, width)
        total = hour.total(now)
        return Room(max(0, min(number, most - total)), hour.wait(now), most, width)

    def _sweep(self, now: datetime) -> None:
        """Once a minute, forget the addresses that have been quiet for an hour."""
        if self._swept is not None and now - self._swept < timedelta(minutes=1):
            return
        self._swept = now
        self._addresses = {key: hour for key, hour in self._addresses.items() if hour.total(now)}


def _by_room(room: Room) -> tuple[int, int]:
    """Where several have none left, the one with room last."""
    return room.fitting, -room.wait


class TripWire:
    """Says once an hour that more arrives than should. It refuses nobody: that would let a few silence everybody."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._hour = RollingHour()
        self._said: datetime | None = None

    def passed(self, now: datetime, number: int) -> bool:
        self._hour.add(now, number)
        if self._hour.total(now) <= self._most or (self._said is not None and now - self._said < _HOUR):
            return False
        self._said = now
        _log.error("More than %d submissions within an hour: something may be wrong.", self._most)
        return True
