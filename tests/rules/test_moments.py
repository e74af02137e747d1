"""Moments as people and agents write them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from becivic.rules.moments import read_rfc3339

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
