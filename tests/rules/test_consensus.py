"""The numbers of the consensus as the specification has them, what a policy may be, and back from JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.rules.consensus import (
    POLICY,
    POLICY_MEANINGS,
    RATINGS_SHOWN_FROM,
    TICK_EVERY,
    TRANSITIONS,
    DecisionKind,
    NotCounted,
    Policy,
    Rule,
)
from becivic.rules.statuses import Status
from tests.requirement import requirement


@requirement("R-SM-04", "R-SM-05", "R-SM-06", "R-SM-07")
def test_the_thresholds_are_those_of_the_specification() -> None:
    """Lifecycle 9.2."""
    assert (POLICY.alpha_confirms, POLICY.alpha_rejects, POLICY.alpha_addresses) == (3, 0, 3)
    assert POLICY.alpha_age == timedelta(hours=48)
    assert (POLICY.stable_confirms, POLICY.stable_addresses) == (10, 10)
    assert (POLICY.stable_age, POLICY.stable_rate) == (timedelta(days=14), Fraction(85, 100))
    assert (POLICY.rollback_margin, POLICY.quarantine_flags) == (2, 1)


@requirement("R-OBSV-04", "R-PLC-07")
def test_the_other_numbers_are_those_that_were_settled() -> None:
    """Schemas 6.10, lifecycle 11.1, C-30, C-31."""
    assert POLICY.hide_below == 3
    assert (POLICY.stale_after, POLICY.deprecate_after) == (timedelta(days=30), timedelta(days=90))
    assert POLICY.probe_weight == Fraction(1, 2)
    assert (POLICY.handoff_confirms, POLICY.handoff_addresses) == (3, 3)
    assert timedelta(minutes=5) <= TICK_EVERY <= timedelta(minutes=15)
    assert RATINGS_SHOWN_FROM == 3


@requirement("R-QUAR-07")
def test_what_may_become_of_a_status_is_closed() -> None:
    assert set(TRANSITIONS) == {Status.ALPHA, Status.BETA, Status.STABLE}
    assert all(Status.DRAFT not in reached for reached in TRANSITIONS.values())
    assert "rolled_back" not in {status.value for status in Status}


def test_every_number_says_what_it_does() -> None:
    assert list(POLICY_MEANINGS) == [each.name for each in fields(Policy)]
    assert all(meaning.endswith(".") for meaning in POLICY_MEANINGS.values())


def test_the_words_of_decisions_are_closed_and_differ() -> None:
    for words in (DecisionKind, Rule, NotCounted):
        assert len({word.value for word in words}) == len(words)


@pytest.mark.parametrize(
    ("name", "refused", "taken"),
    [
        ("alpha_confirms", 0, 1),
        ("alpha_rejects", -1, 0),
        ("alpha_addresses", 0, 1),
        ("alpha_age", timedelta(seconds=-1), timedelta(0)),
        ("alpha_age", timedelta(milliseconds=1500), timedelta(seconds=1)),
        ("stable_confirms", 0, 1),
        ("stable_addresses", 0, 1),
        ("stable_age", timedelta(microseconds=1), timedelta(0)),
        ("stable_rate", Fraction(1), Fraction(99, 100)),
        ("stable_rate", Fraction(-1, 100), Fraction(0)),
        ("rollback_margin", 0, 1),
        ("quarantine_flags", 0, 1),
        ("handoff_confirms", 0, 1),
        ("handoff_addresses", 0, 1),
        ("hide_below", 0, 1),
        ("stale_after", timedelta(days=-1), timedelta(0)),
        ("deprecate_after", timedelta(0), timedelta(seconds=1)),
        ("deprecate_after", timedelta(milliseconds=1), timedelta(seconds=1)),
        ("probe_weight", Fraction(-1, 2), Fraction(0)),
        ("probe_weight", Fraction(3, 2), Fraction(1)),
    ],
)
def test_a_policy_under_which_nothing_could_be_decided_soundly_is_refused(
    name: str, refused: Any, taken: Any
) -> None:
    with pytest.raises(ValueError, match=f"`{name}` must be"):
        Policy(**{name: refused})

    assert getattr(Policy(**{name: taken}), name) == taken


_counts = st.integers(min_value=1, max_value=10**6)
_windows = st.integers(min_value=1, max_value=10**9).map(lambda seconds: timedelta(seconds=seconds))


@given(
    st.builds(
        Policy,
        alpha_confirms=_counts,
        alpha_rejects=_counts,
        alpha_age=_windows,
        stable_rate=st.fractions(min_value=0, max_value=Fraction(999, 1000)),
        deprecate_after=_windows,
        probe_weight=st.fractions(min_value=0, max_value=1),
    )
)
def test_a_policy_comes_back_from_the_log_as_it_was(policy: Policy) -> None:
    assert Policy.of_json(json.loads(json.dumps(policy.as_json()))) == policy
