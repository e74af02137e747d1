"""How much of a question is answered: what each thing asked for weighs, and what is lost where one is not touched.

Knows nothing of entries, only how strongly they speak of what was asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Final

from becivic.search.question import Bearing, Want

_MISSED: Final = {Bearing.NAME: 0.3, Bearing.MATTER: 0.3, Bearing.ELSEWHERE: 0.5}
"""What an answer loses that does not touch it. What no page covers counts most: the question is about that."""
_TOUCHED: Final = 0.2
"""Less than this is a word in passing."""
_CHATTER: Final = 1.0
"""However much is told besides what is asked, it weighs no more than this."""
_IS_CHATTER: Final = (Bearing.WORD, Bearing.UNKNOWN, Bearing.ASIDE)
_IS_EXTRA: Final = (Bearing.SIDE, Bearing.HINT)
"""Counts for those who have it, and not against those who have not."""
_LEAST: Final = 1.2
"""How much must be found before a question that names no matter can be answered."""
_UNNAMED: Final = 0.6
"""What is left of an answer to a question that names no matter, only what to do with one or where it is from."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Something asked for, and which entries may have it, by their numbers."""

    want: Want
    known_by: Mapping[int, float]
    in_text: Mapping[int, float]
    rarity: float
    """What few entries are known by says more, from 0 to 1."""
    weight: float


def quietened(sought: Sequence[Sought]) -> list[Sought]:
    """People tell stories: what they tell besides may not drown what they ask."""
    chatter = sum(each.weight for each in sought if each.want.bearing in _IS_CHATTER)
    share = min(1.0, _CHATTER / chatter) if chatter else 1.0
    return [
        replace(each, weight=each.weight * share) if each.want.bearing in _IS_CHATTER else each
        for each in sought
    ]


def share_of(sought: Sequence[Sought], strengths: Sequence[float]) -> float:
    """How much one entry answers for, to be compared with others."""
    pairs = list(zip(sought, strengths, strict=True))
    found = sum(each.weight * strength for each, strength in pairs)
    return found / (sum(each.weight for each in sought) or 1.0) * _left(pairs)


def answered(sought: Sequence[Sought], strengths: Sequence[float]) -> float:
    """How much of a question is answered at all. That many entries speak of a matter makes it no less of one."""
    pairs = _without_asides(list(zip(sought, strengths, strict=True)))
    weights = [each.want.bearing.weight if each.want.bearing in _MISSED else each.weight for each, _ in pairs]
    found = sum(weight * strength for weight, (_, strength) in zip(weights, pairs, strict=True))
    whole = sum(
        weight * (strength if each.want.bearing in _IS_EXTRA else 1.0)
        for weight, (each, strength) in zip(weights, pairs, strict=True)
    )
    if any(each.want.bearing in _MISSED and strength >= _TOUCHED for each, strength in pairs):
        return found / whole * _left(pairs)
    return found / max(whole, _LEAST) * _left(pairs) * _UNNAMED


def _without_asides(pairs: list[tuple[Sought, float]]) -> list[tuple[Sought, float]]:
    """Whoever calls a procedure by its name asks about it: what else they speak of is how they came to it."""
    if not any(each.want.bearing is Bearing.NAME and strength >= _TOUCHED for each, strength in pairs):
        return pairs
    return [(each, strength) for each, strength in pairs if each.want.bearing is not Bearing.ELSEWHERE]


def _left(pairs: Sequence[tuple[Sought, float]]) -> float:
    """What is left of an answer that does not touch matters asked about: the less, the rarer a matter is."""
    return prod(
        1 - _MISSED[each.want.bearing] * each.rarity
        for each, strength in pairs
        if each.want.bearing in _MISSED and strength < _TOUCHED
    )
