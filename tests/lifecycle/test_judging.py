"""What is asked in which order, what is observed, what is left alone, and what a hold says."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from fractions import Fraction
from typing import Any

import pytest

from becivic.lifecycle import Tally, judge
from becivic.lifecycle.judging import may_go_back
from becivic.lifecycle.tallies import Count
from becivic.rules.consensus import POLICY, DecisionKind, Policy, Rule
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from tests.factories.consensus import (
    SERVED,
    START,
    a_vote,
    an_artefact,
    decided,
    later,
    settled,
    votes,
)
from tests.lifecycle.tables import OTHER_NUMBERS, came_to, each_kind
from tests.requirement import requirement

HOLD, PROMOTE = DecisionKind.HOLD, DecisionKind.PROMOTE
OBSERVE = DecisionKind.OBSERVE
SKILL, PATH = TargetType.SKILL, TargetType.PATH


@pytest.mark.parametrize("status", SERVED)
@pytest.mark.parametrize(
    ("confirms", "addresses", "policy", "is_observed"),
    [
        (2, 3, POLICY, False),
        (3, 2, POLICY, False),
        (3, 3, POLICY, True),
        (2, 2, OTHER_NUMBERS, True),
        (1, 2, OTHER_NUMBERS, False),
    ],
)
def test_a_hand_over_is_observed_by_enough_people(
    status: Status, confirms: int, addresses: int, policy: Policy, is_observed: bool
) -> None:
    """C-31. It changes no status and keeps the cohort."""
    artefact = an_artefact(PATH, status=status, sources=("portal",), handed_over=("portal",))
    beyond = Count(Fraction(confirms), Fraction(0), addresses, addresses)

    decision = judge(artefact, Tally(beyond={"portal": beyond}), policy, later(hours=1))

    assert came_to(decision) == (OBSERVE if is_observed else HOLD, status)
    assert (decision.rule, decision.source) == (
        (Rule.HANDOFF_OBSERVED, "portal") if is_observed else (None, "")
    )
    assert decision.next_cohort_at == START


def test_only_what_people_tell_from_beyond_a_hand_over_of_that_source_is_observed() -> None:
    artefact = an_artefact(PATH, sources=("counter", "portal"), handed_over=("counter", "portal"))
    given = [
        *votes(confirms=2, source="portal", beyond_handoff=True),
        *votes(confirms=5, source="portal"),
        *votes(confirms=1, source="counter", beyond_handoff=True),
        *votes(confirms=1, beyond_handoff=True),
        *votes(confirms=3, source="portal", beyond_handoff=True, voter=None, is_probe=True),
        *votes(rejects=1, source="portal", beyond_handoff=True),
    ]
    assert decided(artefact, given, later(hours=2)).kind is HOLD

    found = decided(artefact, [*given, a_vote(source="portal", beyond_handoff=True)], later(hours=2))

    assert (found.kind, found.source) == (OBSERVE, "portal")


def test_what_was_observed_is_written_before_a_promotion_ends_the_cohort() -> None:
    artefact = an_artefact(PATH, sources=("counter", "portal"), handed_over=("counter", "portal"))
    given = [
        *votes(confirms=3, source="portal", beyond_handoff=True),
        *votes(confirms=3, source="counter", beyond_handoff=True),
    ]

    made = settled(artefact, given, later(days=3))

    assert [(each.kind, each.source) for each in made] == [
        (OBSERVE, "counter"),
        (OBSERVE, "portal"),
        (PROMOTE, ""),
        (HOLD, ""),
    ]


@requirement("R-SM-17")
@pytest.mark.parametrize("given", [votes(confirms=40), votes(rejects=40), []])
@pytest.mark.parametrize("status", SERVED)
def test_votes_on_a_concern_never_move_it(given: list[Any], status: Status) -> None:
    concern = an_artefact(TargetType.OBSERVATION, status=status)

    decision = decided(concern, given, later(days=400))

    assert came_to(decision) == (HOLD, status)
    assert (decision.missing, decision.due) == ((), None)
    assert not may_go_back(concern, decision.tally, POLICY)


@requirement("R-GRAPH-09")
def test_what_becomes_of_a_value_changes_nothing_for_the_skill_that_cites_it() -> None:
    """A decision is made from one artefact and the votes on it: there is no place for another one's status."""
    value, skill = an_artefact(TargetType.VOLATILE_VALUE), an_artefact(SKILL)
    before = decided(skill, now=later(days=3))

    promoted = decided(value, votes(confirms=3), later(days=3))
    rejected = decided(value, votes(rejects=2), later(days=3))

    assert (promoted.changes, rejected.changes) == (True, True)
    assert decided(skill, now=later(days=3)) == before
    assert not before.changes


def test_a_hold_says_what_is_missing_and_when_time_alone_decides() -> None:
    artefact = an_artefact(PATH, last_confirmed=START)

    waiting = decided(artefact, votes(confirms=3), later(hours=2))
    wanting = decided(artefact, votes(confirms=1), later(hours=2))

    assert [each.what for each in waiting.missing] == ["time"]
    assert waiting.due == later(hours=48)
    assert [each.what for each in wanting.missing] == ["confirms", "confirming addresses", "time"]
    assert wanting.due == later(days=90)
    assert decided(an_artefact(SKILL), votes(confirms=1), later(hours=2)).due is None


@pytest.mark.parametrize("status", [Status.DRAFT, Status.DEPRECATED, Status.QUARANTINED])
@each_kind
def test_the_machine_leaves_alone_what_is_not_served(kind: TargetType, status: Status) -> None:
    given = [*votes(confirms=20, rejects=30), a_vote(flagged=True)]

    assert came_to(decided(an_artefact(kind, status=status), given, later(days=400))) == (HOLD, status)


class _Brussels(tzinfo):
    """In the autumn of 2026, without asking the machine for its zones."""

    def utcoffset(self, moment: datetime | None, /) -> timedelta:
        is_summer = moment is not None and moment.replace(tzinfo=None) < datetime(2026, 10, 25, 3)  # noqa: DTZ001
        return timedelta(hours=2 if is_summer else 1)

    def dst(self, moment: datetime | None, /) -> timedelta:
        return self.utcoffset(moment) - timedelta(hours=1)

    def tzname(self, moment: datetime | None, /) -> None:
        return None


def test_summer_time_makes_no_hour_longer_or_shorter() -> None:
    """48 hours over the night on which the clock is put back."""
    artefact = an_artefact(cohort_started_at=datetime(2026, 10, 24, 12, 0, tzinfo=_Brussels()))
    began = artefact.cohort_started_at
    given = votes(confirms=3, at=began)

    assert not decided(artefact, given, began + timedelta(hours=47, minutes=59)).changes
    assert decided(artefact, given, began + timedelta(hours=48)).changes
