"""How much of a task is answered: what each thing asked for weighs, and what is lost where one is not touched.

Knows nothing of what nodes say, only how strongly they speak of what was asked. The figures are those of the service, where
they were found with the questions in tests/fixtures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import Final, NamedTuple

from becivic_harness.asked import ASIDE, UNKNOWN, WEIGHTS, WORD, Want
from becivic_harness.known_by import TITLE, KnownBy, Standing
from becivic_harness.sayings import ELSEWHERE, HINT, MATTER, NAME, SIDE

FITS_FROM: Final = 0.28
"""How much of what was asked must be answered for."""

_COMMON: Final = 0.6
"""So much of its weight a matter keeps that many nodes speak of: it is asked for, and a circumstance is not."""
_MISSED: Final = {NAME: 0.3, MATTER: 0.3, ELSEWHERE: 0.5}
"""What an answer loses that does not touch it. What no node covers counts most: the task is about that."""
_TOUCHED: Final = 0.2
"""Less than this is a word in passing."""
_CHATTER: Final = 1.0
"""However much is told besides what is asked, it weighs no more than this."""
_IS_CHATTER: Final = (WORD, UNKNOWN, ASIDE)
_IS_EXTRA: Final = (SIDE, HINT)
"""Counts for those who have it, and not against those who have not."""
_LEAST: Final = 1.2
"""How much must be found before a task that names no matter can be answered."""
_UNNAMED: Final = 0.6
"""What is left of an answer to a task that names no matter, only what to do with one or where it is from."""


class Sought(NamedTuple):
    """Something asked for, and which nodes speak of it, by their numbers."""

    want: Want
    found: Mapping[int, Standing]
    rarity: float
    """What few nodes are known by says more, from 0 to 1."""
    weight: float

    @property
    def is_matter(self) -> bool:
        return self.want.bearing in _MISSED


def sought(wants: Sequence[Want], known_by: KnownBy) -> list[Sought]:
    """People tell stories: what they tell besides may not drown what they ask."""
    all_of_it = [_sought(want, known_by) for want in wants]
    chatter = sum(each.weight for each in all_of_it if each.want.bearing in _IS_CHATTER)
    share = min(1.0, _CHATTER / chatter) if chatter else 1.0
    return [
        each._replace(weight=each.weight * share) if each.want.bearing in _IS_CHATTER else each
        for each in all_of_it
    ]


def _sought(want: Want, known_by: KnownBy) -> Sought:
    """What the graph does not cover is spoken of only by a node that is called by it."""
    found = known_by.standing(want)
    if want.bearing == ELSEWHERE:
        found = {number: standing for number, standing in found.items() if TITLE in standing.fields}
    rarity = log(1 + known_by.count / (1 + len(found))) / log(2 + known_by.count)
    least = _COMMON if want.bearing in (NAME, MATTER) else 0.0
    return Sought(want, found, rarity, WEIGHTS[want.bearing] * max(rarity, least))


def share_of(all_of_it: Sequence[Sought], strengths: Sequence[float]) -> float:
    """How much one node answers for, to be compared with others."""
    pairs = list(zip(all_of_it, strengths))
    found = sum(each.weight * strength for each, strength in pairs)
    return found / (sum(each.weight for each in all_of_it) or 1.0) * _left(pairs)


def answered(all_of_it: Sequence[Sought], strengths: Sequence[float]) -> float:
    """How much of a task is answered at all. That many nodes speak of a matter makes it no less of one."""
    if all(each.want.bearing == ASIDE for each in all_of_it):
        return 0.0
    pairs = _without_asides(list(zip(all_of_it, strengths)))
    found = whole = 0.0
    for each, strength in pairs:
        weight = WEIGHTS[each.want.bearing] if each.is_matter else each.weight
        found += weight * strength
        whole += weight * (strength if each.want.bearing in _IS_EXTRA else 1.0)
    if any(each.is_matter and strength >= _TOUCHED for each, strength in pairs):
        return found / whole * _left(pairs)
    return found / max(whole, _LEAST) * _left(pairs) * _UNNAMED


def _without_asides(pairs: list[tuple[Sought, float]]) -> list[tuple[Sought, float]]:
    """Whoever calls a procedure by its name asks about it: what else they speak of is how they came to it."""
    if not any(each.want.bearing == NAME and strength >= _TOUCHED for each, strength in pairs):
        return pairs
    return [(each, strength) for each, strength in pairs if each.want.bearing != ELSEWHERE]


def _left(pairs: Sequence[tuple[Sought, float]]) -> float:
    """What is left of an answer that does not touch matters asked about: the less, the rarer a matter is."""
    left = 1.0
    for each, strength in pairs:
        if each.is_matter and strength < _TOUCHED:
            left *= 1 - _MISSED[each.want.bearing] * each.rarity
    return left
