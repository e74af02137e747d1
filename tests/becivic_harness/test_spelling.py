"""Mistakes and joined words: what was meant, and nothing where nobody can tell."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from becivic_harness.spelling import Spelling, edits_between, joined_of
from becivic_harness.word_stems import Word, stem

KNOWN = {"apostil": 3, "verlang": 1, "permit": 5, "permis": 2}
SPELLING = Spelling(KNOWN, {"because", "attends"})


def meant(text: str) -> str | None:
    found = SPELLING.meant(Word(text, stem(text)))
    return found.stem if found else None


def test_one_mistake_in_a_word_and_two_in_a_long_one_are_forgiven() -> None:
    assert meant("apotille") == "apostil"
    assert meant("apostlile") == "apostil"
    assert meant("apxxstille") == "apostil"
    assert meant("axxxxtille") is None


def test_short_words_are_left_alone() -> None:
    assert meant("perm") is None


def test_of_several_the_one_in_use_most_is_meant() -> None:
    assert meant("permix") == "permit"


def test_a_small_word_is_meant_before_one_that_means_something() -> None:
    found = SPELLING.meant(Word("becuase", stem("becuase")))
    assert found is not None
    assert found.text == "because"


def test_joined_words_are_taken_apart_with_the_longest_first() -> None:
    words = {"verblijf", "verblijfskaart", "verlenging", "kaart"}
    assert joined_of("verblijfskaartverlenging", words.__contains__) == ["verblijfskaart", "verlenging"]
    assert joined_of("verblijfsverlenging", words.__contains__) == ["verblijf", "verlenging"]
    assert joined_of("verblijfxyz", words.__contains__) == []


LETTERS = st.text(alphabet="abcd", max_size=7)


@given(LETTERS, LETTERS)
def test_edits_are_counted_alike_from_both_sides_and_never_beyond_what_is_asked(one: str, other: str) -> None:
    assert (
        edits_between(one, other, 2) == edits_between(other, one, 2) == min(edits_between(one, other, 9), 3)
    )
    assert (edits_between(one, other, 2) == 0) == (one == other)


@given(LETTERS, st.integers(0, 6), st.sampled_from("abcd"))
def test_a_letter_put_in_is_one_edit(text: str, at: int, letter: str) -> None:
    assert edits_between(text, text[:at] + letter + text[at:], 2) == 1
