"""Locating with Python's own engine, which backtracks: in windows, and never for ever.

Windows overlap by more than the widest match, so cutting changes no answer. A window that takes too
long counts as fired, and so does the rest of that text for that rule: no input buys more than one
slow window a rule.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Callable, Final

from becivic_scrub import dialect
from becivic_scrub.backtracking import refuse_runaway
from becivic_scrub.finding import Hit
from becivic_scrub.fold import Folded, fold
from becivic_scrub.rules import Rule

WINDOW: Final = 2048
_OVERLAP: Final = dialect.WIDEST_MATCH + 2
TIME_LIMIT: Final = 0.5
"""Seconds of this thread's own work for one rule on one window; ordinary text takes a thousandth of it."""


class WindowedLocator:
    """Finds where rules fire, with nothing but the standard library."""

    def __init__(
        self,
        rules: Sequence[Rule],
        *,
        limit: float = TIME_LIMIT,
        timer: Callable[[], float] = time.thread_time,
    ) -> None:
        self._patterns: list[tuple[int, re.Pattern[str] | None]] = [
            (number, _runnable(rule)) for number, rule in enumerate(rules)
        ]
        self._limit = limit
        self._timer = timer

    def locate(self, text: str, most: int | None = None) -> tuple[Folded, list[Hit]]:
        folded = fold(text)
        hits: list[Hit] = []
        for number, pattern in self._patterns:
            hits += islice(self._hits(number, pattern, folded.text), most)
        return folded, hits

    def _hits(self, number: int, pattern: re.Pattern[str] | None, text: str) -> Iterator[Hit]:
        if pattern is None:
            yield Hit(number, 0, len(text), ran=False)
            return
        place = 0
        for first in range(0, len(text), WINDOW):
            began = self._timer()
            for start, end in _spans(pattern, text, max(place, first), first + WINDOW):
                yield Hit(number, start, end)
                place = end
            if self._timer() - began > self._limit:
                yield Hit(number, first, len(text), ran=False)
                return


def _runnable(rule: Rule) -> re.Pattern[str] | None:
    """The pattern, or None for one that is refused or could be kept busy for ever: then it counts as fired."""
    try:
        refuse_runaway(rule.pattern, rule.flags)
        return dialect.compiled(rule.pattern, rule.flags)
    except dialect.PatternRefused:
        return None


def _spans(pattern: re.Pattern[str], text: str, place: int, beyond: int) -> Iterator[tuple[int, int]]:
    """Where the pattern's group (or all of it) lies, for matches that begin before `beyond`."""
    while True:
        match = pattern.search(text, place, beyond + _OVERLAP)
        if match is None or match.start() >= beyond:
            return
        start, end = match.span(match.lastindex or 0)
        yield start, end
        place = end
