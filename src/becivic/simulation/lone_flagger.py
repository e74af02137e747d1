"""What one address that flags all it can does to a library of good content in a month, with and without rulings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from becivic.lifecycle.artefact import PriorKind
from becivic.rules.consensus import DecisionKind
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.simulation.assumptions import STILL
from becivic.simulation.calendar import DAY, days
from becivic.simulation.contents import Content, Quality
from becivic.simulation.nature import Nature
from becivic.simulation.things import Earlier, Thing
from becivic.simulation.troublemakers import FIRST, Loner
from becivic.simulation.whole import Rules, Scale
from becivic.simulation.world import World

ANSWERS: Final = (1, 3, 7, 14)
"""Days that a maintainer takes to answer."""
_DAYS: Final = 30
_THINGS: Final = 120
_KINDS: Final = (TargetType.SKILL, TargetType.VOLATILE_VALUE, TargetType.REFERENCE)
_AUTHOR: Final = FIRST - 1


def lone_flagger(scale: Scale, rules: Rules) -> list[dict[str, Any]]:
    return [
        _month(scale, rules, answer, has_sanctions=has_sanctions)
        for has_sanctions in (False, True)
        for answer in ANSWERS
    ]


def _month(scale: Scale, rules: Rules, answer: int, *, has_sanctions: bool) -> dict[str, Any]:
    assumed = rules.assumptions
    still = replace(
        STILL,
        ruled_after=answer,
        has_sanctions=has_sanctions,
        flags_a_day=assumed.flags_a_day,
        validations_a_day=assumed.validations_a_day,
    )
    world = World(rules.policy, still, scale.random("flagger", answer, has_sanctions))
    Nature(world)
    for number in range(_THINGS):
        world.add(_good(number))
    Loner(world, FIRST, flags=True).begin()
    world.run(_DAYS * DAY)
    hit = [each for each in world.settled if each.kind is DecisionKind.QUARANTINE]
    return {
        "answer_days": answer,
        "sanctions": has_sanctions,
        "flags": world.votes,
        "quarantines": len(hit),
        "pulled": sum(each.earlier is None for each in hit),
        "lost_days": round(days(sum(thing.lost for thing in world.things)), 1),
    }


def _good(number: int) -> Thing:
    """A library in which every second stable artefact has an earlier text to go back to."""
    status = (Status.STABLE, Status.BETA, Status.ALPHA)[number % 3]
    thing = Thing(number=number, target=_KINDS[number // 3 % 3], content=_content(), status=status)
    if status is Status.STABLE and number % 2:
        thing.earlier = Earlier(PriorKind.STABLE, Status.STABLE, _content())
    return thing


def _content() -> Content:
    return Content(quality=Quality.GOOD, author=_AUTHOR, born=0, is_new=True)
