"""The only place that reads the time. Everybody else is given a Clock, or just `now` (design 3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Protocol

from becivic.rules.moments import rfc3339

__all__ = ["Clock", "SystemClock", "midnight_after", "rfc3339"]


class Clock(Protocol):
    """Tells the time, always aware and in UTC."""

    def now(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The machine's clock, moved by BECIVIC_CLOCK_OFFSET when somebody rehearses."""

    offset: timedelta = timedelta(0)

    def now(self) -> datetime:
        return datetime.now(UTC) + self.offset  # noqa: TID251  this is the one reader


def midnight_after(moment: datetime) -> datetime:
    """When the day of a moment ends."""
    return datetime.combine(moment.date(), time.min, moment.tzinfo) + timedelta(days=1)
