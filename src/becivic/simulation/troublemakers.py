"""Those who mean harm: single addresses that reject or flag all they can, and rings that act as one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from becivic.simulation.calendar import DAY
from becivic.simulation.things import Thing
from becivic.simulation.world import Ballot, World

FIRST: Final = 2_000_000
"""Their addresses begin here: nobody of the crowd, no author."""
_TRIES: Final = 20
"""How often somebody looks for something new to spoil before giving up for the day, for every vote left."""
_PULLED: Final = 50
"""Of the good things, a ring goes after every so-manieth."""


@dataclass(slots=True)
class Loner:
    """Every day, at some time, all that the limits let it send, on things it has not dealt with yet."""

    world: World
    address: int
    flags: bool
    _done: set[tuple[int, str, object]] = field(default_factory=set)

    def begin(self, day: int = 0) -> None:
        tick = day * DAY + self.world.random.randrange(DAY)
        self.world.agenda.at(tick, partial(self._act, day))

    def _act(self, day: int) -> None:
        left = self.world.desk.left(self.address, day, flagged=self.flags)
        for _ in range(left * _TRIES if self.world.things else 0):
            thing = self.world.random.choice(self.world.things)
            if left and self._is_target(thing):
                left -= self.world.cast(thing, Ballot(self.address, confirms=False, flagged=self.flags))
                self._done.add(_cohort(thing))
        self.begin(day + 1)

    def _is_target(self, thing: Thing) -> bool:
        return thing.is_published and thing.content.is_good and _cohort(thing) not in self._done


@dataclass(slots=True)
class Ring:
    """Addresses that share a list: once in every cohort each confirms what they push and rejects what they pull."""

    world: World
    members: range
    pushes: Callable[[Thing], bool]
    pulls: Callable[[Thing], bool]
    _done: set[tuple[int, tuple[int, str, object]]] = field(default_factory=set)

    def begin(self, day: int = 0) -> None:
        self.world.agenda.at(day * DAY, partial(self._gather, day))

    def _gather(self, day: int) -> None:
        """The list of the day, and when each of them works it off."""
        listed = [
            (thing, is_pushed)
            for thing in self.world.things
            if thing.is_published and ((is_pushed := self.pushes(thing)) or self.pulls(thing))
        ]
        for address in self.members:
            tick = self.world.tick + self.world.random.randrange(DAY)
            self.world.agenda.at(tick, partial(self._act, address, day, listed))
        self.begin(day + 1)

    def _act(self, address: int, day: int, listed: list[tuple[Thing, bool]]) -> None:
        left = self.world.desk.left(address, day, flagged=False)
        for thing, confirms in listed:
            mark = (address, _cohort(thing))
            if left <= 0 or mark in self._done:
                continue
            self._done.add(mark)
            left -= self.world.cast(thing, Ballot(address, confirms))


def ring_of(world: World, size: int) -> Ring:
    """A ring in a whole library: it pushes bad content and goes after some of the good."""
    return Ring(
        world,
        range(FIRST, FIRST + size),
        pushes=lambda thing: not thing.content.is_good,
        pulls=lambda thing: thing.number % _PULLED == 0 and thing.content.is_good,
    )


def _cohort(thing: Thing) -> tuple[int, str, object]:
    return thing.number, thing.status.value, thing.cohort
