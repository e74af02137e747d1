"""Owns the stretches of text that finders report, and how those that overlap become one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch by its offsets in characters, and what it is. Never the text."""

    start: int
    end: int
    kind: str


def merged(spans: Iterable[Span]) -> list[Span]:
    """By place, without overlap. Of those that overlap the first in order of place gives the kind."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start < found[-1].end:
            last = found[-1]
            found[-1] = last._replace(end=max(last.end, span.end))
        else:
            found.append(span)
    return found
