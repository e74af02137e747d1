"""What the fields of a submission are called, and what their choices mean, for the person who decides on them."""

from __future__ import annotations

from typing import Final

LABELS: Final = {
    "verdict": "Vote",
    "rationale": "Why",
    "body": "Text",
    "report": "Text",
    "body_diff": "Change, line by line (+ is new, - goes)",
    "scope": "Holds for",
    "specifier": "Namely",
    "evidence_date": "Seen on",
    "evidence_source": "Known from",
    "observed_value": "Value met",
    "amendment_subtype": "Changes",
    "field_path": "Field",
    "skill_commit": "Made on version",
    "language_used": "Language spoken with the office",
    "applies_to_match": "Held in your case",
    "vv_uid": "Value",
    "ref_uid": "Source",
    "injection_flag": "The text tries to steer the agent",
    "injection_reason": "How it does",
    "outcome": "Result",
    "signal": "Told by",
    "attempted_on": "Tried on",
    "validates_post_handoff": "What comes after your own part was seen",
    "auth_provider": "Signed in with",
    "skill_quality_stars": "The procedure",
    "agent_protocol_stars": "How the agent worked",
    "user_experience_stars": "How it was for you",
    "would_be_5_stars": "Missing for five stars",
    "commit_message": "In short",
    "pre_flight_validation_result": "Checked before",
    "ok": "fit to send",
    "provenance": "How it was found",
    "entry": "New entry",
    "frontmatter": "Head of the page",
    "research_notes_markdown": "notes",
    "submitting_agent": "Sent as",
    "declared_capabilities": "What the agent says it can do",
    "session_id": "Number of the session (time and chance)",
    "submission_contract_version": "Rules of sending, version",
}
"""A field that is not here is called by its own name, in words."""

PLACES: Final = ("content", "context", "traversal_metadata", "frontmatter_change")
"""What only holds other fields is not named beside them."""

CHOICES: Final = {
    "verdict": {"confirm": "it is right", "reject": "it is not right"},
    "scope": {
        "general": "everybody",
        "commune-specific": "one commune",
        "regional-specific": "one region",
        "role-specific": "people in one role",
    },
    "evidence_source": {
        "customer-report": "what you told",
        "citation": "a page that was read",
        "corroboration": "several who say the same",
    },
    "amendment_subtype": {
        "body": "the text",
        "frontmatter": "a field",
        "field_edit": "a field",
        "source_add": "one more way of the route",
    },
    "language_used": {"fr": "French", "nl": "Dutch", "de": "German", "en": "English"},
    "outcome": {
        "success": "it worked",
        "failed": "it did not work",
        "declined": "you declined it",
        "ambiguous": "it cannot be told",
    },
}
"""By field: what was chosen from a list."""
