"""Owns the names people give themselves on networks: `@jdupont85`, `instagram jdupont85`, and `jdupont85` alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic_harness.names import senses
from becivic_harness.patterns import Pattern
from becivic_harness.words import opaque
from becivic_harness.words.folding import fold
from becivic_harness.words.groups import group
from becivic_harness.words.lists import ELSE, GIVEN, LISTS, NAME

_NETWORKS: Final = group("networks")
_MONTHS: Final = frozenset(word for number in range(1, 13) for word in group(f"month {number}"))
_THINGS: Final = frozenset(["covid", "cerfa", "windows", "android", "firefox", "office", "iphone"])
_AT: Final = Pattern(r"(?<![\w.@])@(?=[\w.-]*[^\W\d_])\w[\w.-]*\w")
_NUMBERED: Final = Pattern(r"(?<![\w@./-])([^\W\d_]{3,})[._]?[0-9]{2,4}(?![\w-])")
_BEHIND_NETWORK: Final = Pattern(r"(?<![\w/.])([A-Za-z]{5,9})(?:[ ]?[:=][ ]?|[ ])(@?\w[\w.-]*\w)")


def found(text: str) -> Iterator[tuple[int, int]]:
    """Where they stand; some may overlap."""
    read = text
    for start, end in opaque.stretches(text):
        read = f"{read[:start]}{' ' * (end - start)}{read[end:]}"
    if "@" in read:
        for each in _AT.finditer(read):
            if not _is_thing(each.group()[1:]):
                yield each.span()
    if any(mark.isdigit() for mark in read):
        for each in _NUMBERED.finditer(read):
            if _is_somebody(each[1]):
                yield each.span()
    if any(network in read.casefold() for network in _NETWORKS):
        yield from _behind_networks(read)


def _behind_networks(text: str) -> Iterator[tuple[int, int]]:
    for each in _BEHIND_NETWORK.finditer(text):
        handle = each[2]
        mixed = not handle.isalpha() and any(mark.isalpha() for mark in handle) and "-" not in handle
        if fold(each[1]) in _NETWORKS and (mixed or (":" in each.group() and not _is_thing(handle))):
            yield each.span(2)


def _is_thing(word: str) -> bool:
    """`@brussels`: a word or a place, and no name."""
    folded = fold(word)
    sense = LISTS.sense(folded)
    return bool(sense & ELSE) and not sense & GIVEN


def _is_somebody(letters: str) -> bool:
    """`jdupont` before digits; but `annexe15`, `covid19` and `mars2026` are things."""
    folded = fold(letters)
    if folded in _MONTHS or folded in _THINGS or letters.isupper():
        return False
    sense = LISTS.sense(folded)
    if sense & ELSE:
        return bool(sense & GIVEN)
    return bool(sense & NAME) or (len(folded) > 4 and not senses.is_built(folded))
