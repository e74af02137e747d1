"""What Hypothesis draws: a seed, and from it everything that a decision is made from.

Few addresses and few moments, so that votes meet, and thresholds that a handful of them reaches: drawn one by one, nearly
all examples would be artefacts that nothing happens to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from random import Random
from typing import Any, Final, TypeVar

from hypothesis import strategies as st

from becivic.lifecycle import Artefact, Prior, PriorKind, Vote
from becivic.rules.consensus import Policy
from becivic.rules.statuses import Status
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from tests.factories.consensus import KINDS, SERVED, START, later, line_of

SOURCES: Final = ("counter", "portal")
ADDRESSES: Final = ("a", "b", "c", "d", "e", "f")
EVERYBODY: Final = (*ADDRESSES, None)
"""And one whose address was forgotten."""
MOMENTS: Final = tuple(later(hours=hours) for hours in (-1, 0, 1, 2, 30, 48, 49, 100, 400))

_HOURS: Final = tuple(timedelta(hours=hours) for hours in (0, 1, 48, 50))
_RATES: Final = (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction("0.85"))
_WEIGHTS: Final = (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1))
_PRIORS: Final = (
    None,
    Prior(PriorKind.STABLE, Status.STABLE, "1"),
    *(Prior(PriorKind.AMENDED, status, "2") for status in Status),
)
_HANDED_OVER: Final = ((SOURCES, SOURCES), (SOURCES, SOURCES[1:]), (SOURCES[:1], ()), ((), ()))

_Made = TypeVar("_Made")


def seeded(make: Callable[[Random], _Made]) -> st.SearchStrategy[_Made]:
    return st.integers(min_value=0, max_value=2**32).map(lambda seed: make(Random(seed)))


@dataclass(frozen=True, slots=True)
class Case:
    """Everything that a decision is made from."""

    artefact: Artefact
    votes: tuple[Vote, ...]
    policy: Policy
    now: datetime


def cases(
    statuses: Sequence[Status] = SERVED, voters: Sequence[str | None] = EVERYBODY
) -> st.SearchStrategy[Case]:
    return seeded(lambda random: a_case(random, statuses, voters))


def a_case(
    random: Random, statuses: Sequence[Status] = SERVED, voters: Sequence[str | None] = EVERYBODY
) -> Case:
    artefact = some_artefact(random, statuses)
    cast = (some_vote(random, artefact, voters) for _ in range(random.randint(0, 12)))
    votes = tuple(replace(vote, id=f"vote-{number:03}") for number, vote in enumerate(cast))
    return Case(artefact, votes, some_policy(random), random.choice(MOMENTS))


def some_policy(random: Random) -> Policy:
    few = tuple(random.randint(1, 3) for _ in range(7))
    return Policy(
        alpha_confirms=few[0],
        alpha_rejects=random.randint(0, 2),
        alpha_addresses=few[1],
        alpha_age=random.choice(_HOURS),
        stable_confirms=few[2],
        stable_addresses=few[3],
        stable_age=random.choice(_HOURS),
        stable_rate=random.choice(_RATES),
        rollback_margin=few[4],
        quarantine_flags=random.randint(1, 2),
        handoff_confirms=few[5],
        handoff_addresses=few[6],
        deprecate_after=random.choice((timedelta(hours=60), timedelta(days=90))),
        probe_weight=random.choice(_WEIGHTS),
    )


def some_artefact(random: Random, statuses: Sequence[Status]) -> Artefact:
    target, status = random.choice(KINDS), random.choice(statuses)
    of_path: dict[str, Any] = {}
    if target is TargetType.PATH:
        sources, handed_over = random.choice(_HANDED_OVER)
        last = random.choice((None, later(hours=30), later(hours=400)))
        of_path = {"sources": sources, "handed_over": handed_over, "last_confirmed": last}
        of_path["uncounted"] = timedelta(hours=random.choice((0, 0, 30, 2400)))
    return Artefact(
        target=target,
        id="a-thing",
        status=status,
        cohort_started_at=START,
        line=line_of(target, status),
        prior=random.choice(_PRIORS),
        **of_path,
    )


def some_vote(random: Random, artefact: Artefact, voters: Sequence[str | None]) -> Vote:
    """Without an id yet: mostly for it, of its line and fit to count."""

    def rarely() -> bool:
        return random.random() < 1 / 25

    is_probe = artefact.is_path and random.random() < 1 / 5
    return Vote(
        id="",
        verdict=random.choice((Verdict.CONFIRM, Verdict.CONFIRM, Verdict.REJECT)),
        at=random.choice(MOMENTS),
        voter=None if is_probe else random.choice(voters),
        flagged=rarely() and not is_probe,
        source=random.choice(("", *SOURCES)) if artefact.is_path else "",
        line="0.9" if rarely() else artefact.line,
        is_probe=is_probe,
        beyond_handoff=random.random() < 2 / 3,
        is_held=rarely(),
        is_looked_through=not rarely(),
    )
