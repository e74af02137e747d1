"""Days that exist."""

from __future__ import annotations

import pytest

from becivic.rules.identifiers import is_calendar_day
from tests.requirement import requirement


@requirement("R-FM-12")
@pytest.mark.parametrize("day", ["2026-11-15", "2024-02-29", "0001-01-01"])
def test_a_day_of_the_calendar_is_one(day: str) -> None:
    assert is_calendar_day(day)


@requirement("R-FM-12")
@pytest.mark.parametrize(
    "day",
    ["2026-02-30", "2025-02-29", "2026-04-31", "20261115", "2026-W01-1", "2026-11-15T00:00", "", None, 3],
)
def test_anything_else_is_not(day: object) -> None:
    assert not is_calendar_day(day)
