"""What a benchmark finds, in one shape: ours beside what one would use instead, round by round, and the bar if there is one.

Rounds take turns, so that a busy neighbour slows both alike; the median of each side counts, and the spread tells how far rounds differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from statistics import median
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bench.rounds import Run

OURS: Final = "Be Civic"


class Unit(Enum):
    """What is counted: how it is written, and whether more of it is better."""

    PER_SECOND = ("a second", True)
    PERCENT = ("%", True)
    MICROSECONDS = ("µs", False)
    MILLISECONDS = ("ms", False)
    SECONDS = ("s", False)
    MEGABYTES = ("MB", False)

    def __init__(self, said: str, more_is_better: bool) -> None:  # noqa: FBT001  an enum's members are written so
        self.said = said
        self.more_is_better = more_is_better


class Told(Enum):
    """What the ratio is of: speed is good to have much of, cost is good to have little of."""

    SPEED = "its speed"
    TIME = "the time"
    MEMORY = "the memory"
    RIGHT = "as often right"

    @property
    def is_cost(self) -> bool:
        return self in (Told.TIME, Told.MEMORY)


@dataclass(frozen=True, slots=True)
class Bar:
    """What must hold: of the ratio, or of our own figure where the bar is an absolute one."""

    limit: float
    is_least: bool
    is_absolute: bool = False

    def holds(self, ratio: float, figure: float) -> bool:
        found = figure if self.is_absolute else ratio
        return found >= self.limit if self.is_least else found <= self.limit

    def margin(self, ratio: float, figure: float) -> float:
        """How far it is held, as a factor; below one where it is missed."""
        found = figure if self.is_absolute else ratio
        return found / self.limit if self.is_least else self.limit / found


def at_least(ratio: float) -> Bar:
    return Bar(ratio, is_least=True)


def at_most(ratio: float) -> Bar:
    return Bar(ratio, is_least=False)


def ours_at_least(figure: float) -> Bar:
    return Bar(figure, is_least=True, is_absolute=True)


def ours_at_most(figure: float) -> Bar:
    return Bar(figure, is_least=False, is_absolute=True)


@dataclass(frozen=True, slots=True)
class Measured:
    """One comparison. `ours` and `theirs` have a figure for each round, in the order of the rounds."""

    what: str
    beside: str
    unit: Unit
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    told: Told = Told.SPEED
    bar: Bar | None = None
    note: str = ""

    @property
    def figure(self) -> float:
        return median(self.ours)

    @property
    def other(self) -> float:
        return median(self.theirs)

    @property
    def ratio(self) -> float:
        return self._of(self.figure, self.other)

    @property
    def spread(self) -> tuple[float, float]:
        """The lowest and the highest ratio of a round; of all pairs where one side has more rounds than the other."""
        if len(self.ours) == len(self.theirs):
            ratios = list(map(self._of, self.ours, self.theirs))
        else:
            ratios = [self._of(ours, theirs) for ours in self.ours for theirs in self.theirs]
        return min(ratios), max(ratios)

    @property
    def holds(self) -> bool:
        """True where there is no bar."""
        return self.bar is None or self.bar.holds(self.ratio, self.figure)

    def _of(self, ours: float, theirs: float) -> float:
        """Larger is better of speed, smaller of cost."""
        is_direct = self.unit.more_is_better or self.told.is_cost
        return ours / theirs if is_direct else theirs / ours


def compared(  # noqa: PLR0913  the columns of a table
    what: str,
    taken: Mapping[str, Sequence[float]],
    beside: str,
    unit: Unit,
    *,
    ours: str = OURS,
    told: Told = Told.SPEED,
    bar: Bar | None = None,
    note: str = "",
) -> Measured:
    """Two of those that took turns."""
    return Measured(what, beside, unit, tuple(taken[ours]), tuple(taken[beside]), told, bar, note)


def hardest(listed: Sequence[Measured], what: str) -> Measured:
    """Of many that have one bar, the one that comes nearest to it: where it holds, all hold."""
    found = min(listed, key=lambda each: each.bar.margin(each.ratio, each.figure) if each.bar else each.ratio)
    return replace(found, what=what, note=f"of {len(listed)}, the hardest: {found.what}")


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A module's own: what is measured and how, with its traps, in words; and how it is done."""

    title: str
    about: str
    packages: tuple[str, ...]
    """Distributions whose versions matter to whoever reads the ratios."""
    measure: Callable[[Run], list[Measured]]
