"""What a ring of k addresses can do to one target, among the votes of a population: small worlds, one aim each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.simulation.assumptions import STILL, Assumptions
from becivic.simulation.calendar import DAY
from becivic.simulation.contents import Content, Quality
from becivic.simulation.measures import share
from becivic.simulation.nature import Nature
from becivic.simulation.populations import Population
from becivic.simulation.things import Thing
from becivic.simulation.troublemakers import FIRST, Ring
from becivic.simulation.voters import crowd
from becivic.simulation.whole import Rules, Scale
from becivic.simulation.world import World

_TRIALS: Final = 20
"""Targets, each in the same world and dealt with by itself."""
_SETTLED_DAYS: Final = 30
"""How long stable content has been so when the ring comes."""
_DAYS: Final = 45
"""How long the ring keeps at it."""
_AUTHOR: Final = FIRST - 1
_HALF: Final = 0.5


class Aim(StrEnum):
    BETA = "bad to beta"
    STABLE = "bad to stable"
    ROLLBACK = "stable skill rolled back"
    WIPE = "stable value wiped"


@dataclass(frozen=True, slots=True)
class _Trial:
    target: TargetType
    quality: Quality
    status: Status
    begins: int
    """The day on which the ring comes."""


_PUSH: Final = _Trial(TargetType.SKILL, Quality.WRONG, Status.ALPHA, 0)
_PULL: Final = _Trial(TargetType.SKILL, Quality.GOOD, Status.STABLE, _SETTLED_DAYS)
_EMPTY: Final = replace(_PULL, target=TargetType.VOLATILE_VALUE)


def ring_table(
    population: Population, scale: Scale, rules: Rules, on_size: Callable[[int], None] = lambda _: None
) -> dict[str, Any]:
    """Among those of a population who mean well; its own troublemakers are elsewhere. For every aim the share of targets it was reached on, by size, and the smallest ring that reaches half of them."""
    reached: dict[Aim, list[float]] = {aim: [] for aim in Aim}
    for size in range(1, scale.rings + 1):
        pushed = [thing.content for thing in _tried(_PUSH, size, population, scale, rules)]
        reached[Aim.BETA].append(_share((False, Status.BETA) in each.reached for each in pushed))
        reached[Aim.STABLE].append(_share((False, Status.STABLE) in each.reached for each in pushed))
        for aim, trial in ((Aim.ROLLBACK, _PULL), (Aim.WIPE, _EMPTY)):
            things = _tried(trial, size, population, scale, rules)
            reached[aim].append(_share(thing.status is not Status.STABLE for thing in things))
        on_size(size)
    return {aim.value: {"by_size": shares, "smallest": _smallest(shares)} for aim, shares in reached.items()}


def _share(outcomes: Iterable[bool]) -> float:
    found = list(outcomes)
    return share(sum(found), len(found))


def _smallest(shares: list[float]) -> int | None:
    return next((size for size, each in enumerate(shares, 1) if each >= _HALF), None)


def _tried(trial: _Trial, size: int, population: Population, scale: Scale, rules: Rules) -> list[Thing]:
    still = _still(rules.assumptions)
    chance = scale.random("ring", population.votes, population.careless, size, trial.target, trial.status)
    world = World(rules.policy, still, chance)
    nature = Nature(world)
    for number in range(_TRIALS):
        world.add(_target(trial, number))
    crowd(world, population, _TRIALS, nature.amend)
    ring = Ring(
        world,
        range(FIRST, FIRST + size),
        pushes=lambda thing: not thing.content.is_good,
        pulls=lambda thing: thing.content.is_good and thing.status is trial.status,
    )
    ring.begin(trial.begins)
    world.run((trial.begins + _DAYS) * DAY)
    return world.things


def _still(assumed: Assumptions) -> Assumptions:
    """Nothing moves but votes, and no limit is in the way of a ring that has the time for one target a day."""
    return replace(
        STILL,
        volume=assumed.volume,
        validations_a_day=max(assumed.validations_a_day, _TRIALS),
        restored_after=10_000,
    )


def _target(trial: _Trial, number: int) -> Thing:
    content = Content(quality=trial.quality, author=_AUTHOR, born=0, is_new=True)
    return Thing(number=number, target=trial.target, content=content, status=trial.status)
