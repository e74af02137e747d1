"""How a moment is written where people and agents read or write it (R-REPO-12). Knows no clock."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from becivic.rules.identifiers import matches

UTC_MOMENT: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z$"
"""How a moment is recorded and printed: a date, a time and `Z`; records add microseconds."""


def rfc3339(moment: datetime) -> str:
    """A moment as we print it: UTC, whole seconds, `Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_rfc3339(text: str) -> datetime | None:
    """In UTC; a day begins at midnight. None where no calendar has it. A bare plus in a query arrives as a space."""
    try:
        read = datetime.fromisoformat(text.replace(" ", "+"))
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def is_utc_moment(text: str) -> bool:
    """Whether a text is written like a recorded moment, and a calendar has it."""
    return matches(UTC_MOMENT, text) and read_rfc3339(text) is not None
