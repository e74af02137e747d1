"""Those who mean well: how often they vote, on what, and how well they see what is right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random
from typing import Final

from becivic.simulation.calendar import MONTH
from becivic.simulation.contents import Quality
from becivic.simulation.populations import Population
from becivic.simulation.things import Thing
from becivic.simulation.world import Ballot, World

_VOTES_EACH: Final = 2
"""A month, on average: most vote once, a few very often."""
_TAIL: Final = 1.5
"""The exponent of the Pareto law by which some vote more and some things are met more."""
_MOST: Final = 20.0


@dataclass(frozen=True, slots=True)
class Habits:
    error: float
    """How often it takes right for wrong, and wrong for right."""
    notices: float
    """How often it flags an injection that it meets."""
    flags_wrongly: float


HONEST: Final = Habits(error=0.03, notices=0.6, flags_wrongly=0.0002)
CARELESS: Final = Habits(error=0.25, notices=0.2, flags_wrongly=0.003)


def heavy_tailed(random: Random) -> float:
    return min(random.paretovariate(_TAIL), _MOST)


@dataclass(slots=True)
class Crowd:
    """Addresses by number: the honest first, then the careless. Their votes come one by one, at random times."""

    world: World
    a_month: float
    addresses: int
    honest: int
    amend: Callable[[Thing, int], None]
    _agents: Sequence[float] = field(init=False)
    _things: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Both groups give their share of the votes, however the tail falls."""
        random = self.world.random
        weights = [heavy_tailed(random) for _ in range(self.addresses)]
        shares = (weights[: self.honest], weights[self.honest :])
        self._agents = list(accumulate(w * len(group) / sum(group) for group in shares for w in group))
        self._plan()

    def _plan(self) -> None:
        wait = self.world.random.expovariate(self.a_month / MONTH)
        self.world.agenda.at(self.world.tick + max(1, round(wait)), self._vote)

    def _vote(self) -> None:
        random, things = self.world.random, self.world.things
        if things:
            if len(self._things) != len(things):
                self._things = list(accumulate(thing.weight for thing in things))
            address = random.choices(range(self.addresses), cum_weights=self._agents)[0]
            thing = random.choices(things, cum_weights=self._things)[0]
            self._judge(thing, address)
        self._plan()

    def _judge(self, thing: Thing, address: int) -> None:
        habits = HONEST if address < self.honest else CARELESS
        ballots = _path_ballots if thing.content.works else _ballots
        given = ballots(thing, address, habits, self.world.random)
        taken = [ballot for ballot in given if self.world.cast(thing, ballot)]
        if taken and not taken[-1].confirms:
            self.amend(thing, address)


def crowd(world: World, population: Population, things: int, amend: Callable[[Thing, int], None]) -> None:
    """Fills a world with those who mean well, as many as the votes of a library of this size need."""
    a_month = population.votes * things * world.assumptions.volume
    addresses = round(a_month / _VOTES_EACH)
    if addresses:
        careless = round(addresses * population.careless)
        Crowd(world, a_month, addresses, addresses - careless, amend)


def _flags(thing: Thing, habits: Habits, random: Random) -> bool:
    is_hostile = thing.content.quality is Quality.HOSTILE
    return random.random() < (habits.notices if is_hostile else habits.flags_wrongly)


def _ballots(thing: Thing, address: int, habits: Habits, random: Random) -> list[Ballot]:
    flagged = _flags(thing, habits, random)
    is_seen_good = thing.content.is_good is not (random.random() < habits.error)
    return [Ballot(address, is_seen_good and not flagged, flagged)]


def _path_ballots(thing: Thing, address: int, habits: Habits, random: Random) -> list[Ballot]:
    """Every source that is tried gives a vote; the first that works ends it (R-PLC-04)."""
    if _flags(thing, habits, random):
        return [Ballot(address, confirms=False, flagged=True, source=0)]
    cast: list[Ballot] = []
    for number, works in enumerate(thing.content.works):
        is_seen_working = works is not (random.random() < habits.error)
        cast.append(Ballot(address, is_seen_working, source=number))
        if is_seen_working:
            break
    return cast
