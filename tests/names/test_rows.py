"""What a row says of its members."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon
from becivic.names.rows import beside_things
from becivic.names.scan import read
from tests.requirement import requirement


def _beside(text: str, language: str, lexicon: Lexicon) -> bool:
    scan = read(text, language, lexicon)
    at = next(at for at, word in enumerate(scan.words) if word.text == "Zorblin")
    return beside_things(scan, at, at + 1)


@requirement("R-NER-08")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Argenta and Zorblin publish fees"),
        ("en", "Argenta, Zorblin: fees"),
        ("en", "Zorblin, Argenta"),
        ("en", "Metock, Zorblin and Baumbast: family members"),
        ("fr", "Zorblin et Argenta"),
        ("fr", "Les arrêts Zorblin et Quastel, en bref"),
        ("de", "Erste Zeile\nZorblin, Quastel: drei Urteile\nletzte Zeile"),
    ],
)
def test_who_stands_in_a_row_of_things_is_a_thing(language: str, text: str, lexicon: Lexicon) -> None:
    assert _beside(text, language, lexicon)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Namur and Zorblin"),
        ("en", "Fatima or Zorblin"),
        ("en", "and Zorblin"),
        ("en", "Argenta, Zorblin waits"),
        ("en", "my Zorblin, Argenta"),
        ("en", "Zorblin"),
        ("en", "Zorblin, Fatima"),
        ("en", "Zorblin and"),
        ("en", "Zorblin, Quastel\nthree rulings"),
    ],
)
def test_another_row_says_nothing(language: str, text: str, lexicon: Lexicon) -> None:
    assert not _beside(text, language, lexicon)
