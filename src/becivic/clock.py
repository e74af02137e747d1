"""The only place that reads the time. Everybody else is given a Clock, or just `now` (design 3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Protocol


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


def rfc3339(moment: datetime) -> str:
    """A moment as we print it: UTC, whole seconds, `Z` (R-REPO-12)."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
