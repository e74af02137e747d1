"""What can become of an artefact from here: the step up, and what would take it back, by the code that decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import ceil
from typing import Any

from becivic.lifecycle import Artefact, Decision, Prior, Tally, judge
from becivic.lifecycle.decision import Missing
from becivic.lifecycle.judging import forgotten_at
from becivic.lifecycle.promotion import step_of
from becivic.lifecycle.tallies import Count
from becivic.rules.consensus import DecisionKind, Policy, Rule
from becivic.rules.moments import rfc3339
from becivic.rules.statuses import Status


@dataclass(frozen=True, slots=True)
class Up:
    """The next step, what it lacks, and before when it cannot be taken."""

    to: Status
    rule: Rule
    missing: tuple[Missing, ...]
    earliest: datetime
    is_possible: bool
    """Its time has come, whatever the votes say."""

    def as_json(self) -> dict[str, Any]:
        return {
            "to": self.to.value,
            "rule": self.rule.value,
            "missing": [each.as_json() for each in self.missing],
            "earliest": rfc3339(self.earliest),
        }


@dataclass(frozen=True, slots=True)
class Fall:
    """What a rule would make of it, and what is lacking for that: so many votes more, or a moment."""

    decision: Decision
    more: int = 0
    at: datetime | None = None

    @property
    def rule(self) -> Rule:
        assert self.decision.rule is not None  # something is decided
        return self.decision.rule

    @property
    def back_to(self) -> Prior | None:
        return self.decision.back_to

    def as_json(self) -> dict[str, Any]:
        behind = {} if self.back_to is None else {"back_to": self.back_to.at}
        lacking = {"votes_lacking": self.more} if self.at is None else {"at": rfc3339(self.at)}
        return {
            "rule": self.rule.value,
            "decision": self.decision.kind.value,
            "to": self.decision.to.value,
            **behind,
            **lacking,
        }


@dataclass(frozen=True, slots=True)
class Prospects:
    due: Decision
    """What a tick would decide at this moment."""
    up: Up | None
    falls: tuple[Fall, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "at_next_tick": self.due.as_json() if self.due.changes else None,
            "next": None if self.up is None else self.up.as_json(),
            "could_fall": [each.as_json() for each in self.falls],
        }


def prospects(artefact: Artefact, counted: Tally, policy: Policy, now: datetime) -> Prospects:
    """`artefact` with what is behind it. Nobody can flag a concern: its votes rank it (R-SM-17)."""
    return Prospects(
        judge(artefact, counted, policy, now),
        _up(artefact, counted, policy, now),
        () if artefact.is_concern else tuple(_falls(artefact, counted, policy, now)),
    )


def _up(artefact: Artefact, counted: Tally, policy: Policy, now: datetime) -> Up | None:
    step = step_of(artefact, policy)
    if step is None:
        return None
    return Up(
        step.to, step.rule, step.missing(counted.whole, now), max(step.earliest, now), now >= step.earliest
    )


def _falls(artefact: Artefact, counted: Tally, policy: Policy, now: datetime) -> Iterator[Fall]:
    """As if there were just enough votes for it, or nobody had voted until then."""
    margin, flags = policy.rollback_margin, policy.quarantine_flags
    rejected = judge(artefact, Tally(Count(rejects=Fraction(margin))), policy, artefact.cohort_started_at)
    if rejected.kind is not DecisionKind.HOLD:
        yield Fall(rejected, max(0, ceil(margin - counted.whole.net_rejects)))
    flagged = judge(artefact, Tally(flags=flags), policy, now)
    if flagged.kind is DecisionKind.QUARANTINE:
        yield Fall(flagged, max(0, flags - counted.flags))
    until = forgotten_at(artefact, policy)
    forgotten = None if until is None else judge(artefact, Tally(), policy, until)
    if forgotten is not None and forgotten.rule is Rule.UNCONFIRMED:
        yield Fall(forgotten, at=until)
