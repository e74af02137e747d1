"""Which language of the form somebody gets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.onboarding.locales import LOCALES, ChosenLocale, FallbackReason, chosen_locale, direction


@pytest.mark.parametrize(
    ("asked", "code"), [("fr", "fr"), ("fr-BE", "fr"), ("NL_be", "nl"), (" uk ", "uk"), ("ar-MA", "ar")]
)
def test_a_locale_of_a_known_language_is_that_language_without_a_reason(asked: str, code: str) -> None:
    assert chosen_locale(asked) == ChosenLocale(code)


@pytest.mark.parametrize("asked", [None, ""])
def test_without_a_locale_the_form_is_english_and_says_that_none_was_given(asked: str | None) -> None:
    assert chosen_locale(asked) == ChosenLocale("en", FallbackReason.NOT_GIVEN)


@given(st.text(min_size=1))
def test_whatever_is_asked_for_the_answer_is_one_of_the_six_or_english_with_a_reason(asked: str) -> None:
    found = chosen_locale(asked)
    assert found.code in LOCALES
    assert found.fallback in (None, FallbackReason.NOT_SUPPORTED)


def test_arabic_alone_is_written_from_right_to_left() -> None:
    assert [code for code in LOCALES if direction(code) == "rtl"] == ["ar"]
