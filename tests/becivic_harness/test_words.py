"""Words are the same however they are written: accents, capitals, umlauts spelled out, endings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic_harness.word_stems import fold, stem, tokens, words_of


def test_accents_capitals_and_ligatures_do_not_count() -> None:
    assert fold("ÜBERSETZUNG Straße Œuvre čeština") == "ubersetzung strasse oeuvre cestina"


def test_words_are_what_stands_between_everything_that_is_no_letter_or_figure() -> None:
    assert tokens("l'acte_de-naissance (2026)!") == ["l", "acte", "de", "naissance", "2026"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("verlengen", "verlenging"),
        ("fuhrerschein", "fuehrerschein"),
        ("apostille", "apostile"),
        ("renewing", "renew"),
        ("kaarten", "kaart"),
        ("declarations", "declaration"),
        ("legalize", "legalise"),
        ("uebersetzungen", "ubersetzung"),
        ("inschrijven", "inschrijve"),
    ],
)
def test_what_differs_by_an_ending_or_by_how_it_is_spelled_has_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"), [("commune", "commute"), ("commune", "communion"), ("bella", "belasting")]
)
def test_what_only_begins_alike_has_two(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@given(st.text(max_size=200))
def test_any_text_has_words_and_each_its_stem(text: str) -> None:
    for word in words_of(text):
        assert word.stem == stem(word.text)
        assert word.stem
        assert len(word.stem) <= len(word.text)


@given(st.text(alphabet=st.characters(max_codepoint=0x24F), min_size=1, max_size=30))
def test_to_fold_twice_is_to_fold_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
