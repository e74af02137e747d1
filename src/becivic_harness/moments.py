"""Moments and days as they are written where agents read and write them: RFC 3339. Knows no clock.

Python before 3.11 does not read all of it, so it is read here; what no calendar has is no moment.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone
from typing import Final

_DAY: Final = r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
_LIKE_A_MOMENT: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[0-9.:Z+-]*"
_MOMENT: Final = (
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:Z|([+-])([0-9]{2}):?([0-9]{2})(?::?([0-9]{2})(?:\.[0-9]+)?)?|([+-])([0-9]{2}))?"
)
_MICROSECONDS: Final = 6


def rfc3339(moment: datetime) -> str:
    """In UTC, whole seconds, `Z`."""
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_moment(text: str) -> datetime | None:
    """With its offset, UTC where it has none; None where no calendar has it."""
    found = re.fullmatch(_MOMENT, text)
    if found is None:
        return None
    day, hour, minute, second, fraction = found.group(1, 2, 3, 4, 5)
    micro = int(f"{fraction or ''}{'0' * _MICROSECONDS}"[:_MICROSECONDS])
    try:
        begun = date.fromisoformat(day)
        zone = timezone(_offset(found))
        return datetime(begun.year, begun.month, begun.day, int(hour), int(minute), int(second), micro, zone)
    except ValueError:
        return None


def _offset(found: re.Match[str]) -> timedelta:
    sign, hours, minutes, seconds = found.group(6, 7, 8, 9)
    if sign is None:
        sign, hours = found.group(10, 11)
    size = timedelta(hours=int(hours or 0), minutes=int(minutes or 0), seconds=int(seconds or 0))
    return -size if sign == "-" else size


def is_possible(text: str) -> bool:
    """Whether a text that is written like a day or a moment is one; any other text says nothing of either."""
    if re.fullmatch(_DAY, text):
        try:
            date.fromisoformat(text)
        except ValueError:
            return False
        return True
    return not re.fullmatch(_LIKE_A_MOMENT, text) or read_moment(text) is not None
