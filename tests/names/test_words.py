"""Words, with their offsets in the text as it came."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.names.words import split


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("l'avocat d'Amina", ["l", "avocat", "d", "Amina"]),
        ("D'Hondt et O'Brien", ["D", "Hondt", "et", "O'Brien"]),
        ("M'Hamed N\u2019Diaye", ["M'Hamed", "N\u2019Diaye"]),
        ("Amina's card", ["Amina", "card"]),
        ("lorsqu'Ahmed vint", ["lorsqu", "Ahmed", "vint"]),
        ("Jean-Pierre, 12 ans", ["Jean-Pierre", "12", "ans"]),
        ("_a_b_", ["a", "b"]),
        ("", []),
    ],
)
def test_a_text_splits_into_words(text: str, words: list[str]) -> None:
    assert [word.text for word in split(text)] == words


def test_a_word_knows_how_it_is_written_and_where_it_stands() -> None:
    yes, owner, al_masri, shout, small = split("- Amina's. Al-Masri al-Masri ONEM sic")[0:5]
    assert (yes.opens, yes.possessive, yes.capital, yes.shout) == (True, True, True, False)
    assert (owner.opens, owner.text) == (True, "Al-Masri")
    assert al_masri.capital
    assert not al_masri.opens
    assert shout.shout
    assert not small.capital


def test_endless_words_are_no_names() -> None:
    assert not split("A" * 41)[0].capital


@given(st.text())
def test_every_word_is_the_text_at_its_offsets(text: str) -> None:
    assert all(text[word.start : word.end] == word.text for word in split(text))
