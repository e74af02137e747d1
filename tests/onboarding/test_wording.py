"""The words of the form: the same in every language, and nothing put in that another lacks."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from becivic.onboarding.locales import LOCALES
from becivic.onboarding.questions import Kind
from becivic.onboarding.wording import wording


def sayings(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield above + key, value
        else:
            yield from sayings(value, f"{above}{key}/")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


ENGLISH = dict(sayings(wording("en").tables))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_says_everything_and_puts_in_the_same_things(locale: str) -> None:
    said = dict(sayings(wording(locale).tables))
    assert list(said) == list(ENGLISH)
    for key, text in said.items():
        assert text.strip() == text != "", key
        assert places(text) == places(ENGLISH[key]), key


@pytest.mark.parametrize("locale", [code for code in LOCALES if code != "en"])
def test_nothing_but_names_is_left_in_english(locale: str) -> None:
    same = [key for key, text in sayings(wording(locale).tables) if text == ENGLISH[key]]
    shared = {"questions/region", "choices/region/Wallonia", "choices/type/student", "groups/plans"}
    shared |= {"questions/commune_nis5", "choices/transitions_in_progress/divorce"}
    assert set(same) <= shared, same


def test_no_two_choices_of_a_list_read_the_same() -> None:
    for locale in LOCALES:
        for name, labels in wording(locale).tables["choices"].items():
            assert len(set(labels.values())) == len(labels), (locale, name)


def test_a_kind_that_needs_it_has_a_hint_and_others_have_none() -> None:
    words = wording("en")
    assert words.hint(Kind.MONTH) == words.hint(Kind.MONTH_OR_CURRENT) is not None
    assert words.hint(Kind.FLAG) is None
