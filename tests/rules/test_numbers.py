"""Thresholds, limits and caps: each number of the specification, once more, written out."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from becivic.rules import caps, consensus, limits
from becivic.rules.limits import Limit, Width
from tests.requirement import requirement

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

THRESHOLDS = {
    "alpha_confirms": 3,  # R-SM-04
    "alpha_rejects": 0,
    "alpha_addresses": 3,
    "alpha_age": 48 * HOUR,
    "stable_confirms": 10,  # R-SM-05
    "stable_addresses": 10,
    "stable_age": 14 * DAY,
    "stable_rate": Fraction(85, 100),
    "rollback_margin": 2,  # R-SM-06
    "quarantine_flags": 1,  # R-SM-07
    "handoff_confirms": 3,  # C-31
    "handoff_addresses": 3,
    "hide_below": 3,  # R-OBSV-04
    "stale_after": 30 * DAY,  # R-PLC-07
    "deprecate_after": 90 * DAY,
    "probe_weight": Fraction(1, 2),  # C-30
}

LIMITS = {
    Limit.VALIDATION: (10, DAY),  # R-RATE-01
    Limit.INJECTION_FLAG: (2, DAY),
    Limit.COMBINED: (50, DAY),
    Limit.BURST: (60, HOUR),  # R-RATE-02
    Limit.SERVICE_TRIPWIRE: (1000, HOUR),
    Limit.ANALYTICS: (200, DAY),  # ours: they count towards nothing else
    Limit.VALIDATE_MODE: (300, HOUR),  # design 7.3
    Limit.CONCERN_READ: (600, HOUR),  # R-READ-13
}

CAPS = {
    "CONCERN_BODY": 500,
    "CONCERN_NOTE": 500,
    "CONCERN_REPORT": 2000,
    "AMENDMENT_RATIONALE": 500,
    "AMENDMENT_NOTE": 500,
    "DRAFT_COMMIT_MESSAGE": 200,
    "VALIDATION_RATIONALE": 500,
    "INJECTION_REASON": 300,
    "FEEDBACK_BODY": 2000,
    "RATING_TEXT": 500,
    "OTHER_NARRATIVE": 300,
    "RESEARCH_NOTES": 50 * 1024,
    "SUMMARY_WARN": 200,
    "SUMMARY_MAX": 400,
    "REQUIRES_PATH_NOTES": 200,
    "AUDIENCE_SUMMARY": 200,
    "PATH_DESCRIPTION": 500,
    "ACTOR_TEXT": 500,
    "SOURCE_NOTES": 500,
    "OFFLINE_SIGNAL_VALUE": 200,
    "CONVERSATION_LANGUAGE": 32,
    "THEMES_PER_PATH": (1, 4),
    "PRIORITY_RANGE": (0, 100),
    "STARS": (1, 5),
    "BODY_BYTES": 256 * 1024,
    "CATALOGUE_NAME": 120,
    "PATH_ID": 100,
    "VERSION": 32,
    "CATALOGUE_BYTES": 2 * 1024 * 1024,
    "NESTING": 64,
    "LISTED_VALUES": 3000,
    "LISTED_FAULTS": 500,
    "LLMS_TXT": 50_000,
}


def _constants(module: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if name.isupper() and name[0] != "_"}


def test_the_thresholds_are_those_of_lifecycle_nine() -> None:
    assert asdict(consensus.POLICY) == THRESHOLDS
    assert consensus.POLICY_MEANINGS.keys() == THRESHOLDS.keys()
    assert (timedelta(minutes=10), 3) == (
        consensus.TICK_EVERY,
        consensus.RATINGS_SHOWN_FROM,
    )  # C-68, R-OBSV-08


@pytest.mark.parametrize("limit", Limit)
def test_a_limit_is_that_of_privacy_eight_and_has_a_setting_of_its_own(limit: Limit) -> None:
    assert (limit.value.number, limit.value.period) == LIMITS[limit]
    assert limit.setting == f"limit_{limit.name.lower()}"
    assert limit.meaning.endswith(".")


def test_limits_that_are_not_per_address_are_those_of_the_design() -> None:
    rest = {name: value for name, value in _constants(limits).items() if name != "TIGHTENED"}
    assert rest == {
        "ENVELOPE_ITEMS": 200,
        "BANNED_FROM": {Width.VOICE: 2, Width.NETWORK: 8},
        "LIMITED_FROM": {Width.VOICE: 1, Width.NETWORK: 4},
    }


def test_a_bogus_flag_leaves_an_address_less_of_everything_it_counts() -> None:
    assert limits.TIGHTENED == {Limit.VALIDATION: 2, Limit.INJECTION_FLAG: 1, Limit.COMBINED: 10}
    assert all(number < limit.value.number for limit, number in limits.TIGHTENED.items())
    assert all(limit.value.period == DAY for limit in limits.TIGHTENED)


@requirement("R-SUB-09")
def test_the_caps_are_those_of_the_specification() -> None:
    assert _constants(caps) == CAPS
