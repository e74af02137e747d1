"""Owns what a single word may be: by the lists, by its parts, by its build."""

from __future__ import annotations

from typing import Final

from becivic_harness.names import things
from becivic_harness.names.cues import PARTICLES
from becivic_harness.patterns import Pattern
from becivic_harness.words import building
from becivic_harness.words.lists import ELSE, GIVEN, GROWS, LISTS, NAME, PROPER, SURNAME, WORD
from becivic_harness.words.tokens import Token

_VOWELS: Final = frozenset("aeiouy")
_ROMAN: Final = Pattern("[ivxl]+")
_PART: Final = Pattern("[-']")
VIETNAMESE: Final = Pattern(
    "[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]"
)
"""Letters that no word of our four languages is written with: `Hằng` folds to a German word and is none."""


def unknown_is_name(token: Token) -> bool:
    if not token.capital:
        return building.is_surname_shaped(token.folded) and not is_built(token.folded)
    if token.shout and (
        len(token.text) <= 3 or _VOWELS.isdisjoint(token.folded) or _ROMAN.fullmatch(token.folded)
    ):
        return False
    return not is_built(token.folded) and not things.grew(token.folded)


def is_built(folded: str) -> bool:
    return building.is_ordinary(folded, _is_word, _grows)


def _is_word(folded: str) -> bool:
    sense = LISTS.sense(folded)
    return bool(sense & ELSE) and not sense & NAME


def _grows(folded: str) -> bool:
    return bool(LISTS.sense(folded) & GROWS)


def of(token: Token) -> int:
    if token.capital and VIETNAMESE.search(token.text):
        return GIVEN | SURNAME
    sense = LISTS.sense(token.folded)
    if sense or not token.latin:
        return sense
    if things.is_saint(token.folded):
        return PROPER
    if "-" in token.folded or "'" in token.folded:
        return _of_parts(token)
    return _of_inflected_name(token)


def _of_parts(token: Token) -> int:
    """`Jean-Pierre` is a given name by its parts, `Info-Point` a word; one unknown part, and all is unknown."""
    parts = [
        part
        for part in _PART.split(token.folded)
        if len(part) > 1 and part not in PARTICLES and not _ROMAN.fullmatch(part)
    ]
    senses = [LISTS.sense(part) for part in parts]
    if not parts or things.is_head(parts[-1]):
        return WORD
    if len(parts) == 1:
        return senses[0]
    words = all(sense & ELSE or is_built(part) for part, sense in zip(parts, senses))
    if all(sense & NAME for sense in senses) and (token.capital or not words):
        return GIVEN | SURNAME
    if words:
        return WORD
    return SURNAME if any(sense & NAME for sense in senses) else 0


def _of_inflected_name(token: Token) -> int:
    """`Olivers Karte`: the genitive of a name that is no word."""
    if token.capital and token.folded.endswith("s"):
        stem = LISTS.sense(token.folded[:-1])
        if stem & GIVEN and not stem & ELSE:
            return GIVEN
    return 0
