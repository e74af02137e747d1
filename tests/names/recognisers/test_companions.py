"""Names in company."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon
from becivic.names.recognisers.companions import find, find_parallels
from tests.names.marked import recognised, unmarked


@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("fr", "La cohabitation de [Xhevdetta] et Fatima est refusée."),
        ("nl", "Fatima en [Wendpango] wachten."),
        ("de", "Fatima und [Zarbuna] warten."),
        ("en", "[Innocent] and Fatima Mutesi are waiting."),
        ("en", "[Ahmed] and [Fatima] are waiting."),
        ("de", "Ob Fatima oder [Zarbuna] kommt, weiß keiner."),
    ],
)
def test_who_stands_beside_a_known_name_is_a_person(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find, text, language, lexicon) == people


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Actiris et Fatima"),
        ("fr", "Xhevdetta avec Fatima"),
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


@pytest.mark.parametrize(
    ("language", "marked"),
    [
        ("fr", "ok pour [Fatima], refus pour [Xhevdetta]"),
        ("nl", "voor [Quorlbat] niets, voor [Fatima] alles"),
        ("de", "für [Fatima] ja, für [Zarbuna] noch nicht"),
        ("de", "ja für [Fatima], nein für [Zarbuna]"),
    ],
)
def test_what_is_done_for_one_is_done_for_another(language: str, marked: str, lexicon: Lexicon) -> None:
    text, people = unmarked(marked)
    assert recognised(find_parallels, text, language, lexicon) == people


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "ok pour Quorlbat, refus pour Xhevdetta"),
        ("fr", "ok pour Fatima Benali, refus pour Xhevdetta"),
        ("fr", "Fatima : refus pour Xhevdetta"),
    ],
)
def test_without_a_known_name_a_parallel_proves_nothing(language: str, text: str, lexicon: Lexicon) -> None:
    assert recognised(find_parallels, text, language, lexicon) == []


def test_a_german_noun_is_not_taken_along(lexicon: Lexicon) -> None:
    text = "für Fatima ja, für Zarbuna Quorlbat und für Wendpango Zentrum nein"
    assert recognised(find_parallels, text, "de", lexicon) == ["Fatima"]
