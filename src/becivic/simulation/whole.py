"""One population over one library, from the first day to the last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from becivic.rules.consensus import POLICY, Policy
from becivic.simulation.assumptions import ASSUMED, Assumptions
from becivic.simulation.calendar import DAY, MONTH
from becivic.simulation.nature import Nature
from becivic.simulation.populations import Population
from becivic.simulation.troublemakers import FIRST, Loner, ring_of
from becivic.simulation.voters import crowd
from becivic.simulation.world import World

GONE: Final = "gone"
WEEK: Final = 7 * DAY
_LONERS: Final = FIRST + 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How large and how long."""

    seed: int = 1
    artefacts: int = 1000
    months: int = 12
    rings: int = 15
    """The largest ring that is tried on single targets."""

    @property
    def ticks(self) -> int:
        return self.months * MONTH

    def random(self, *words: object) -> Random:
        """Chance of its own for every part, so that one does not disturb the other."""
        return Random("/".join(map(str, (self.seed, *words))))  # noqa: S311  a model, not a secret


@dataclass(frozen=True, slots=True)
class Rules:
    """What a run may change to compare."""

    policy: Policy = POLICY
    assumptions: Assumptions = ASSUMED


@dataclass(slots=True)
class Lived:
    """A world after its time, and how it stood at the end of each week."""

    world: World
    scale: Scale
    weeks: list[Counter[str]] = field(default_factory=list)


def live(
    population: Population, scale: Scale, rules: Rules, on_month: Callable[[int], None] = lambda _: None
) -> Lived:
    world = World(rules.policy, rules.assumptions, scale.random(population.name))
    lived = Lived(world, scale)
    nature = Nature(world)
    nature.arrivals(scale.artefacts)
    crowd(world, population, scale.artefacts, nature.amend)
    if population.ring:
        ring_of(world, population.ring).begin()
    for number in range(population.rejecters + population.flaggers):
        Loner(world, _LONERS + number, flags=number >= population.rejecters).begin()
    for week in range(1, scale.ticks // WEEK + 1):
        world.agenda.at(week * WEEK - 1, lambda: lived.weeks.append(standing(world)))
    for month in range(1, scale.months + 1):
        world.agenda.at(month * MONTH - 1, partial(on_month, month))
    world.run(scale.ticks)
    return lived


def standing(world: World) -> Counter[str]:
    """How many things readers have at what status, right or wrong, and how many they do not have."""
    return Counter(
        f"{'good' if thing.content.is_good else 'bad'}-{thing.status.value}" if thing.is_published else GONE
        for thing in world.things
    )
