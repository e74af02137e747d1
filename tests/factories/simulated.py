"""Small things of the model world, ready to be voted on."""

from __future__ import annotations

from random import Random

from becivic.rules.consensus import POLICY, Policy
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.simulation.assumptions import STILL, Assumptions
from becivic.simulation.contents import Content, Quality
from becivic.simulation.things import Earlier, Thing
from becivic.simulation.world import Ballot, World

AUTHOR = 999


def content(
    quality: Quality = Quality.GOOD, works: tuple[bool, ...] = (), author: int = AUTHOR, born: int = 0
) -> Content:
    return Content(quality=quality, author=author, born=born, is_new=True, works=list(works))


def thing(
    target: TargetType = TargetType.SKILL,
    status: Status = Status.ALPHA,
    held: Content | None = None,
    earlier: Earlier | None = None,
    number: int = 0,
) -> Thing:
    works = (True, True) if target is TargetType.PATH else ()
    return Thing(
        number=number, target=target, status=status, content=held or content(works=works), earlier=earlier
    )


def world(*things: Thing, assumptions: Assumptions = STILL, policy: Policy = POLICY, seed: int = 1) -> World:
    made = World(policy, assumptions, Random(seed))
    for each in things:
        made.add(each)
    return made


def votes(of: World, on: Thing, confirms: int = 0, rejects: int = 0, flags: int = 0) -> None:
    """From as many addresses, in the tick that is now."""
    verdicts = [(True, False)] * confirms + [(False, False)] * rejects + [(False, True)] * flags
    for address, (is_confirm, flagged) in enumerate(verdicts):
        assert of.cast(on, Ballot(address, is_confirm, flagged))
