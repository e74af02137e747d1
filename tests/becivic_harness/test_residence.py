"""Years of legal residence from a history of months: counted, or said to lie between two bounds. Never guessed."""

from __future__ import annotations

import math
from datetime import date

import pytest

from becivic_harness.residence import years_at_most, years_legal_residence
from tests.requirement import requirement

TODAY = date(2026, 11, 15)


@requirement("R-PRED-03")
@pytest.mark.parametrize(
    ("history", "years"),
    [
        ([], None),
        ([{"start": "2020-11", "end": "current"}], 6.0),
        ([{"start": "2020-11", "end": "2027-11"}], 6.0),
        ([{"start": "2024-05", "end": "2025-04"}, {"start": "2025-05", "end": "current"}], 2.5),
        ([{"start": "2025-05", "end": "current"}, {"start": "2024-05", "end": "2025-07"}], 2.5),
        ([{"start": "2010-01", "end": "2025-03"}, {"start": "2025-05", "end": "current"}], 1.5),
        ([{"start": "2010-01", "end": "2026-10"}], 0.0),
        ([{"start": "2026-12", "end": "current"}], 0.0),
        ([{"start": "2020-11"}], None),
        ([{"start": "2020-11-01", "end": "current"}], None),
        (["2020-11"], None),
        ("2020-11", None),
    ],
)
def test_years_of_residence_count_back_from_today_to_the_last_break(
    history: object, years: float | None
) -> None:
    assert years_legal_residence({"residency_history": history}, TODAY) == years


@pytest.mark.parametrize(
    ("history", "least", "most"),
    [
        (None, 0.0, math.inf),
        ([], 0.0, math.inf),
        (["2020-11"], 0.0, math.inf),
        ([{"start": "long ago", "end": "current"}], 0.0, math.inf),
        ([{"start": "2020-11", "end": "current"}], 6.0, 6.0),
        ([{"start": "2020-11"}], 0.0, 6.0),
        ([{"start": "2020-11", "end": "soon"}], 0.0, 6.0),
        ([{"start": "2020-11"}, {"start": "2025-05", "end": "current"}], 1.5, 6.0),
    ],
)
def test_a_stay_without_an_end_may_last_until_today_and_one_without_a_start_for_ever(
    history: object, least: float, most: float
) -> None:
    assert years_at_most({"residency_history": history}, TODAY) == (least, most)
