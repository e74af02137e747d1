"""How a value is written for a reader."""

from __future__ import annotations

import pytest

from becivic.catalogue.wording import worded


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (1000, "EUR", "€1,000"),
        (27.5, "EUR", "€27.50"),
        (20.0, "EUR", "€20"),
        (-1000, "EUR", "-€1,000"),
        (-2.5, "EUR", "-€2.50"),
        (-0.0, "EUR", "€0"),
        (10**39, "EUR", "€1" + ",000" * 13),
        (66, "percent", "66%"),
        (66.0, "percent", "66%"),
        (0.1 + 0.2, "percent", "0.3%"),
        (1.0, "months", "1 month"),
        (1, "process", "1 process"),
        (1, "months", "1 month"),
        (6, "months", "6 months"),
        (1, "years", "1 year"),
        (1.5, "hours", "1.5 hours"),
        (1250, "days", "1,250 days"),
        ("30 working days", None, "30 working days"),
        (7, None, "7"),
        ("two to three", "weeks", "two to three weeks"),
        (True, "days", "True days"),
    ],
)
def test_a_value_reads_as_english_writes_it(value: object, unit: str | None, words: str) -> None:
    assert worded(value, unit) == words
