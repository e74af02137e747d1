"""Owns the words that are something else together: phrases of our list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from becivic_harness.names.cues import PARTICLES
from becivic_harness.words.lists import LISTS, PROPER, SURNAME
from becivic_harness.words.tokens import Token

_GAPS: Final = frozenset(["-", "'", "\u2019", " & ", " - ", " / "])
_LONGEST: Final = 6


def covered(tokens: Sequence[Token]) -> frozenset[int]:
    """Which words, by their number, are no name whatever they are alone."""
    return _in_phrases(tokens, PROPER)


def surnames(tokens: Sequence[Token]) -> frozenset[int]:
    """Which words are surnames together: `De Backer`."""
    return _in_phrases(tokens, SURNAME)


def _in_phrases(tokens: Sequence[Token], sense: int) -> frozenset[int]:
    found: set[int] = set()
    for at, token in enumerate(tokens):
        if token.capital or token.folded in PARTICLES:
            found.update(range(at, _end_of_phrase(tokens, at, sense)))
    return frozenset(found)


def _end_of_phrase(tokens: Sequence[Token], at: int, sense: int) -> int:
    phrase, end = tokens[at].folded, at
    for word in range(at + 1, min(at + _LONGEST, len(tokens))):
        if not (tokens[word].joined or tokens[word].gap in _GAPS):
            break
        phrase = f"{phrase} {tokens[word].folded}"
        if LISTS.sense(phrase) & sense and (sense == PROPER or tokens[word].capital):
            end = word + 1
    return end
