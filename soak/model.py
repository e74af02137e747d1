"""What a run should weigh, said before it begins: from how much is sent, and what one of each kind leaves behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from soak.traffic import SHARES

BOUND: Final = 0.20
"""How far the database may be from what was said."""

LEAVES: Final = {
    "concern": 1400,
    "named": 2600,
    "value": 2100,
    "reference": 2100,
    "body": 2200,
    "vote": 650,
    "reject": 750,
    "flag": 2500,
    "feedback": 1000,
    "rating": 400,
    "analytics": 150,
    "draft": 900,
}
"""Bytes that one of a kind leaves for good, in every table and index: its words, its salt, its change request, what was
decided about it, and the line of each queue it was in. From two months over forty skills, table by table; of a draft the
fifth part, since one in five is sent. Whatever is not here leaves nothing: what was refused, sent twice or taken back."""


@dataclass(frozen=True, slots=True)
class Predicted:
    """In bytes."""

    at_start: int
    a_day: int
    days: int

    @property
    def at_end(self) -> int:
        return self.at_start + self.a_day * self.days


def predicted(at_start: int, sent_a_day: int, days: int, leaves: Mapping[str, int] = LEAVES) -> Predicted:
    """`at_start` is the size right after the first start: it depends on the corpus alone."""
    of_all = sum(SHARES.values())
    each = sum(share * leaves.get(kind, 0) for kind, share in SHARES.items()) / of_all
    return Predicted(at_start, round(each * sent_a_day), days)


def slope(samples: list[float]) -> float:
    """By least squares, in the unit of the samples for each step."""
    middle, mean = (len(samples) - 1) / 2, sum(samples) / len(samples)
    steps = [number - middle for number in range(len(samples))]
    spread = sum(step * step for step in steps)
    return sum(step * (sample - mean) for step, sample in zip(steps, samples, strict=True)) / spread
