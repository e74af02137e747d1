"""Sets of words of which a match holds one: joined, cut short, and ranked by how seldom a text holds one by chance."""

from __future__ import annotations

from collections.abc import Iterable
from math import log2
from typing import Final

from becivic_scrub.gates import BOUNDARY, IN_WORDS

Words = frozenset[str]

MOST_STRINGS: Final = 300
"""More in a set would be no rarer, and slower to look for."""
MOST_NEEDLES: Final = 600

ANYTHING: Final = frozenset([""])
"""Says nothing: every text holds it."""

_SHORTER: Final = (8, 5, 3, 1, 0)

_BITS: Final = {
    "0": 1.0,  # whether there are digits is known before
    BOUNDARY: 2.0,
    " ": 2.6,
    **dict.fromkeys("eaintrsod", 4.0),
    **dict.fromkeys("ulcmpvghbf.,-'", 5.5),
}
_RARE: Final = 8.0
"""How much seeing a character says, in four languages of prose; roughly, for it decides between words only."""


def union(several: Iterable[Words | None], most: int) -> Words | None:
    """All of the words; None where one says nothing, or they are too many."""
    found: set[str] = set()
    for words in several:
        if words is None:
            return None
        found |= words
    return frozenset(found) if len(found) <= most else None


def joined(first: Words, then: Words) -> Words | None:
    """Every one of the first with every one of the others behind it; None where those are too many."""
    if len(first) * len(then) > MOST_STRINGS:
        return None
    return frozenset(one + other for one in first for other in then)


def rounds(words: Words, fewest: int, often: int) -> Words | None:
    """Everything that so many of the words in a row can be; None where that is too much."""
    row: Words | None = ANYTHING
    every: Words | None = frozenset()
    for times in range(often + 1):
        if times >= fewest:
            every = union([every, row], MOST_STRINGS)
        if row is None or every is None:
            return None
        row = joined(row, words)
    return every


def first_characters(words: Words) -> Words:
    """With what they all begin, cut short where they are too many."""
    for length in _SHORTER:
        if len(words) > MOST_STRINGS:
            words = frozenset(word[:length] for word in words)
    return words


def last_characters(words: Words) -> Words:
    """With what they all end, cut short where they are too many."""
    backwards = first_characters(frozenset(word[::-1] for word in words))
    return frozenset(word[::-1] for word in backwards)


def telling(several: Iterable[Words]) -> tuple[Words, ...]:
    """Those that say anything, as needles are written."""
    tidied = [frozenset(map(_tidied, words)) for words in several]
    return tuple(_shortest(words) for words in tidied if "" not in words)


def _tidied(word: str) -> str:
    """Boundaries are kept at the ends of letters and digits alone: elsewhere they ask for what is hard to see."""
    bare = word.replace(BOUNDARY, "")
    before = BOUNDARY if word.startswith(BOUNDARY) and bare[:1] in IN_WORDS else ""
    behind = BOUNDARY if word.endswith(BOUNDARY) and bare[-1:] in IN_WORDS else ""
    return f"{before}{bare}{behind}"


def _shortest(words: Words) -> Words:
    """Without those that hold another one: that is there already."""
    return frozenset(word for word in words if not any(other in word for other in words if other != word))


def implies(rarer: Words, words: Words) -> bool:
    """Whether a text that holds one of the rarer words is sure to hold one of the others."""
    return all(any(word in longer for word in words) for longer in rarer)


def rank(words: Words) -> tuple[float, list[str]]:
    """By rarity, and by the words themselves: equals must not be told apart by chance."""
    return rarity(words), sorted(words)


def rarity(words: Words) -> float:
    """In bits."""
    by_chance = sum(2.0 ** -sum(_BITS.get(character, _RARE) for character in word) for word in words)
    return -log2(by_chance)
