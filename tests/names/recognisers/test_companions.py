"""Names in company."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon
from becivic.names.recognisers.companions import find
from tests.names.marked import recognised, unmarked


@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("fr", "La cohabitation de [Xhevdetta] et Fatima est refusée."),
        ("nl", "Fatima en [Wendpango] wachten."),
        ("de", "Fatima und [Zarbuna] warten."),
        ("en", "[Innocent] and Fatima Mutesi are waiting."),
        ("en", "[Ahmed] and [Fatima] are waiting."),
    ],
)
def test_who_stands_beside_a_known_name_is_a_person(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find, text, language, lexicon) == people


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Actiris et Fatima"),
        ("fr", "Xhevdetta ou Fatima"),
        ("fr", "Xhevdetta, et Fatima"),
        ("fr", "Xhevdetta et la voisine Fatima"),
        ("fr", "Xhevdetta et Quorlbat"),
        ("fr", "QUORLBAX et Fatima"),
        ("fr", "le Quorlbat et Fatima"),
        ("fr", "rue Quorlbat et Fatima"),
        ("en", "Xhevdetta and Fatima Street"),
    ],
)
def test_company_of_another_kind_proves_nothing(language: str, text: str, lexicon: Lexicon) -> None:
    assert recognised(find, text, language, lexicon) == []
