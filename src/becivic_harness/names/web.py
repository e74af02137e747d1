"""Owns names in web addresses: `…/in/amina-haddad`, `…/Jean-Dupont`, `…?n=JeanDupont`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic_harness.patterns import Pattern
from becivic_harness.words import decoding, opaque
from becivic_harness.words.folding import fold
from becivic_harness.words.languages import SMALL_WORDS
from becivic_harness.words.lists import ELSE, GIVEN, LISTS, NAME, ROLE, SURNAME, TOWN

_WORD: Final = Pattern(r"[A-ZÀ-Þ]?[^\W\d_A-ZÀ-Þ]+|[A-ZÀ-Þ]+")
_HOST: Final = Pattern(r"(?:https?://)?[^/?#]*", 2)
_SHORTEST: Final = 3
_SHORTEST_ALONE: Final = 5
"""Syllables and shortened words in official addresses are names somewhere."""
_ACTS: Final = frozenset(["dahir"])


def named(text: str) -> Iterator[tuple[int, int]]:
    """The addresses that name somebody."""
    for start, end in opaque.web_addresses(text):
        address = text[start:end]
        if "%" in address:
            address = "".join(decoding.unescaped(address)[0])
        host = _HOST.match(address)
        rest = host.end() if host else 0
        if _side_by_side(_senses(address)) or any(_alone(word) for word in _words(address[rest:])):
            yield start, end


def _words(address: str) -> list[str]:
    return [fold(word) for word in _WORD.findall(address)]


def _senses(address: str) -> list[int]:
    return [
        0 if len(word) < _SHORTEST or word in SMALL_WORDS else LISTS.sense(word) for word in _words(address)
    ]


def _side_by_side(senses: list[int]) -> bool:
    """A given name and a surname, though not two that are words as well."""
    return any(
        ((first & GIVEN and second & SURNAME) or (first & SURNAME and second & GIVEN))
        and not (first & ELSE and second & ELSE)
        for first, second in zip(senses, senses[1:])
    )


def _alone(word: str) -> bool:
    sense = 0 if word in _ACTS else LISTS.sense(word)
    return len(word) >= _SHORTEST_ALONE and bool(sense & NAME) and not sense & (ELSE | TOWN | ROLE)
