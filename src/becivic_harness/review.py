"""Owns the list that a person decides on: each item in plain words, what it is about, where it would go (R-BUF-10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from becivic_harness.buffer_file import Item, id_of

_KINDS: Final = {
    "concern": "A note that something is wrong or missing",
    "amendment": "A correction",
    "validation": "A vote on whether something is right",
    "draft": "A proposal for something new",
    "feedback": "A private word to the operators",
    "rating": "A rating",
}
_TARGETS: Final = {
    "skill": "the procedure",
    "path": "the route",
    "path_source": "one way of the route",
    "volatile_value": "the value",
    "reference": "the source",
    "observation": "somebody's note",
    "skill_graph": "the list of procedures",
    "agent_protocol": "how the agent worked",
    "session": "this session",
}
_AT_ONCE: Final = "It takes effect at once and cannot be taken back; others can outvote it."
_STAGED: Final = "It waits 24 hours before it is published; until then you can take it back."
_PRIVATE: Final = "It waits 24 hours and can be taken back until then; it is read by the operators alone and never published."

_ERRORS: Final = {
    "schema_fail": "It is not in the form the service takes.",
    "identity_field_present": "It has a field that would say who somebody is.",
    "capability_mismatch": "This agent may not send this kind of thing.",
    "regex_fail": "Part of the text may point to a person; it should be said more generally.",
    "layer2_scrub_failure": "Part of the text may point to a person; it should be said more generally.",
    "cross_ref_fail": "What it is about is not there, or not any more.",
    "diff_apply_failed": "The page has changed since; the correction must be made again on the new text.",
    "duplicate_id_different_submitter": "Its id is in use; it needs a new one.",
    "self_validation_blocked": "It votes on something that came from this same connection; others have to.",
    "rate_limit_exceeded": "rate_limit_exceeded: too many today from this connection; try again tomorrow.",
    "staging_unavailable": "The service cannot take anything in at the moment.",
    "unauthorised": "The service did not accept the token for taking it back.",
    "forbidden": "It can no longer be taken back: it may be published already.",
    "internal_error": "The service had a fault of its own; try again later.",
}
"""Told to a person instead of the category, which may hint at what was found (R-BUF-12)."""


def reviewed(item: Item, *, approved: bool) -> dict[str, Any]:
    """One item for the list."""
    return {
        "id": id_of(item),
        "type": item.get("type"),
        "about": about(item),
        "says": says(item),
        **({"context": item["context"]} if item.get("context") else {}),
        "sent_as": item.get("submitting_agent"),
        "window": window(item),
        "approved": approved,
    }


def about(item: Mapping[str, Any]) -> str:
    kind = _KINDS.get(str(item.get("type")), "A submission")
    if item.get("type") == "draft":
        return f"{kind}: {item.get('proposed_id', '')}"
    if item.get("type") == "feedback":
        return f"{kind}, about {item.get('topic', 'Be Civic')}" + (
            f" ({item['pointer']})" if item.get("pointer") else ""
        )
    target = _TARGETS.get(str(item.get("target_type")), "something")
    return f"{kind} on {target} `{item.get('target_id', '')}`"


def says(item: Mapping[str, Any]) -> str:
    """The item's own words, without the form round them."""
    content = item.get("content")
    inner = content if isinstance(content, Mapping) else {}
    if item.get("type") == "validation":
        verdict = "It is right." if item.get("verdict") == "confirm" else "It is not right."
        return " ".join(filter(None, [verdict, _text(item.get("rationale"))]))
    if item.get("type") == "rating":
        stars = next(
            (value for key, value in item.items() if key.endswith("_stars") and isinstance(value, int)), 0
        )
        return " ".join(filter(None, [f"{stars} of 5 stars.", _text(item.get("would_be_5_stars"))]))
    words = [
        _text(item.get("body")),
        _text(item.get("rationale")),
        _text(item.get("commit_message")),
        *_texts(inner),
    ]
    return " ".join(dict.fromkeys(filter(None, words)))


def window(item: Mapping[str, Any]) -> str:
    if item.get("type") == "validation":
        return _AT_ONCE
    return _PRIVATE if item.get("type") == "feedback" else _STAGED


def in_plain_words(category: object) -> str:
    return _ERRORS.get(str(category), "The service did not take it.")


def _texts(content: Mapping[str, Any]) -> list[str]:
    """Every text of the content, nothing left out: who approves must have seen what is sent."""
    found: list[str] = []
    for key, value in content.items():
        if isinstance(value, Mapping):
            found += _texts(value)
        elif isinstance(value, list):
            found += [
                _text(each) or "; ".join(_texts(each) if isinstance(each, Mapping) else []) for each in value
            ]
        elif isinstance(value, str):
            found.append(value if key in ("body", "description", "rationale") else f"{key}: {value}")
        elif value is not None:
            found.append(f"{key}: {value}")
    return found


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
