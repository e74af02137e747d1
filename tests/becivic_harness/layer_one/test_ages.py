"""An age goes where somebody is named beside it."""

from __future__ import annotations

import pytest

from becivic_harness import ages
from becivic_harness.spans import Span


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("Amina, 34 ans, attend", "34 ans"),
        ("Amina is 34 years old", "34 years old"),
        ("Amina (34 jaar)", "34 jaar"),
        ("Amina, 34 Jahre alt", "34 Jahre alt"),
        ("Amina, aged 34", "aged 34"),
        ("Amina, de 34-jarige", "34-jarige"),
        ("Amina, âgée de 34 ans", "âgée de 34"),
    ],
)
def test_an_age_beside_a_name_is_found(text: str, age: str) -> None:
    assert [text[span.start : span.end] for span in ages.find(text, [Span(0, 5, "name")])] == [age]


def test_an_age_before_the_name_is_found_too() -> None:
    assert ages.find("34 ans, Amina", [Span(8, 13, "name")]) == [Span(0, 6, "age")]


def test_an_age_of_nobody_stays() -> None:
    assert ages.find("under 18 years old", []) == []
    assert ages.find("Amina waits. Children of 12 years old do not", [Span(0, 5, "name")]) == []
    assert ages.find("Amina waits", [Span(0, 5, "name")]) == []
