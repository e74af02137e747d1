"""The two steps up, each threshold at its edge, for all four kinds of artefact (lifecycle 9.2)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any, Final

import pytest

from becivic.lifecycle import Evidence, decide, judge
from becivic.lifecycle.tallies import Count
from becivic.rules.consensus import POLICY, DecisionKind, Policy, Rule
from becivic.rules.statuses import Status
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from tests.factories.consensus import (
    KINDS,
    START,
    a_vote,
    after,
    an_artefact,
    decided,
    later,
    settled,
    votes,
)
from tests.lifecycle.tables import OTHER_NUMBERS, came_to, each_kind, tally_of
from tests.requirement import requirement

HOLD, PROMOTE = DecisionKind.HOLD, DecisionKind.PROMOTE
PATH = TargetType.PATH
ROWS: Final = KINDS[2:]
CONFIRM, REJECT = Verdict.CONFIRM, Verdict.REJECT


@requirement("R-SM-04", "R-SM-09", "R-PLC-01")
@each_kind
@pytest.mark.parametrize(
    ("given", "age", "policy", "rises"),
    [
        ((2, 0, 3), timedelta(hours=48), POLICY, False),
        ((3, 0, 3), timedelta(hours=48), POLICY, True),
        ((3, 1, 3), timedelta(hours=48), POLICY, False),
        ((30, 1, 30), timedelta(hours=48), POLICY, False),
        ((3, 0.5, 3), timedelta(hours=48), POLICY, False),
        ((3, 0, 2), timedelta(hours=48), POLICY, False),
        ((3, 0, 3), timedelta(hours=47, minutes=59), POLICY, False),
        ((3, 0, 3), timedelta(hours=48) - timedelta(microseconds=1), POLICY, False),
        ((3, 0, 3), timedelta(days=80), POLICY, True),
        ((4, 0, 4), timedelta(hours=1), OTHER_NUMBERS, False),
        ((5, 0, 4), timedelta(hours=1), OTHER_NUMBERS, True),
        ((5, 1, 4), timedelta(hours=1), OTHER_NUMBERS, True),
        ((5, 1.5, 4), timedelta(hours=1), OTHER_NUMBERS, False),
        ((5, 0, 3), timedelta(hours=1), OTHER_NUMBERS, False),
        ((5, 0, 4), timedelta(minutes=59), OTHER_NUMBERS, False),
    ],
)
def test_an_alpha_becomes_beta_at_its_thresholds_and_not_before(
    kind: TargetType, given: tuple[float, float, int], age: timedelta, policy: Policy, rises: bool
) -> None:
    artefact = an_artefact(kind, last_confirmed=START + age if kind is PATH else None)

    decision = judge(artefact, tally_of(*given), policy, START + age)

    assert came_to(decision) == ((PROMOTE, Status.BETA) if rises else (HOLD, Status.ALPHA))
    assert decision.rule is (Rule.ALPHA_TO_BETA if rises else None)
    assert bool(decision.missing) is not rises


@requirement("R-SM-05", "R-SM-09", "R-PLC-01")
@each_kind
@pytest.mark.parametrize(
    ("given", "age", "policy", "rises"),
    [
        ((9, 0, 10), timedelta(days=14), POLICY, False),
        ((10, 0, 10), timedelta(days=14), POLICY, True),
        ((10, 0, 9), timedelta(days=14), POLICY, False),
        ((10, 0, 10), timedelta(days=13, hours=23, minutes=59), POLICY, False),
        ((10, 0, 10), timedelta(days=14) - timedelta(microseconds=1), POLICY, False),
        ((10, 1, 10), timedelta(days=14), POLICY, True),  # 90.9 %
        ((10, 2, 10), timedelta(days=14), POLICY, False),  # 83.3 %
        ((17, 3, 17), timedelta(days=14), POLICY, False),  # exactly 85 %
        ((18, 3, 18), timedelta(days=14), POLICY, True),
        ((85, 15, 85), timedelta(days=14), POLICY, False),
        ((8500, 1500, 8500), timedelta(days=14), POLICY, False),
        ((8501, 1500, 8501), timedelta(days=14), POLICY, True),
        ((17, 2.5, 17), timedelta(days=14), POLICY, True),  # the third reject is a probe's
        ((4, 3, 6), timedelta(days=2), OTHER_NUMBERS, True),
        ((4, 4, 6), timedelta(days=2), OTHER_NUMBERS, False),  # exactly one half
        ((3, 0, 6), timedelta(days=2), OTHER_NUMBERS, False),
        ((4, 3, 5), timedelta(days=2), OTHER_NUMBERS, False),
        ((4, 3, 6), timedelta(hours=47, minutes=59), OTHER_NUMBERS, False),
    ],
)
def test_a_beta_becomes_stable_at_its_thresholds_and_not_before(
    kind: TargetType, given: tuple[float, float, int], age: timedelta, policy: Policy, rises: bool
) -> None:
    artefact = an_artefact(kind, status=Status.BETA)

    decision = judge(artefact, tally_of(*given), policy, START + age)

    assert came_to(decision) == ((PROMOTE, Status.STABLE) if rises else (HOLD, Status.BETA))
    assert decision.rule is (Rule.BETA_TO_STABLE if rises else None)
    assert bool(decision.missing) is not rises


@requirement("R-SM-04", "R-SM-05")
@each_kind
def test_votes_of_people_carry_an_artefact_from_alpha_to_stable(kind: TargetType) -> None:
    alpha = an_artefact(kind)
    first = votes(confirms=3)
    assert came_to(decided(alpha, first[:2], later(hours=48))) == (HOLD, Status.ALPHA)
    risen = decided(alpha, first, later(hours=48))
    assert came_to(risen) == (PROMOTE, Status.BETA)

    beta = after(risen)
    many = votes(confirms=10, at=later(days=3))
    assert came_to(decided(beta, [*first, *many[:6]], later(days=17))) == (HOLD, Status.BETA)
    assert came_to(decided(beta, [*first, *many], later(days=17))) == (PROMOTE, Status.STABLE)


@requirement("R-SM-09")
@pytest.mark.parametrize("kind", ROWS)
def test_a_row_keeps_its_cohort_until_it_is_stable(kind: TargetType) -> None:
    given = votes(confirms=10)

    made = settled(an_artefact(kind), given, later(days=14))

    assert [came_to(each) for each in made] == [
        (PROMOTE, Status.BETA),
        (PROMOTE, Status.STABLE),
        (HOLD, Status.STABLE),
    ]
    assert [each.next_cohort_at for each in made] == [START, later(days=14), later(days=14)]


@requirement("R-SM-04")
@each_kind
def test_ten_votes_of_one_address_are_one(kind: TargetType) -> None:
    given = votes(confirms=10, voter="one")

    assert decided(an_artefact(kind), given, later(days=20)).tally.whole == Count(
        Fraction(1), Fraction(0), 1, 1
    )


@pytest.mark.parametrize("probes", [1, 6])
@pytest.mark.parametrize(("verdict", "net"), [(CONFIRM, Fraction(-1, 2)), (REJECT, Fraction(1, 2))])
def test_any_number_of_probes_is_half_a_voice(probes: int, verdict: Verdict, net: Fraction) -> None:
    """C-30."""
    given = [
        a_vote(verdict, is_probe=True, voter=None, at=later(hours=hour), source="portal")
        for hour in range(probes)
    ]

    decision = decided(an_artefact(PATH, sources=("portal",)), given, later(days=3))

    assert decision.tally.whole.net_rejects == net
    assert decision.tally.whole.distinct == 1
    assert not decision.changes


@pytest.mark.parametrize(("people", "status", "days"), [(2, Status.ALPHA, 3), (9, Status.BETA, 20)])
def test_a_probe_never_takes_the_place_of_a_person(people: int, status: Status, days: int) -> None:
    probe = a_vote(is_probe=True, voter=None)
    artefact = an_artefact(PATH, status=status)

    assert not decided(artefact, [*votes(confirms=people), probe], later(days=days)).changes
    assert decided(artefact, [*votes(confirms=people + 1), probe], later(days=days)).kind is PROMOTE


@requirement("R-SM-13")
@each_kind
def test_a_stable_stays_as_it_is_however_many_confirm_it(kind: TargetType) -> None:
    """C-26: votes on stable roll back and quarantine, and nothing else."""
    decision = decided(an_artefact(kind, status=Status.STABLE), votes(confirms=40), later(days=40))

    assert came_to(decision) == (HOLD, Status.STABLE)
    assert decision.missing == ()


@pytest.mark.parametrize("unread", [{"is_held": True}, {"is_looked_through": False}])
@pytest.mark.parametrize("against", [{"verdict": Verdict.REJECT}, {"flagged": True}])
def test_nothing_is_promoted_while_a_vote_that_may_speak_against_it_waits_to_be_read(
    unread: dict[str, Any], against: dict[str, Any]
) -> None:
    artefact = an_artefact()
    given = [*votes(confirms=3), a_vote(at=artefact.cohort_started_at, **unread, **against)]
    found = decide(artefact, Evidence.of(given), POLICY, artefact.cohort_started_at + POLICY.alpha_age)
    assert found.kind is DecisionKind.HOLD
    assert [each.what for each in found.missing] == ["votes to be read first"]
    assert found.due is None
    discarded = [replace(vote, is_discarded=vote.is_held, is_looked_through=True) for vote in given]
    read = decide(artefact, Evidence.of(discarded), POLICY, artefact.cohort_started_at + POLICY.alpha_age)
    assert (read.kind is DecisionKind.PROMOTE) is ("is_held" in unread)


def test_a_confirm_that_waits_to_be_read_keeps_nothing_back() -> None:
    artefact = an_artefact()
    given = [*votes(confirms=3), a_vote(at=artefact.cohort_started_at, is_looked_through=False)]
    found = decide(artefact, Evidence.of(given), POLICY, artefact.cohort_started_at + POLICY.alpha_age)
    assert found.kind is DecisionKind.PROMOTE


def test_a_flag_on_a_version_that_was_counted_up_meanwhile_still_counts() -> None:
    artefact = an_artefact(status=Status.BETA, line="0.2")
    given = [a_vote(at=artefact.cohort_started_at, line="0.1", flagged=True)]
    found = decide(artefact, Evidence.of(given), POLICY, artefact.cohort_started_at)
    assert (found.kind, found.tally.flags, found.tally.whole.distinct) == (DecisionKind.QUARANTINE, 1, 0)
