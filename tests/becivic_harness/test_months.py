"""Months as people write them. No day survives."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic_harness.months import (
    first_day,
    last_day,
    month_number,
    month_text,
    this_month,
)
from becivic_harness.said_months import is_current, read_month
from tests.requirement import requirement

DAYS = st.dates(date(1950, 1, 1), date(2099, 12, 31))


@requirement("R-PROF-10")
@pytest.mark.parametrize(
    ("said", "month"),
    [
        ("2026-05", "2026-05"),
        ("2026-05-14", "2026-05"),
        ("2026/5", "2026-05"),
        ("05/2026", "2026-05"),
        ("14/05/2026", "2026-05"),
        ("14.05.2026", "2026-05"),
        ("5/14/2026", "2026-05"),
        ("2026-05-14T10:00:00Z", "2026-05"),
        ("May 2026", "2026-05"),
        ("14 mai 2026", "2026-05"),
        ("1er août 2024", "2024-08"),
        ("mei 2026", "2026-05"),
        ("März 2025", "2025-03"),
        ("15 maart 2025", "2025-03"),
        ("juillet 2023", "2023-07"),
        ("december 2023.", "2023-12"),
    ],
)
def test_a_month_is_read_however_it_is_written_and_the_day_is_dropped(said: str, month: str) -> None:
    assert read_month(said) == month


@pytest.mark.parametrize(
    "said",
    ["", "soon", "2026", "May", "05/26", "13/2026", "2026-00", "32/13/2026", "May or June 2026", "0026-05"],
)
def test_what_cannot_be_told_is_not_guessed(said: str) -> None:
    assert read_month(said) is None


@pytest.mark.parametrize("said", ["now", "Aujourd'hui", "nog steeds", "Bis heute", "current", "à ce jour"])
def test_that_something_still_lasts_is_understood(said: str) -> None:
    assert is_current(said)


@requirement("R-PROF-10")
@given(DAYS, st.sampled_from(["%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%Y/%m/%d", "%d %B %Y"]))
def test_every_day_becomes_its_month(day: date, form: str) -> None:
    assert read_month(day.strftime(form)) == f"{day.year:04}-{day.month:02}"


@given(DAYS, st.integers(-600, 600))
def test_months_are_counted_forth_and_back(day: date, months: int) -> None:
    month = f"{day.year:04}-{day.month:02}"
    number = month_number(month)
    assert number is not None
    assert this_month(day) == number
    assert month_text(number) == month
    assert month_number(month_text(number + months)) == number + months
    assert first_day(month) <= day <= last_day(month)
