"""Names that an age follows."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon
from becivic.names.recognisers.ages import find
from tests.names.marked import recognised, unmarked
from tests.requirement import requirement


@requirement("R-NER-01")
@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("en", "[Xhevdetta], 17, arrived alone"),
        ("nl", "[Quorlbat], 16 jaar, zonder ouders"),
        ("fr", "Inscription : [Xhevdetta Zorbin] (6 ans)"),
        ("de", "[Quorlbat], 3 Jahre"),
    ],
)
def test_who_has_an_age_is_somebody(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find, text, language, lexicon) == people


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Zorblin, 17"),
        ("fr", "Zorblin, 17, 1000 Bruxelles"),
        ("fr", "Zorblin, 170, ensuite"),
        ("fr", "Zorblin 17, ensuite"),
        ("fr", "Zorblin (17, ensuite"),
        ("fr", "Zorblin, mardi, ensuite"),
        ("fr", "rue Zorblin, 17, à Namur"),
        ("en", "the Zorblin, 17, arrived"),
        ("en", "ZORBLIN, 17, arrived"),
        ("en", "Great Papers Under Another Zorblin Quorlbat, 17, arrived"),
    ],
)
def test_other_numbers_are_no_ages(language: str, text: str, lexicon: Lexicon) -> None:
    assert recognised(find, text, language, lexicon) == []
