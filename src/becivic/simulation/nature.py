"""What happens to content without anybody's vote: it arrives, reality leaves it, it is amended, restored, probed, ruled on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final

from becivic.rules.consensus import TICK_EVERY, DecisionKind
from becivic.rules.statuses import Status
from becivic.rules.submissions import STAGING_WINDOW
from becivic.rules.targets import TargetType
from becivic.simulation.assumptions import CHANGES_A_YEAR, KINDS
from becivic.simulation.calendar import DAY
from becivic.simulation.contents import Content, Quality
from becivic.simulation.things import Earlier, Thing
from becivic.simulation.voters import heavy_tailed
from becivic.simulation.world import MACHINE, Ballot, Settled, World, flaggers

STAGED: Final = STAGING_WINDOW // TICK_EVERY
YEAR: Final = timedelta(days=365) // TICK_EVERY
_AUTHOR: Final = 1_000_000
"""Authors' addresses begin here: nobody of the crowd."""
_MOST_SOURCES: Final = 3


@dataclass(slots=True)
class Nature:
    world: World

    def __post_init__(self) -> None:
        self.world.on_settled += [self._answer_quarantine, self._restore_withdrawn]

    def arrivals(self, number: int, author: int = _AUTHOR) -> None:
        """A library that fills over the first months."""
        span = self.world.assumptions.arrival * DAY
        for each in range(number):
            tick = int(self.world.random.random() * span)
            self.world.agenda.at(tick, partial(self._arrive, each, author + each))

    def _arrive(self, number: int, author: int) -> None:
        random, assumed = self.world.random, self.world.assumptions
        target = random.choices(list(KINDS), weights=list(KINDS.values()))[0]
        thing = Thing(
            number=number,
            target=target,
            content=self._written(target, self._quality(assumed.bad_share), author, is_new=True),
            weight=heavy_tailed(random),
            is_probed=target is TargetType.PATH and random.random() < assumed.probed_share,
        )
        self.adopt(thing)

    def adopt(self, thing: Thing) -> None:
        """Into the world, and under its weather."""
        self.world.add(thing)
        self._plan_change(thing)
        if self.world.assumptions.improved_a_year:
            self._plan_improvement(thing)
        if thing.is_probed:
            self._plan_probe(thing)

    def amend(self, thing: Thing, author: int) -> None:
        """Somebody who rejects may send a better text; so may those who wrongly reject."""
        if self.world.random.random() < self.world.assumptions.amends:
            self.world.agenda.at(
                self.world.tick + STAGED, partial(self._publish, thing, thing.content, author)
            )

    def _quality(self, bad: float) -> Quality:
        random = self.world.random
        if random.random() >= bad:
            return Quality.GOOD
        return Quality.HOSTILE if random.random() < self.world.assumptions.hostile_share else Quality.WRONG

    def _written(self, target: TargetType, quality: Quality, author: int, *, is_new: bool = False) -> Content:
        content = Content(quality=quality, author=author, born=self.world.tick, is_new=is_new)
        if target is TargetType.PATH:
            content.works = [content.is_good] * self.world.random.randint(1, _MOST_SOURCES)
        return content

    def _publish(self, thing: Thing, instead_of: Content, author: int) -> None:
        """An amendment of something that is no longer there does not apply."""
        if not thing.is_published or thing.content is not instead_of:
            return
        quality = self._quality(1 - self.world.assumptions.amended_well)
        content = self._written(thing.target, quality, author)
        thing.amended(content, self.world.tick)
        self.world.contents.append(content)
        self.world.mark(thing)

    def _plan_change(self, thing: Thing) -> None:
        rate = CHANGES_A_YEAR[thing.target] * max(1, len(thing.content.works)) / YEAR
        wait = self.world.random.expovariate(rate)
        self.world.agenda.at(self.world.tick + max(1, round(wait)), partial(self._change, thing))

    def _change(self, thing: Thing) -> None:
        """Reality moves: every text there ever was of it is wrong now. Of a path one source stops working."""
        content, works = thing.content, thing.content.works
        thing.settle_spell(self.world.tick)
        if works:
            works[self.world.random.randrange(len(works))] = False
        if not any(works):
            if content.is_good and thing.status is Status.STABLE:
                content.was_stable_then = True
            for each in (content, *_behind(thing.earlier)):
                each.turn_wrong(self.world.tick)
        self._plan_change(thing)

    def _plan_improvement(self, thing: Thing) -> None:
        wait = self.world.random.expovariate(self.world.assumptions.improved_a_year / YEAR)
        self.world.agenda.at(self.world.tick + max(1, round(wait)), partial(self._improve, thing))

    def _improve(self, thing: Thing) -> None:
        self._publish(thing, thing.content, _AUTHOR - 1 - thing.number)
        self._plan_improvement(thing)

    def _plan_probe(self, thing: Thing) -> None:
        self.world.agenda.at(
            self.world.tick + round(self.world.assumptions.probed_every * DAY), partial(self._probe, thing)
        )

    def _probe(self, thing: Thing) -> None:
        for number, works in enumerate(thing.content.works):
            self.world.cast(thing, Ballot(MACHINE, works, source=number))
        self._plan_probe(thing)

    def _answer_quarantine(self, settled: Settled) -> None:
        if settled.kind is DecisionKind.QUARANTINE:
            wait = round(self.world.assumptions.ruled_after * DAY)
            is_bogus = settled.content.quality is not Quality.HOSTILE
            self.world.agenda.at(settled.tick + wait, partial(self._rule, settled, is_bogus=is_bogus))

    def _rule(self, settled: Settled, *, is_bogus: bool) -> None:
        """A bogus flag is on its address's account, and the content comes back where nothing newer stands."""
        thing = settled.thing
        if is_bogus:
            for address in flaggers(settled.votes):
                self.world.desk.bogus[address] += 1
            if thing.content is settled.content or (
                settled.earlier and thing.content is settled.earlier.content
            ):
                thing.put(settled.content, settled.status, settled.earlier, self.world.tick)
                self.world.mark(thing)
        elif thing.status is Status.QUARANTINED:
            self._plan_return(settled)

    def _restore_withdrawn(self, settled: Settled) -> None:
        if settled.thing.status is Status.DEPRECATED:
            self._plan_return(settled)

    def _plan_return(self, settled: Settled) -> None:
        wait = self.world.random.expovariate(1 / (self.world.assumptions.restored_after * DAY))
        self.world.agenda.at(settled.tick + max(1, round(wait)), partial(self._return, settled))

    def _return(self, settled: Settled) -> None:
        """What was good is proposed again as it was, as a fresh content at alpha; what was not, hopefully better."""
        thing, was = settled.thing, settled.content
        if was.is_good:
            content = Content(
                quality=was.quality,
                author=was.author,
                born=self.world.tick,
                works=list(was.works),
                is_return=True,
            )
        else:
            quality = self._quality(1 - self.world.assumptions.amended_well)
            content = self._written(thing.target, quality, was.author)
        thing.put(content, Status.ALPHA, None, self.world.tick)
        self.world.contents.append(content)
        if was.is_good and self.world.assumptions.keeps_confirms:
            thing.keep([vote for vote in settled.votes if vote.confirms and vote.line in {"", thing.line}])
        self.world.mark(thing)


def _behind(earlier: Earlier | None) -> list[Content]:
    found: list[Content] = []
    while earlier is not None:
        found.append(earlier.content)
        earlier = earlier.before
    return found
