"""path-dates: last_verified is a day that exists."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import path_dates
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DEMO, line_at, with_value
from tests.requirement import requirement

FIELD = f"{DEMO}/last_verified"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_dates.check)


@requirement("R-PATH-01")
@pytest.mark.parametrize("day", ["2026-02-30", "2025-02-29", "2026-04-31", "0000-01-01"])
def test_a_day_that_does_not_exist_is_caught_at_its_line(day: str) -> None:
    files = with_value(Files.valid(), FIELD, day)
    assert_caught(files, path_dates.check, PATHS, line_at(files, FIELD))


@pytest.mark.parametrize("day", ["2024-02-29", "2026-12-31"])
def test_a_day_that_exists_is_clean(day: str) -> None:
    assert_clean(with_value(Files.valid(), FIELD, day), path_dates.check)


@pytest.mark.parametrize("day", ["2026-13-01", "soon", 20261115, None, "2026-1-1"])
def test_any_other_form_is_left_to_the_schema(day: object) -> None:
    assert_clean(with_value(Files.valid(), FIELD, day), path_dates.check)
