"""Two words that nobody listed, written as names."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon
from becivic.names.recognisers.unknown_pairs import find
from tests.names.marked import recognised, unmarked


@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("fr", "On a vu [Xhevdetta Zorbatli] hier."),
        ("nl", "Ik zag [Wendpango Zorblovic] gisteren."),
        ("de", "Gestern war [Xhevdetta Zorbadze] hier."),
        ("de", "[Xhevdetta Quorlbat] versteht das nicht."),
        ("en", "Can [Xhevdetta Quorlbat] come?"),
    ],
)
def test_an_unknown_pair_is_somebody(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find, text, language, lexicon) == people


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the Xhevdetta Quorlbat declaration"),
        ("en", "Argenta and Xhevdetta Quorlbat publish fees"),
        ("en", "Family Reunification and National Register"),
        ("en", "Xhevdetta Quorlbat Zorbin Wendpang Oyelar"),
        ("en", "The Great Xhevdetta Quorlbat Opens Another Zorblin"),
        ("en", "XHEVDET QUORLBAT"),
        ("en", "Quorlbat UTC and Quorlbat II"),
        ("fr", "place Xhevdetta Quorlbat"),
        ("de", "Freier Quorlbat am Tag"),
        ("de", "Neue Quorlbat am Tag"),
        ("fr", "Will May"),
        ("nl", "De Vlaamse Xhevdetta Quorlbat"),
    ],
)
def test_other_pairs_are_things(language: str, text: str, lexicon: Lexicon) -> None:
    assert recognised(find, text, language, lexicon) == []
