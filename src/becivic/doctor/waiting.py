"""How many rows have waited since before a moment, and since when the oldest has: what jobs and stuck items ask."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, ColumnElement, Connection, func, select

from becivic.store.written import moment, read_moment


@dataclass(frozen=True, slots=True)
class Waiting:
    """At least one."""

    number: int
    since: datetime

    def told(self, noun: str, now: datetime) -> str:
        hours = int((now - self.since).total_seconds() // 3600)
        lasted = f"{hours // 24} days" if hours >= 72 else _hours(hours)
        return f"{self.number:,} {noun}, the oldest for {lasted}"


def _hours(number: int) -> str:
    return f"{number} hours" if number > 1 else "an hour" if number else "less than an hour"


def waiting(
    connection: Connection, since: Column[str], before: datetime, *conditions: ColumnElement[bool]
) -> Waiting | None:
    query = select(func.count(), func.min(since)).where(since <= moment(before), *conditions)
    number, oldest = connection.execute(query).one()
    return Waiting(number, read_moment(oldest)) if number else None


def together(found: list[Waiting | None]) -> Waiting | None:
    """Those of several tables as one."""
    there = [one for one in found if one is not None]
    if not there:
        return None
    return Waiting(sum(one.number for one in there), min(one.since for one in there))
