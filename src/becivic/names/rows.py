"""Owns what a row says of its members: banks stand beside banks, and court cases beside court cases."""

from __future__ import annotations

from typing import Final

from becivic.names.lexicon import Sense
from becivic.names.lists import folded
from becivic.names.scan import Scan

AND: Final = frozenset(["et", "en", "und", "and", "ou", "of", "or", "oder"])
_RULINGS: Final = folded("cues", "rulings.txt")
_FARTHEST: Final = 40  # words: work a word must not grow with the text


def beside_things(scan: Scan, start: int, end: int) -> bool:
    """`Argenta, Crelan and Degroof Petercam`; `Metock, Chen: three rulings`."""
    if _after_and(scan, start):
        return True
    return _is_member(scan, start, end) and (
        _beside_institution(scan, start, end) or _ruled_upon(scan, start)
    )


def _after_and(scan: Scan, start: int) -> bool:
    return start >= 2 and scan.words[start - 1].folded in AND and _is_institution(scan, start - 2)


def _is_member(scan: Scan, start: int, end: int) -> bool:
    """Nothing but signs and an "and" on either side: no verb, no title."""
    before = scan.words[start].opens or not scan.joined(start) or _is_link(scan, start - 1)
    return before and (end == len(scan.words) or not scan.joined(end) or scan.words[end].folded in AND)


def _is_link(scan: Scan, at: int) -> bool:
    return scan.words[at].folded in AND or scan.words[at].folded in _RULINGS


def _beside_institution(scan: Scan, start: int, end: int) -> bool:
    before = start > 0 and scan.words[start].gap == ", " and _is_institution(scan, start - 1)
    return before or _institution_behind(scan, end)


def _institution_behind(scan: Scan, end: int) -> bool:
    if end + 1 < len(scan.words) and scan.words[end].folded in AND:
        return _is_institution(scan, end + 1)
    return end < len(scan.words) and scan.words[end].gap == ", " and _is_institution(scan, end)


def _is_institution(scan: Scan, at: int) -> bool:
    return scan.senses[at] & (Sense.INSTITUTION | Sense.PLACE) == Sense.INSTITUTION


def _ruled_upon(scan: Scan, at: int) -> bool:
    """The same line speaks of rulings."""
    first = last = at
    while first > max(0, at - _FARTHEST) and "\n" not in scan.words[first].gap:
        first -= 1
    while last + 1 < min(len(scan.words), at + _FARTHEST) and "\n" not in scan.words[last + 1].gap:
        last += 1
    return any(scan.words[word].folded in _RULINGS for word in range(first, last + 1))
