"""Owns names that close a text: `Grüße, Jorun`, `thx!! Wannes`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.names.lists import entries
from becivic.names.phrases import Phrases
from becivic.names.recognisers.hit import Hit
from becivic.names.scan import Scan

_CLOSINGS: Final = Phrases(entries("cues", "closings.txt"))
_GAPS: Final = frozenset(" ,!.;:-\u2013\u2014\n\r\u00a0")
_BREAKS: Final = frozenset(",!\n\u2013\u2014")
_LONGEST: Final = 4
_SCORE: Final = 0.7


def find(scan: Scan) -> Iterator[Hit]:
    """Behind a closing and a break, up to the end of the line, nothing but a name."""
    for start, end in scan.runs:
        if end - start <= _LONGEST and scan.is_past_line(end) and _is_signed(scan, start):
            yield Hit(start, end, _SCORE)


def _is_signed(scan: Scan, start: int) -> bool:
    gap = scan.words[start].gap
    if not _GAPS.issuperset(gap) or _BREAKS.isdisjoint(gap) or scan.words[start].shout:
        return False
    return any(_CLOSINGS.end_of(scan.words, at) == start for at in range(max(0, start - 4), start))
