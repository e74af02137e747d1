"""`KEY=VALUE`: another policy, other assumptions, or one sentence about what is wrong."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from becivic.rules.consensus import POLICY
from becivic.rules.errors import BeCivicError
from becivic.simulation.assumptions import ASSUMED
from becivic.simulation.wordings import assumptions_with, policy_with


def test_every_type_of_number_can_be_said() -> None:
    policy = policy_with(POLICY, ["quarantine_flags=2", "stable_age=7d", "alpha_age=12h", "stable_rate=0.9"])
    assert (policy.quarantine_flags, policy.stable_age, policy.alpha_age, policy.stable_rate) == (
        2, timedelta(days=7), timedelta(hours=12), Fraction(9, 10)
    )  # fmt: skip
    assumed = assumptions_with(ASSUMED, ["volume=0.5", "flags_a_day=5", "has_sanctions=off"])
    assert (assumed.volume, assumed.flags_a_day, assumed.has_sanctions) == (0.5, 5, False)


def test_nothing_said_changes_nothing() -> None:
    assert policy_with(POLICY, []) == POLICY
    assert assumptions_with(ASSUMED, []) == ASSUMED


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("flags=2", "does not know that key"),
        ("quarantine_flags", "quarantine_flags"),
        ("stable_age=soon", "span"),
        ("rollback_margin=0", "rollback_margin"),
    ],
)
def test_a_policy_that_cannot_be_is_one_sentence(word: str, says: str) -> None:
    with pytest.raises(BeCivicError, match=says) as refused:
        policy_with(POLICY, [word])
    assert refused.value.remedy


@pytest.mark.parametrize("word", ["volume=much", "volume=-1", "volume=nan", "has_sanctions=1", "colour=red"])
def test_an_assumption_that_cannot_be_is_one_sentence(word: str) -> None:
    with pytest.raises(BeCivicError) as refused:
        assumptions_with(ASSUMED, [word])
    assert refused.value.remedy
