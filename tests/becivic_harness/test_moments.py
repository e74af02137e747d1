"""Moments are read on Python 3.9 as the server reads them, and what no calendar has is none."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from becivic.rules.moments import rfc3339 as as_the_server_writes
from becivic.rules.submitted import impossible_day
from becivic_harness.moments import is_possible, read_moment, rfc3339


@given(
    st.integers(-30_000_000_000, 250_000_000_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
)
def test_a_moment_is_written_as_the_server_writes_it_and_read_back(moment: datetime) -> None:
    assert rfc3339(moment) == as_the_server_writes(moment)
    assert read_moment(rfc3339(moment)) == moment


@pytest.mark.parametrize(("text", "moment"), [
    ("2026-11-15T10:00:00Z", datetime(2026, 11, 15, 10, tzinfo=UTC)),
    ("2026-11-15T10:00:00", datetime(2026, 11, 15, 10, tzinfo=UTC)),
    ("2026-11-15T10:00:00.5Z", datetime(2026, 11, 15, 10, 0, 0, 500000, tzinfo=UTC)),
    ("2026-11-15T10:00:00.123456789+01:00", datetime(2026, 11, 15, 10, 0, 0, 123456, tzinfo=timezone(timedelta(hours=1)))),
    ("2026-11-15T10:00:00-05:30", datetime(2026, 11, 15, 15, 30, tzinfo=UTC)),
    ("2026-11-15T10:00:00-05", datetime(2026, 11, 15, 15, tzinfo=UTC)),
    ("2026-02-30T10:00:00Z", None), ("2026-11-15T24:00:00Z", None), ("0000-01-01T00:00:00Z", None), ("2026-11-15", None), ("now", None),
])  # fmt: skip
def test_a_moment_is_read_with_its_offset(text: str, moment: datetime | None) -> None:
    assert read_moment(text) == moment


_digits = st.integers(0, 99).map("{:02d}".format)
_days = st.builds("{}{}-{}-{}".format, st.sampled_from(("20", "19", "00")), _digits, _digits, _digits)
_tails = st.sampled_from(
    (
        "",
        "Z",
        "+01:00",
        "-23:59",
        "+24:00",
        "+0100",
        "+01",
        ".5Z",
        ".123456789Z",
        ".",
        "Z+",
        "--",
        "+1",
        "::",
        "+01:00:30",
    )
)
_moments = st.builds("{}T{}:{}:{}{}".format, _days, _digits, _digits, _digits, _tails)


@settings(max_examples=500)
@given(_days | _moments | st.text(max_size=20).map(lambda text: f"2026-{text}"))
@example("2024-02-29")
@example("2026-02-29")
@example("2026-11-15T10:00:00Z\n")
def test_what_no_calendar_has_is_told_apart_as_on_the_server(text: str) -> None:
    assert is_possible(text) is (impossible_day({"evidence_date": text}) is None)
