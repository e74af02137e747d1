"""Locating with Python's own engine, which backtracks: in windows, and never for ever.

Windows overlap by more than the widest match, so cutting changes no answer. A window that takes too
long counts as fired, and so does the rest of that text for that rule: no input buys more than one
slow window a rule.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Callable, Final, Optional

from becivic_scrub.finding import Hit
from becivic_scrub.fold import Folded, fold
from becivic_scrub.patterns import WIDEST_MATCH
from becivic_scrub.rules import Rule

WINDOW: Final = 2048
_OVERLAP: Final = WIDEST_MATCH + 2
TIME_LIMIT: Final = 0.5
"""Seconds of this thread's own work for one rule on one window; ordinary text takes a thousandth of it."""


Candidates = Callable[[str], Iterable[tuple[int, Optional[re.Pattern[str]]]]]
"""Folded text to the rules that may match it: number and pattern, None for a rule that may not run."""


class WindowedLocator:
    """Finds where rules fire, with nothing but the standard library. Every rule is tried unless `candidates` says
    which."""

    def __init__(
        self,
        rules: Sequence[Rule],
        *,
        limit: float = TIME_LIMIT,
        timer: Callable[[], float] = time.thread_time,
        candidates: Candidates | None = None,
    ) -> None:
        self._candidates = candidates or _all_of(rules)
        self._limit = limit
        self._timer = timer

    def locate(self, text: str, most: int | None = None) -> tuple[Folded, list[Hit]]:
        folded = fold(text)
        hits: list[Hit] = []
        for number, pattern in self._candidates(folded.text):
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


def _all_of(rules: Sequence[Rule]) -> Candidates:
    patterns = [(number, _runnable(rule)) for number, rule in enumerate(rules)]
    return lambda _: patterns


def _runnable(rule: Rule) -> re.Pattern[str] | None:
    """The pattern, or None for one that is refused or could be kept busy for ever: then it counts as fired."""
    from becivic_scrub import dialect  # noqa: PLC0415  slow to load, and whoever has prepared needs neither
    from becivic_scrub.backtracking import refuse_runaway  # noqa: PLC0415

    try:
        pattern = dialect.compiled(rule.pattern, rule.flags)
        refuse_runaway(rule.pattern, rule.flags)
    except dialect.PatternRefused:
        return None
    return pattern


def _spans(pattern: re.Pattern[str], text: str, place: int, beyond: int) -> Iterator[tuple[int, int]]:
    """Where the pattern's group (or all of it) lies, for matches that begin before `beyond`."""
    while True:
        match = pattern.search(text, place, beyond + _OVERLAP)
        if match is None or match.start() >= beyond:
            return
        start, end = match.span(match.lastindex or 0)
        yield start, end
        place = end
