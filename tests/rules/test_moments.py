"""Moments as people and agents write them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from becivic.rules.moments import is_utc_moment, read_rfc3339

NINE = datetime(2026, 11, 15, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("2026-11-15", datetime(2026, 11, 15, tzinfo=UTC)),
        ("2026-11-15T09:00:00Z", NINE),
        ("2026-11-15T10:00:00+01:00", NINE),
        ("2026-11-15T10:00:00 01:00", NINE),
        ("2026-11-15T08:30:00-00:30", NINE),
        ("2026-11-15T09:00:00.250Z", NINE.replace(microsecond=250_000)),
        ("2026-11-15T09:00:00.123456789Z", NINE.replace(microsecond=123_456)),
        ("2026-02-30", None),
        ("0001-01-01T00:00:00+01:00", None),
        ("yesterday", None),
    ],
)
def test_a_moment_is_read_in_utc_where_a_calendar_has_it(text: str, read: datetime | None) -> None:
    assert read_rfc3339(text) == read


@pytest.mark.parametrize(
    ("text", "is_it"),
    [
        ("2026-11-15T09:00:00Z", True),
        ("2026-11-15T09:00:00.250000Z", True),
        ("2026-11-15T09:00:00+00:00", False),
        ("2026-11-15T09:00:00", False),
        ("2026-11-15", False),
        ("2026-02-30T09:00:00Z", False),
        ("2026-11-15T25:00:00Z", False),
        ("2026-11-15T09:00:00Z\n", False),
        ("", False),
    ],
)
def test_a_recorded_moment_is_in_utc_and_on_the_calendar(text: str, is_it: bool) -> None:
    assert is_utc_moment(text) is is_it
