"""The model's time: whole ticks of the consensus, as many a day as the service has, from a fixed first day."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Final

from becivic.rules.consensus import TICK_EVERY

DAY: Final = timedelta(days=1) // TICK_EVERY
"""Ticks in a day."""
MONTH: Final = 365 * DAY // 12
BEGINNING: Final = datetime(2026, 1, 1, tzinfo=UTC)


def moment(tick: int, order: int = 0) -> datetime:
    """When a tick is, and what happens in it one after the other."""
    return BEGINNING + tick * TICK_EVERY + timedelta(microseconds=order)


def tick_at(when: datetime) -> int:
    """The first tick that is not before a moment."""
    return -((BEGINNING - when) // TICK_EVERY)


def days(ticks: float) -> float:
    return ticks / DAY


@dataclass(slots=True)
class Agenda:
    """What will happen, in order; of one tick, in the order it was written down."""

    _entries: list[tuple[int, int, Callable[[], None]]] = field(default_factory=list)
    _numbers: count[int] = field(default_factory=count)

    def at(self, tick: int, what: Callable[[], None]) -> None:
        heapq.heappush(self._entries, (tick, next(self._numbers), what))

    def next_tick(self) -> int | None:
        return self._entries[0][0] if self._entries else None

    def take(self, tick: int) -> Callable[[], None] | None:
        """The next thing to happen in this tick; None when all of it has."""
        if not self._entries or self._entries[0][0] > tick:
            return None
        return heapq.heappop(self._entries)[2]
