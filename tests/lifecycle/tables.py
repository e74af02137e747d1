"""What the tables of thresholds share: counts without votes behind them, and a policy with other numbers."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import Any, Final

import pytest

from becivic.lifecycle import Decision, Tally
from becivic.lifecycle.tallies import Count
from becivic.rules.consensus import DecisionKind, Policy
from becivic.rules.statuses import Status
from tests.factories.consensus import (
    KINDS,
)

OTHER_NUMBERS: Final = Policy(
    alpha_confirms=5,
    alpha_rejects=1,
    alpha_addresses=4,
    alpha_age=timedelta(hours=1),
    stable_confirms=4,
    stable_addresses=6,
    stable_age=timedelta(days=2),
    stable_rate=Fraction(1, 2),
    rollback_margin=4,
    quarantine_flags=2,
    handoff_confirms=2,
    handoff_addresses=2,
    deprecate_after=timedelta(days=7),
)


each_kind = pytest.mark.parametrize("kind", KINDS)


def tally_of(confirms: float, rejects: float, addresses: int | None = None, **more: Any) -> Tally:
    confirming = int(confirms) if addresses is None else addresses
    count = Count(Fraction(confirms), Fraction(rejects), confirming, confirming + int(rejects))
    return Tally(count, **more)


def came_to(decision: Decision) -> tuple[DecisionKind, Status]:
    return decision.kind, decision.to
