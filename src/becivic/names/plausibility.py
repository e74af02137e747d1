"""Owns which hits of a statistical model are believed: it marks clauses, places and plain words too."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final

from becivic.names.context import after_determiner, named_after_a_place, names_a_thing
from becivic.names.lexicon import Sense
from becivic.names.recognisers.hit import Hit
from becivic.names.rows import beside_things
from becivic.names.scan import Scan

_SCORE: Final = 0.75
_LONGEST: Final = 6


def believed(scan: Scan, spans: Iterable[tuple[int, int]]) -> Iterator[Hit]:
    starts = [word.start for word in scan.words]
    for start, end in spans:
        first, last = bisect_left(starts, start), bisect_left(starts, end)
        hit = _trimmed(scan, first, last)
        if hit is not None and _plausible(scan, hit):
            yield hit


def _trimmed(scan: Scan, first: int, end: int) -> Hit | None:
    """Without the small and ordinary words that the model took along at either side, and up to the first comma."""
    while first < end and not scan.nameable(first):
        first += 1
    end = next((at for at in range(first + 1, end) if not scan.joined(at)), end)
    while end > first and not scan.nameable(end - 1):
        end -= 1
    return Hit(first, end, _SCORE) if first < end <= first + _LONGEST else None


def _plausible(scan: Scan, hit: Hit) -> bool:
    words = range(hit.first, hit.end)
    if names_a_thing(scan, hit.first, hit.end) or hit.first in scan.headline:
        return False
    if beside_things(scan, hit.first, hit.end):
        return False
    if any(not (scan.nameable(at) or scan.is_particle(at) or scan.is_initial(at)) for at in words):
        return False
    return len(words) > 1 or _stands_alone(scan, hit.first)


def _stands_alone(scan: Scan, at: int) -> bool:
    word, sense = scan.words[at], scan.senses[at]
    if word.shout or word.opens or after_determiner(scan, at) or named_after_a_place(scan, at):
        return False
    return sense.sure or bool(sense & Sense.SHAPED)
