"""Sets of words: what becomes of them when they grow too large, and which is the rarer."""

from __future__ import annotations

import itertools

import pytest

from becivic_scrub.word_sets import (
    ANYTHING,
    MOST_STRINGS,
    Words,
    first_characters,
    implies,
    joined,
    last_characters,
    rank,
    rarity,
    rounds,
    telling,
    union,
)


def _words(*words: str) -> Words:
    return frozenset(words)


PAIRS = frozenset(map("".join, itertools.product("abcdefghijklmnopqrstuvwxyz", repeat=2)))


def test_a_union_is_all_or_nothing() -> None:
    assert union([_words("a"), _words("b", "a")], 2) == _words("a", "b")
    assert union([_words("a"), _words("b", "c")], 2) is None
    assert union([_words("a"), None], 2) is None


def test_words_are_joined_while_they_stay_few() -> None:
    assert joined(_words("a", "b"), _words("", "c")) == _words("a", "ac", "b", "bc")
    assert joined(PAIRS, _words("a")) is None


@pytest.mark.parametrize(
    ("fewest", "often", "expected"),
    [
        (1, 2, _words("a", "b", "aa", "ab", "ba", "bb")),
        (0, 1, _words("", "a", "b")),
        (2, 2, _words("aa", "ab", "ba", "bb")),
        (0, 20, None),
        (20, 20, None),
    ],
)
def test_rounds_are_all_that_so_many_in_a_row_can_be(fewest: int, often: int, expected: Words | None) -> None:
    assert rounds(_words("a", "b"), fewest, often) == expected


def test_too_many_words_are_cut_to_their_beginnings_or_their_ends() -> None:
    many = frozenset(f"{one}12345678{other}" for one in PAIRS for other in "xy")
    assert len(many) > MOST_STRINGS
    assert first_characters(many) == frozenset("abcdefghijklmnopqrstuvwxyz")
    assert last_characters(many) == _words("2345678x", "2345678y")
    assert first_characters(_words("kept as it is")) == _words("kept as it is")
    everything = frozenset(map(chr, range(0x4E00, 0x4E00 + MOST_STRINGS + 1)))
    assert first_characters(everything) == ANYTHING == last_characters(everything)


@pytest.mark.parametrize(
    ("words", "needles"),
    [
        (_words("rue "), [_words("rue ")]),
        (_words("av", "avenue", "ave"), [_words("av")]),
        (_words("a", ""), []),
        (_words("\b", "a"), []),
        (_words("\bpass\b"), [_words("\bpass\b")]),
        (_words("\b-pass-\b"), [_words("-pass-")]),
        (_words("\bn\bo"), [_words("\bno")]),
        (_words("\bno", "no"), [_words("no")]),
        (_words("é\b", "\bé"), [_words("é")]),
    ],
)
def test_what_says_something_is_written_as_a_needle(words: Words, needles: list[Words]) -> None:
    assert list(telling([words])) == needles


def test_a_longer_word_and_fewer_words_are_rarer_and_equals_are_ranked_by_themselves() -> None:
    assert rarity(_words("rijksregisternummer")) > rarity(_words("nummer")) > rarity(_words("nr"))
    assert rarity(_words("dossier")) > rarity(_words("dossier", "kenmerk"))
    assert rarity(_words("@")) > rarity(_words(" "))
    assert rank(_words("ab")) != rank(_words("ba"))


def test_rarer_words_imply_those_they_hold() -> None:
    assert implies(_words("\bpassport", "\bpass "), _words("pass"))
    assert not implies(_words("\bpassport", "visa"), _words("pass"))
