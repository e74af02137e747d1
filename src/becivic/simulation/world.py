"""The model world: things, votes and what is decided about them, one tick after the other.

As the service does, it looks only at what was voted on or is due. Decisions are `becivic.lifecycle.decide`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from becivic.lifecycle import Decision, Vote, decide
from becivic.rules.consensus import DecisionKind, Policy, Rule
from becivic.rules.statuses import Status
from becivic.rules.submissions import Verdict
from becivic.simulation.applying import apply
from becivic.simulation.assumptions import Assumptions
from becivic.simulation.calendar import DAY, Agenda, moment, tick_at
from becivic.simulation.contents import Content
from becivic.simulation.desk import Desk
from becivic.simulation.things import Earlier, Thing

MACHINE = -1
"""The address of every probe."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """What somebody says about a thing. `source` is the number of a path's source."""

    address: int
    confirms: bool
    flagged: bool = False
    source: int | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """A decision that changed something, and what it changed."""

    tick: int
    thing: Thing
    kind: DecisionKind
    rule: Rule | None
    content: Content
    was_good: bool
    status: Status
    earlier: Earlier | None
    votes: tuple[Vote, ...]


@dataclass(slots=True)
class World:
    policy: Policy
    assumptions: Assumptions
    random: Random
    things: list[Thing] = field(default_factory=list)
    contents: list[Content] = field(default_factory=list)
    """Everything that ever was proposed."""
    agenda: Agenda = field(default_factory=Agenda)
    desk: Desk = field(init=False)
    settled: list[Settled] = field(default_factory=list)
    on_settled: list[Callable[[Settled], None]] = field(default_factory=list)
    votes: int = 0
    tick: int = 0
    _order: int = 0
    _marked: dict[int, Thing] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.desk = Desk(self.assumptions)

    def add(self, thing: Thing) -> None:
        self.things.append(thing)
        self.contents.append(thing.content)
        self.mark(thing)

    def mark(self, thing: Thing) -> None:
        self._marked[thing.number] = thing

    def cast(self, thing: Thing, ballot: Ballot) -> bool:
        """False where the service refuses: nobody votes on their own content, nor beyond the day's limits."""
        is_probe = ballot.address == MACHINE
        if not thing.is_published or ballot.address == thing.content.author:
            return False
        if not is_probe and not self.desk.admits(ballot.address, self.tick // DAY, flagged=ballot.flagged):
            return False
        self.votes += 1
        self._order += 1
        is_source = ballot.source is not None
        thing.take(
            Vote(
                id=str(self.votes),
                verdict=Verdict.CONFIRM if ballot.confirms else Verdict.REJECT,
                at=moment(self.tick, self._order),
                voter=None if is_probe else str(ballot.address),
                flagged=ballot.flagged,
                source=f"source-{ballot.source}" if is_source else "",
                line="" if is_source else thing.line,
                is_probe=is_probe,
            )
        )
        self.mark(thing)
        return True

    def run(self, ticks: int) -> None:
        """Until nothing more happens before `ticks`; what happens in one tick is decided at the next."""
        while True:
            tick = self.agenda.next_tick()
            if tick is None or tick >= ticks:
                break
            self.tick, self._order = tick, 0
            while (happens := self.agenda.take(tick)) is not None:
                happens()
            marked, self._marked = self._marked, {}
            for thing in marked.values():
                self._look(thing)
        self.tick = ticks
        for thing in self.things:
            thing.settle_spell(ticks)

    def _look(self, thing: Thing) -> None:
        decision = decide(thing.artefact(), thing.evidence(), self.policy, moment(self.tick + 1))
        if decision.changes:
            self._settle(thing, decision)
            self.agenda.at(self.tick + 1, lambda: self.mark(thing))
        elif decision.due is not None:
            self._wait(thing, tick_at(decision.due) - 1)

    def _wait(self, thing: Thing, tick: int) -> None:
        """Time alone will decide; once is enough to write that down."""
        if thing.due == tick or tick <= self.tick:
            return
        thing.due = tick
        self.agenda.at(tick, lambda: self.mark(thing))

    def _settle(self, thing: Thing, decision: Decision) -> None:
        settled = Settled(
            self.tick + 1,
            thing,
            decision.kind,
            decision.rule,
            thing.content,
            thing.content.is_good,
            thing.status,
            thing.earlier,
            thing.votes,
        )
        apply(decision, thing, self.tick + 1)
        self.settled.append(settled)
        for told in self.on_settled:
            told(settled)


def flaggers(votes: tuple[Vote, ...]) -> list[int]:
    """The addresses that flagged, each once, in order."""
    return list(dict.fromkeys(int(vote.voter) for vote in votes if vote.flagged and vote.voter is not None))
