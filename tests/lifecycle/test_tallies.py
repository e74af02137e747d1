"""Votes counted: one voice for each address, less for all probes together, sources apart; and back from JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from becivic.lifecycle import Evidence, Tally, Vote, tally
from becivic.lifecycle.tallies import Count, count_of, number
from becivic.rules.consensus import POLICY, NotCounted, Policy
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from tests.factories.consensus import KINDS, a_vote, an_artefact, later, votes
from tests.requirement import requirement

CONFIRM, REJECT = Verdict.CONFIRM, Verdict.REJECT
PATH = TargetType.PATH


def _tally(*given: Vote, target: TargetType = PATH, policy: Policy = POLICY) -> Tally:
    return tally(an_artefact(target), Evidence.of(given), policy)


def _verdicts(count: Count) -> tuple[Fraction | int, Fraction | int]:
    return count.confirms, count.rejects


@pytest.mark.parametrize("kind", KINDS)
def test_of_one_address_the_latest_verdict_counts(kind: TargetType) -> None:
    early = a_vote(CONFIRM, voter="one", at=later(hours=1))
    late = a_vote(REJECT, voter="one", at=later(hours=2))
    other = a_vote(CONFIRM, voter="two", at=later(hours=3))

    counted = _tally(late, other, early, target=kind)

    assert counted.whole == Count(Fraction(1), Fraction(1), confirming=1, distinct=2)
    assert counted.counted == (late.id, other.id)
    assert counted.left_out == {early.id: NotCounted.LATER_VERDICT}
    assert counted.last_at == later(hours=3)


def test_an_address_that_says_two_things_at_one_moment_rejects() -> None:
    given = [a_vote(verdict, voter="one") for verdict in (REJECT, CONFIRM, REJECT, CONFIRM)]

    assert _verdicts(_tally(*given).whole) == (0, 1)


def test_a_probe_that_finds_one_source_working_confirms_the_path() -> None:
    """It looks at all of them at one moment."""
    given = [
        a_vote(verdict, is_probe=True, voter=None, source=source)
        for verdict, source in ((REJECT, "counter"), (CONFIRM, "portal"), (REJECT, "desk"))
    ]

    counted = _tally(*given)

    assert _verdicts(counted.whole) == (Fraction(1, 2), 0)
    assert _verdicts(counted.sources["counter"]) == (0, Fraction(1, 2))
    assert _verdicts(counted.sources["portal"]) == (Fraction(1, 2), 0)


def test_a_later_verdict_that_does_not_count_hides_no_earlier_one() -> None:
    early = a_vote(REJECT, voter="one", at=later(hours=1))
    held = a_vote(CONFIRM, voter="one", at=later(hours=2), is_held=True)

    assert _verdicts(_tally(early, held).whole) == (0, 1)


@requirement("R-PLC-01", "R-PLC-02")
def test_on_a_path_an_address_counts_once_and_each_source_is_counted_by_itself() -> None:
    given = [
        a_vote(REJECT, voter="one", source="counter", at=later(hours=1)),
        a_vote(CONFIRM, voter="one", source="portal", at=later(hours=2)),
        a_vote(REJECT, voter="two", source="counter", at=later(hours=3)),
        a_vote(CONFIRM, voter="three", at=later(hours=4)),
    ]

    counted = _tally(*given)

    assert counted.whole == Count(Fraction(2), Fraction(1), confirming=2, distinct=3)
    assert set(counted.sources) == {"counter", "portal"}
    assert counted.sources["counter"] == Count(Fraction(0), Fraction(2), confirming=0, distinct=2)
    assert counted.sources["portal"] == Count(Fraction(1), Fraction(0), confirming=1, distinct=1)


@requirement("R-SM-07")
def test_a_flag_stands_whatever_the_same_address_says_later_and_counts_once() -> None:
    given = [
        a_vote(REJECT, voter="one", flagged=True, at=later(hours=1)),
        a_vote(CONFIRM, voter="one", flagged=True, at=later(hours=2)),
        a_vote(CONFIRM, voter="one", at=later(hours=3)),
        a_vote(CONFIRM, voter="two", flagged=True, source="portal"),
    ]

    assert _tally(*given).flags == 2


def test_from_beyond_a_hand_over_the_latest_word_of_each_person_counts() -> None:
    given = [
        a_vote(CONFIRM, voter="one", source="portal", beyond_handoff=True, at=later(hours=1)),
        a_vote(REJECT, voter="one", source="portal", beyond_handoff=True, at=later(hours=2)),
        a_vote(CONFIRM, voter="two", source="portal", beyond_handoff=True),
        a_vote(CONFIRM, voter="three", source="portal"),
        a_vote(CONFIRM, voter=None, is_probe=True, source="portal", beyond_handoff=True),
    ]

    assert _tally(*given).beyond == {"portal": Count(Fraction(1), Fraction(1), confirming=1, distinct=2)}


@pytest.mark.parametrize("weight", [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
def test_a_probe_weighs_what_the_policy_says(weight: Fraction) -> None:
    given = [*votes(confirms=2, rejects=1), a_vote(REJECT, is_probe=True, voter=None)]

    counted = count_of(given, Policy(probe_weight=weight))

    assert counted == Count(Fraction(2), 1 + weight, confirming=2, distinct=4)
    assert counted.net_rejects == weight - 1


def test_there_is_no_rate_while_nobody_has_voted() -> None:
    assert Count().rate is None
    assert count_of(votes(confirms=3, rejects=1), POLICY).rate == Fraction(3, 4)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(3), 3),
        (Fraction(7, 2), 3.5),
        (Fraction("0.85"), 0.85),
        (Fraction(10, 3), "10/3"),
        (Fraction(-1, 2), -0.5),
    ],
)
def test_a_number_is_written_so_that_it_is_read_as_the_same(value: Fraction, written: Any) -> None:
    assert number(value) == written
    assert type(number(value)) is type(written)
    assert Fraction(str(json.loads(json.dumps(number(value))))) == value


@pytest.mark.parametrize("policy", [POLICY, Policy(probe_weight=Fraction(1, 3))])
def test_a_tally_comes_back_from_the_log_as_it_was(policy: Policy) -> None:
    given = [
        *votes(confirms=2, rejects=1, source="portal", beyond_handoff=True),
        a_vote(is_probe=True, voter=None, source="portal"),
        a_vote(REJECT, flagged=True),
        a_vote(is_held=True),
    ]
    counted = _tally(*given, policy=policy)

    for each in (counted, Tally()):
        assert Tally.of_json(json.loads(json.dumps(each.as_json()))) == each


def test_the_log_does_not_tell_who_voted() -> None:
    counted = _tally(*votes(confirms=2, voter="somebody"), a_vote(is_held=True, voter="somebody"))

    assert "somebody" not in json.dumps(counted.as_json())
