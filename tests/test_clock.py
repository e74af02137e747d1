"""The one reader of the time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from becivic.clock import SystemClock, rfc3339
from tests.requirement import requirement


def test_the_system_clock_is_aware_and_in_utc() -> None:
    assert SystemClock().now().tzinfo is UTC


def test_an_offset_moves_the_clock() -> None:
    a_century = timedelta(days=36_525)
    assert SystemClock(a_century).now() - SystemClock().now() > timedelta(days=36_500)


@requirement("R-REPO-12")
def test_a_moment_is_printed_in_utc_whatever_its_zone() -> None:
    moment = datetime(2026, 11, 15, 1, 30, 5, 999, tzinfo=timezone(timedelta(hours=2)))
    assert rfc3339(moment) == "2026-11-14T23:30:05Z"
