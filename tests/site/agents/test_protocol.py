"""What an agent keeps to, as data."""

from __future__ import annotations

import re

from becivic.rules.capabilities import Tier
from becivic.rules.limits import Limit
from becivic.site.agents import protocol
from tests.factories.grounds import LIMITS
from tests.requirement import requirement


@requirement("R-AGT-02", "R-CAP-02", "R-CAP-03", "R-CAP-04")
def test_the_tiers_say_what_each_needs_and_permits() -> None:
    tiers = {each["tier"]: each for each in protocol.capability_tiers()["submission"]}
    assert list(tiers) == ["concern", "full", "draft"]
    assert set(tiers["draft"]["requires"]) == {token.value for token in Tier.DRAFT.required}
    assert tiers["draft"]["permits"] == [
        {"type": "draft", "target_type": "skill"},
        {"type": "draft", "target_type": "path"},
    ]
    assert {"type": "amendment", "target_type": "reference"} in tiers["concern"]["permits"]
    assert {"type": "amendment", "target_type": "skill"} in tiers["full"]["permits"]
    assert {"type": "feedback"} in tiers["concern"]["permits"]


def test_the_tiers_of_the_surroundings_are_told_in_order() -> None:
    assert [each["tier"] for each in protocol.capability_tiers()["runtime"]] == ["T0", "T1", "T2", "T3"]


@requirement("R-AGT-02")
def test_a_session_starts_with_the_header_and_the_scrub_rules_before_anything_is_read() -> None:
    told = protocol.session_start()
    assert [each["name"] for each in told["required_fields"]] == [
        "session_id",
        "submitted_at",
        "submitting_agent",
        "submission_contract_version",
        "declared_capabilities",
    ]
    assert re.fullmatch(told["required_fields"][0]["pattern"], "ses_01a1e438-a540-7d5a-9fd1-2aabfe228f21")
    steps = [each["step"] for each in told["order"]]
    assert steps.index("fetch_scrub_rules") < steps.index("fetch_skill_graph") < steps.index("ask")


@requirement("R-BUF-13")
def test_taking_back_is_retried_until_a_minute_before_it_is_too_late() -> None:
    policy = protocol.retry_policy()["cancel"]
    assert (policy["initial_seconds"], policy["ceiling_seconds"], policy["jitter"]) == (60, 3600, "full")


def test_only_what_passes_by_itself_is_retried() -> None:
    assert protocol.retry_policy()["retry_on"] == [
        "rate_limit_exceeded",
        "staging_unavailable",
        "internal_error",
    ]


def test_limits_are_those_in_force_and_no_wire_that_refuses_nobody() -> None:
    told = protocol.limits({**LIMITS, Limit.COMBINED: 7})
    counted = {each["name"]: each for each in told["per_address"]}
    assert counted["combined"]["number"] == 7
    assert counted["burst"] == {
        "name": "burst",
        "number": 60,
        "period_seconds": 3600,
        "meaning": Limit.BURST.meaning,
    }
    assert "service_tripwire" not in counted
    assert told["staging_seconds"] == 24 * 60 * 60


def test_every_category_has_its_status_and_its_remedy() -> None:
    told = {each["category"]: each for each in protocol.error_categories()}
    assert told["schema_fail"]["status"] == 400
    assert all(each["remedy"] for each in told.values())
