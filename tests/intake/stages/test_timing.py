from __future__ import annotations

from datetime import timedelta

import pytest

from becivic.intake.refusal import Refusal
from becivic.intake.stages.timing import check_timing
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import CLOCK_AHEAD, CLOCK_BEHIND
from tests.factories.intake import desk, submission
from tests.factories.oracle import NOW
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"
SECOND = timedelta(seconds=1)


@requirement("R-PIPE-08")
@pytest.mark.parametrize(
    ("offset", "passes"),
    [
        (timedelta(0), True),
        (CLOCK_AHEAD, True),
        (CLOCK_AHEAD + SECOND, False),
        (-CLOCK_BEHIND, True),
        (-CLOCK_BEHIND - SECOND, False),
    ],
)
def test_the_clock_may_stand_an_hour_ahead_and_seven_days_behind(offset: timedelta, passes: bool) -> None:
    found = submission(CONCERN, submitted_at=(NOW + offset).isoformat())
    judged = check_timing(found, desk())
    assert (judged is found) is passes
    if isinstance(judged, Refusal):
        assert (judged.category, judged.pointer) == (ErrorCategory.SCHEMA_FAIL, "/submitted_at")


@pytest.mark.parametrize("moment", ["2026-02-30T10:00:00Z", "0001-01-01T00:00:00+23:00"])
def test_a_moment_of_no_calendar_is_refused(moment: str) -> None:
    assert isinstance(check_timing(submission(CONCERN, submitted_at=moment), desk()), Refusal)


def test_an_offset_from_utc_is_understood() -> None:
    found = submission(CONCERN, submitted_at="2026-11-15T23:59:00+14:00")
    assert check_timing(found, desk()) is found
