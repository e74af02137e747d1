"""Names that close a text."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon
from becivic.names.recognisers.signatures import find
from tests.names.marked import recognised, unmarked
from tests.requirement import requirement


@requirement("R-NER-01")
@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("fr", "Voici le bail. Cordialement, [Xhevdetta]"),
        ("nl", "ok voor mij, mvg\n[Quorlbat Zorbin]"),
        ("de", "Grüße, [Jorun]\nAnlage: Vertrag"),
        ("en", "thx!! [Jorun]"),
    ],
)
def test_a_closing_is_signed(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find, text, language, lexicon) == people


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Best Zorblin"),
        ("en", "Thanks, Zorblin waits for the card"),
        ("en", "Thanks, ZORBLIN"),
        ("en", "Thanks (Zorblin"),
        ("en", "Papers, Zorblin"),
        ("en", "Thanks, Zorblin Quastel Quorlbat Xhevdetta Wendpango"),
        ("fr", "Merci, Commune"),
    ],
)
def test_other_lines_are_not_signed(language: str, text: str, lexicon: Lexicon) -> None:
    assert recognised(find, text, language, lexicon) == []
