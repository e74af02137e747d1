"""The bounded edit distance agrees with the textbook."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.distance import NearWords, edit_distance

WORDS = st.text(alphabet="ab-", max_size=7)


@cache
def textbook(first: str, second: str) -> int:
    """Levenshtein's definition, as it is printed."""
    if not first or not second:
        return len(first) + len(second)
    if first[0] == second[0]:
        return textbook(first[1:], second[1:])
    return 1 + min(textbook(first[1:], second), textbook(first, second[1:]), textbook(first[1:], second[1:]))


@given(WORDS, WORDS, st.integers(min_value=0, max_value=4))
def test_the_distance_is_the_textbook_one_up_to_the_limit(first: str, second: str, limit: int) -> None:
    assert edit_distance(first, second, limit) == min(textbook(first, second), limit + 1)


@given(WORDS, WORDS)
def test_the_distance_is_the_same_in_both_directions(first: str, second: str) -> None:
    assert edit_distance(first, second, 2) == edit_distance(second, first, 2)


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [
        ("belgium-federal", "belgium-federal", 0),
        ("belgium-federal", "belguim-federal", 2),
        ("belgium-federal", "belgium-federa", 1),
        ("meta", "beta", 1),
        ("belgium-federal", "european-union", 3),
        ("", "ab", 2),
        ("", "", 0),
    ],
)
def test_known_pairs(first: str, second: str, distance: int) -> None:
    assert edit_distance(first, second, 2) == distance


@given(st.lists(WORDS, max_size=20), WORDS, st.integers(min_value=0, max_value=3))
def test_near_words_are_those_a_comparison_with_each_would_find(
    words: list[str], word: str, limit: int
) -> None:
    near = NearWords(words, limit).near(word)
    assert near == {other for other in words if textbook(word, other) <= limit}
