"""How long something has waited, in words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from becivic.doctor.waiting import Waiting
from tests.factories.oracle import NOW


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (0, "less than an hour"),
        (59, "less than an hour"),
        (60, "an hour"),
        (119, "an hour"),
        (120, "2 hours"),
        (71 * 60, "71 hours"),
        (72 * 60, "3 days"),
    ],
)
def test_what_has_waited_says_for_how_long(minutes: int, said: str) -> None:
    since = NOW - timedelta(minutes=minutes)
    assert Waiting(1200, since).told("unread", NOW) == f"1,200 unread, the oldest for {said}"
