"""Owns what a finder answers: where a person is named, how sure we are and who says so; never the text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class PersonSpan:
    start: int
    end: int
    score: float
    recogniser: str


def merged(spans: Iterable[PersonSpan]) -> list[PersonSpan]:
    """One span a person: those that touch the same letters become one, told by the surest."""
    result: list[PersonSpan] = []
    for span in sorted(spans):
        if result and span.start < result[-1].end:
            best = max(result[-1], span, key=lambda s: s.score)
            result[-1] = PersonSpan(
                result[-1].start, max(result[-1].end, span.end), best.score, best.recogniser
            )
        else:
            result.append(span)
    return result
