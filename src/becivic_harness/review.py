"""Owns the list that a person decides on: each item in plain words, what it is about, where it would go (R-BUF-10)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from becivic_harness.buffer_file import ID_FIELDS, Item, id_of
from becivic_harness.review_words import CHOICES, LABELS, PLACES

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

_HEADER: Final = (
    "submitting_agent",
    "declared_capabilities",
    "session_id",
    "submission_contract_version",
    "submitted_at",
)
_TOLD_BY_ABOUT: Final = ("target_type", "target_id", "proposed_id", "topic", "pointer")
_OF_A_WALK: Final = re.compile(r"[a-z0-9-]+: [a-z0-9-]+( \([^)]*\))?")
"""How a walk says why it failed: signals of the route, which read as words without their hyphens."""

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


def reviewed(item: Item, session_id: str, *, approved: bool) -> dict[str, Any]:
    """One item for the list: `says` and `sent_with` hold one line or more for every field that leaves this machine."""
    return {
        "id": id_of(item),
        "type": item.get("type"),
        "about": about(item),
        "says": says(item),
        "sent_with": sent_with(item, session_id),
        "window": window(item),
        "approved": approved,
    }


def about(item: Mapping[str, Any]) -> str:
    kind = _KINDS.get(str(item.get("type")), "A submission")
    if item.get("type") == "draft":
        return f"{kind}: {_TARGETS.get(str(item.get('target_type')), 'something')} `{item.get('proposed_id', '')}`"
    if item.get("type") == "feedback":
        return f"{kind}, about {item.get('topic', 'Be Civic')}" + (
            f" ({item['pointer']})" if item.get("pointer") else ""
        )
    target = _TARGETS.get(str(item.get("target_type")), "something")
    return f"{kind} on {target} `{item.get('target_id', '')}`"


def says(item: Mapping[str, Any]) -> list[str]:
    """What this item says and no other does: nothing left out, for who approves must have seen what is sent."""
    told = (*_HEADER, *_TOLD_BY_ABOUT, "type", "schema_version", ID_FIELDS.get(str(item.get("type"))))
    return list(_lines({key: value for key, value in item.items() if key not in told}))


def sent_with(item: Mapping[str, Any], session_id: str) -> list[str]:
    """What goes along with every item of a session. The time is that of sending."""
    fields = {key: item[key] for key in _HEADER if key in item and key != "submitted_at"}
    return list(_lines({**fields, "session_id": item.get("session_id", session_id)}))


def window(item: Mapping[str, Any]) -> str:
    if item.get("type") == "validation":
        return _AT_ONCE
    return _PRIVATE if item.get("type") == "feedback" else _STAGED


def in_plain_words(category: object) -> str:
    return _ERRORS.get(str(category), "The service did not take it.")


def _lines(fields: Mapping[str, Any], above: str = "") -> Iterator[str]:
    for key, value in fields.items():
        label = _label(key, above)
        if isinstance(value, Mapping):
            yield from _lines(value, above if key in PLACES else label)
        elif isinstance(value, list) and any(isinstance(each, (Mapping, list)) for each in value):
            for number, each in enumerate(value, 1):
                yield from _lines(each if isinstance(each, Mapping) else {"": each}, f"{label} {number}")
        else:
            first, *more = _value(key, value).split("\n")
            yield f"{label}: {first}" if not more else f"{label}:"
            yield from (f"  {line}" for line in (first, *more) if more)


def _label(key: str, above: str) -> str:
    name = LABELS.get(key) or key.replace("_", " ")
    if above:
        return f"{above}, {name[:1].lower()}{name[1:]}" if name else above
    return f"{name[:1].upper()}{name[1:]}"


def _value(key: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == []:
        return "none"
    if isinstance(value, list):
        return ", ".join(_value(key, each) for each in value)
    if key.endswith("_stars") and isinstance(value, int):
        return f"{value} of 5 stars"
    text = CHOICES.get(key, {}).get(str(value), str(value)).rstrip("\n")
    if key == "declared_capabilities":
        return text.replace("_", " ")
    is_of_a_walk = key == "signal" or (key == "rationale" and _OF_A_WALK.fullmatch(text))
    return text.replace("-", " ") if is_of_a_walk else text
