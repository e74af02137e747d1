"""Owns times as the harness's own files hold them: written by us, but perhaps edited by anybody, and told in words."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

from becivic_harness import moments
from becivic_harness.moments import rfc3339 as stamp
from becivic_harness.refusals import USAGE, Refused

__all__ = ["age_of", "day_of", "given_moment", "in_words", "read_moment", "stamp"]


def read_moment(found: object) -> datetime | None:
    """What a file holds where a time should stand; None for anything else."""
    return moments.read_moment(found) if isinstance(found, str) else None


def given_moment(text: str) -> datetime:
    found = read_moment(text)
    if found is None:
        raise Refused(
            "usage", "The time given is no RFC 3339 time.", "Write it as 2026-11-18T10:00:00Z.", code=USAGE
        )
    return found


def age_of(stamped: object, now: datetime) -> timedelta | None:
    found = read_moment(stamped)
    return None if found is None else now - found


def in_words(age: timedelta) -> str:
    """How long ago, for a person."""
    hours = int(age.total_seconds() // 3600)
    if hours < 1:
        return "less than an hour"
    if hours < 48:  # two days are still told in hours
        return f"{hours} hour{'s' * (hours > 1)}"
    return f"{hours // 24} days"


def day_of(moment: datetime) -> date:
    return moment.astimezone(timezone.utc).date()
