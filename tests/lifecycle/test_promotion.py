"""The conditions of a step up, and how what is missing is told."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

import pytest

from becivic.lifecycle.decision import Missing
from becivic.lifecycle.promotion import Step, step_of
from becivic.lifecycle.tallies import Count
from becivic.rules.consensus import POLICY
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from tests.factories.consensus import an_artefact, later
from tests.requirement import requirement


def _step(status: Status) -> Step:
    step = step_of(an_artefact(status=status), POLICY)
    assert step is not None
    return step


def _count(confirms: float, rejects: float, addresses: int) -> Count:
    return Count(Fraction(confirms), Fraction(rejects), addresses, addresses)


@requirement("R-SM-13", "R-SM-17")
def test_there_is_no_step_up_from_stable_nor_for_what_the_machine_leaves_alone() -> None:
    ends = [status for status in Status if step_of(an_artefact(status=status), POLICY) is None]

    assert ends == [Status.DRAFT, Status.STABLE, Status.QUARANTINED, Status.DEPRECATED]
    assert step_of(an_artefact(TargetType.OBSERVATION), POLICY) is None


def test_what_an_alpha_misses_is_told_one_by_one() -> None:
    step = _step(Status.ALPHA)

    assert step.missing(_count(2.5, 1, 2), later(hours=47, minutes=59)) == (
        Missing("confirms", "2.5", "at least 3"),
        Missing("confirming addresses", "2", "at least 3"),
        Missing("rejects", "1", "at most 0"),
        Missing("time", "1 min to go", "not before 2026-11-03T12:00:00Z"),
    )
    assert step.missing(_count(3, 0, 3)) == ()
    assert step.missing(_count(3, 0, 3), later(hours=48)) == ()


def test_what_a_beta_misses_is_told_one_by_one() -> None:
    step = _step(Status.BETA)

    assert step.missing(_count(17, 3, 17), later(days=14)) == (Missing("confirm rate", "85 %", "above 85 %"),)
    assert step.missing(Count())[-1] == Missing("confirm rate", "none", "above 85 %")
    assert step.missing(_count(18, 3, 18), later(days=14)) == ()


@pytest.mark.parametrize(
    ("now", "left"),
    [
        (later(), "14 d"),
        (later(hours=1), "13 d 23 h"),
        (later(days=13, hours=22, minutes=29), "1 h 31 min"),
        (later(days=13, hours=23, minutes=59, seconds=59), "1 min"),
        (later(days=13, hours=23, minutes=59, seconds=59, microseconds=999999), "1 min"),
    ],
)
def test_the_time_to_go_is_told_in_minutes_and_never_as_none(now: datetime, left: str) -> None:
    (time,) = _step(Status.BETA).missing(_count(10, 0, 10), now)

    assert time.have == f"{left} to go"


@pytest.mark.parametrize("status", [Status.ALPHA, Status.BETA])
@pytest.mark.parametrize("confirms", [0, 2, 3, 9, 10, 17])
@pytest.mark.parametrize("rejects", [0, 1, 3])
@pytest.mark.parametrize("addresses", [0, 3, 10])
def test_votes_suffice_where_none_are_missing(
    status: Status, confirms: int, rejects: int, addresses: int
) -> None:
    count = _count(confirms, rejects, addresses)

    assert _step(status).is_met(count) is not bool(_step(status).missing(count))
