"""In which months a step falls, once somebody has said when they want to file. Without that nothing is dated."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from becivic_harness.months import month_number, month_text, this_month

FILING: Final = "filing"
FILING_FACT: Final = "filing_month"
FILING_DAY_FACT: Final = "filing_date"

_EARLY: Final = 3
"""Months before filing in which what takes long is begun."""
_LATE: Final = 1
"""Months before filing in which a paper is asked for that soon is too old."""


class Window(NamedTuple):
    """The first and the last month, both included, as YYYY-MM."""

    start: str
    end: str


class Filing(NamedTuple):
    """Months as numbers."""

    month: int
    now: int

    @classmethod
    def of(cls, facts: Mapping[str, Any], today: date) -> Filing | None:
        said = str(facts.get(FILING_FACT) or facts.get(FILING_DAY_FACT) or "")[:7]
        month, now = month_number(said), this_month(today)
        return None if month is None or month < now else cls(month, now)

    def between(self, first: int, last: int) -> Window:
        """So many months before filing until so many; nothing is asked of anybody in the past."""
        start = max(self.month - first, self.now)
        return Window(month_text(start), month_text(max(self.month - last, start)))


def window(
    timing: str, filing: Filing | None, paper_months: int | None, *, is_prerequisite: bool
) -> Window | None:
    """What another procedure wants first is done before the month of its filing."""
    if filing is None:
        return None
    if is_prerequisite or timing == "months-before-filing":
        return filing.between(_EARLY, 1)
    if timing == "post-filing":
        return filing.between(0, -1)
    if timing in ("at-filing", FILING):
        return filing.between(0, 0)
    return filing.between(min(_LATE, paper_months) if paper_months else _EARLY, 0)
