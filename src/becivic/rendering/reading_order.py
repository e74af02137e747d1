"""The order in which a page shows the sections of a body: as somebody at a counter needs them. Pure.

What is no section of ours keeps its place after the one before it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Final

from becivic.corpus.body import Body
from becivic.rules.skills import Section

_ORDER: Final = (
    Section.BRANCHING,
    Section.DOCUMENTS,
    Section.PROCESS,
    Section.SURPRISES,
    Section.OBSERVATIONS,
    Section.BASIS,
    Section.REQUESTS,
)
_PLACES: Final = {section.value: float(place) for place, section in enumerate(_ORDER)}


def reading_order(titles: Sequence[str]) -> list[int]:
    """The sections with these titles, by their number, in the order in which they are read."""
    ranks: list[float] = []
    last = -1.0
    for title in titles:
        last = _PLACES.get(title, last)
        ranks.append(last + (0.0 if title in _PLACES else 0.5))
    return sorted(range(len(ranks)), key=ranks.__getitem__)


def place_in(body: Body) -> Callable[[int], tuple[int, int]]:
    """By what to sort offsets of a body, so that they come as a reader of its page meets them: the introduction first."""
    starts = [section.start for section in body.sections]
    places = [0] * (len(starts) + 1)
    for place, index in enumerate(reading_order([section.title for section in body.sections])):
        places[index + 1] = place + 1
    return lambda offset: (places[bisect_right(starts, offset)], offset)
