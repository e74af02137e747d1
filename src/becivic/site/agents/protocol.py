"""What an agent keeps to, told as data: tiers, the start of a session, retries, limits, versions, refusals.

The numbers come from the rules; how an agent tells its tier is the specification's (architecture 24.4; R-AGT-02).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from becivic.rules import contract
from becivic.rules.capabilities import Capability, Tier
from becivic.rules.errors import ErrorCategory
from becivic.rules.identifiers import SESSION_ID
from becivic.rules.limits import ENVELOPE_ITEMS, Limit
from becivic.rules.submissions import (
    CLOCK_AHEAD,
    CLOCK_BEHIND,
    ENVELOPE_HEADER,
    STAGING_WINDOW,
    SubmissionType,
)

_RUNTIMES: Final = {
    "T0": (
        "No harness is loaded, and a page of Be Civic can be read.",
        "Advice only. Notes stay in the conversation; approved ones may be sent at its end. Nothing is remembered.",
    ),
    "T1": (
        "The harness is loaded, and a file cannot be written into its folder.",
        "Advice only. Write nothing, promise nothing for later; mention once what a writable folder would bring.",
    ),
    "T2": (
        "The harness is loaded, and a file can be written into its folder, read back and deleted.",
        "Profile, notes and progress on the person's own machine; paths with hand-over; deliveries after consent.",
    ),
    "T3": (
        "As T2, and tools whose names begin with mcp__becivic are there.",
        "As T2, with reading and sending through the tools.",
    ),
}

_ORDER: Final = (
    ("probe", "Find your tier without asking. Say in one sentence what you found.", ""),
    ("make_session_id", "`ses_` and a random UUID version 7. Nothing about the person goes into it.", ""),
    ("read_contract", "What you owe the person before and after you submit.", "/docs/submission-contract-v2"),
    ("fetch_scrub_rules", "Without them, submit nothing in this session.", "/scrub-rules.json"),
    ("fetch_skill_graph", "Which procedures there are.", "/api/skill-graph"),
    ("fetch_paths", "Which routes to documents there are.", "/paths/index.json"),
    ("look_for_buffers", "Show what an earlier session left unsent; never send it on your own.", ""),
    ("ask", "One question: what brought you here today?", ""),
)

_HEADER: Final = {
    "submitted_at": "RFC 3339 with an offset; at most an hour ahead of the server and seven days behind.",
    "submitting_agent": "Runtime and version, `name/1.2.3`. Says what ran, never who.",
    "submission_contract_version": f"`{contract.CONTRACT_VERSION}`.",
    "declared_capabilities": "What you have, not what would be needed.",
}

_RETRIED: Final = (
    ErrorCategory.RATE_LIMIT_EXCEEDED,
    ErrorCategory.STAGING_UNAVAILABLE,
    ErrorCategory.INTERNAL_ERROR,
)


def capability_tiers() -> dict[str, Any]:
    """What an agent must be able to do before it may send something, and what its surroundings allow it."""
    return {
        "capabilities": [each.value for each in Capability],
        "submission": [_tier(tier) for tier in Tier],
        "runtime": [
            {"tier": tier, "probe": probe, "offers": offers} for tier, (probe, offers) in _RUNTIMES.items()
        ],
    }


def _tier(tier: Tier) -> dict[str, Any]:
    needed = [each.value for each in Capability if each in tier.required]
    return {"tier": tier.name.lower(), "requires": needed, "permits": _permitted(tier)}


def _permitted(tier: Tier) -> list[dict[str, str]]:
    """What this rung adds to those below."""
    aimed = [
        (kind, target)
        for kind in SubmissionType
        for target in kind.facts.targets or (None,)
        if kind.tier(target) is tier
    ]
    return [
        {"type": kind.value, **({} if target is None else {"target_type": target.value})}
        for kind, target in aimed
    ]


def session_start() -> dict[str, Any]:
    header = [{"name": name, "how": _HEADER[name]} for name in ENVELOPE_HEADER]
    session = {"name": "session_id", "pattern": SESSION_ID, "how": "Made anew for each session."}
    return {
        "required_fields": [session, *header],
        "order": [
            {"step": step, "do": what, **({"address": address} if address else {})}
            for step, what, address in _ORDER
        ],
        "opt_in": "Nothing is sent that the person has not seen and approved. No answer means no.",
    }


def retry_policy() -> dict[str, Any]:
    """The numbers for taking something back are R-BUF-13's; the others are ours (N-20)."""
    return {
        "same_id": "A retry uses the same id: nothing is ever kept twice.",
        "retry_on": [each.value for each in _RETRIED],
        "wait": "As many seconds as `retry_after` or the header Retry-After says; without either as `backoff` says.",
        "backoff": {"initial_seconds": 1, "factor": 2, "ceiling_seconds": 60, "jitter": "full", "retries": 5},
        "reads": {"retries": 2, "then": "Use what you have, and say how old it is."},
        "scrub_rules": {"retries": 2, "then": "Submit nothing in this session."},
        "cancel": {
            "initial_seconds": 60,
            "factor": 2,
            "ceiling_seconds": 3600,
            "jitter": "full",
            "deadline": "commit_eta minus 60 seconds",
        },
        "never_retry": "Any other refusal: mend what the pointer names, then send it again with the same id.",
    }


def limits(in_force: Mapping[Limit, int]) -> dict[str, Any]:
    """What holds here: an operator may have set other numbers than the rules have."""
    counted = [
        {
            "name": limit.name.lower(),
            "number": in_force.get(limit, limit.value.number),
            "period_seconds": int(limit.value.period.total_seconds()),
            "meaning": limit.meaning,
        }
        for limit in Limit
        if limit is not Limit.SERVICE_TRIPWIRE
    ]
    return {
        "per_address": counted,
        "envelope_items": ENVELOPE_ITEMS,
        "staging_seconds": int(STAGING_WINDOW.total_seconds()),
        "clock_ahead_seconds": int(CLOCK_AHEAD.total_seconds()),
        "clock_behind_seconds": int(CLOCK_BEHIND.total_seconds()),
    }


def error_categories() -> list[dict[str, Any]]:
    return [
        {"category": each.value, "status": each.http_status, "remedy": each.remedy} for each in ErrorCategory
    ]
