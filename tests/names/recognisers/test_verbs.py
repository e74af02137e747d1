"""People known by what they do and own."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon
from becivic.names.recognisers.verbs import find, find_owners
from tests.names.marked import recognised, unmarked


@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("fr", "[Xhevdetta] a dit que non."),
        ("nl", "[Wendpanga] zei niets."),
        ("de", "[Zarghuna] sagte nichts."),
        ("en", "[Oyelaran] told me."),
        ("en", "[Sofia] said so."),
    ],
)
def test_who_does_what_people_do_is_somebody(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find, text, language, lexicon) == people


def test_what_belongs_to_somebody_tells_that_there_is_somebody(lexicon: Lexicon) -> None:
    text = "Xhevdetta's card and Zarghuna\u2019s passport; Belgium's law; the Zorblin's end"
    assert recognised(find_owners, text, "en", lexicon) == ["Xhevdetta", "Zarghuna"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("nl", "Het Hof te Gent bevestigde het."),
        ("nl", "Brecht zei niets."),
        ("nl", "De Zorblin zei niets."),
        ("fr", "Le dit document"),
        ("fr", "ZORBLIN a dit"),
        ("fr", "rue Zorblin a dit"),
        ("de", "Unsere Mandantin wohnt hier."),
        ("en", "The Very Big Zorblin Quastel Asked Nothing Here"),
        ("en", "Zorblin"),
        ("en", "Zorblin, said nobody"),
    ],
)
def test_things_that_act_are_nobody(language: str, text: str, lexicon: Lexicon) -> None:
    assert recognised(find, text, language, lexicon) == []
