"""Examples by name: requests from the schema files themselves, refusals from the closed vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

from becivic.api.openapi.components import Schema
from becivic.rules.capabilities import Capability
from becivic.rules.errors import ErrorCategory, LayerTwoCategory, Remediation
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.submissions import AmendmentSubtype

RENEW: Final = "Before sending, write the time into `submitted_at` and make ids of your own."
READ_COMMIT: Final = "Write the commit you read into `skill_commit`: nobody knows the one of forty zeros."

_NAMED_BY: Final = ("target_type", "event_type", "mode")
_SUBTYPES: Final = {
    AmendmentSubtype.BODY.value: "a diff of its body",
    AmendmentSubtype.FRONTMATTER.value: "one field",
    AmendmentSubtype.FIELD_EDIT.value: "one field",
    AmendmentSubtype.SOURCE_ADD.value: "one more",
}
_UNNAMED: Final = "message"


def request_examples(file: SchemaFile) -> Schema:
    """The examples that a schema file carries, each under a name that says what it is about."""
    examples = packaged_registry().documents[file.value]["examples"]
    return {_name(value): {"summary": _summary(value), **_note(value), "value": value} for value in examples}


def _topic(value: Mapping[str, Any]) -> str:
    return next((value[key] for key in _NAMED_BY if key in value), _UNNAMED)


def _subtype(value: Mapping[str, Any]) -> str:
    return str(value.get("content", {}).get("amendment_subtype", ""))


def _name(value: Mapping[str, Any]) -> str:
    return f"{_topic(value)}-{_subtype(value)}".rstrip("-").replace("_", "-")


def _summary(value: Mapping[str, Any]) -> str:
    words = _topic(value).replace("_", " ").capitalize()
    return f"{words}: {_SUBTYPES[_subtype(value)]}" if _subtype(value) else words


def _note(value: Mapping[str, Any]) -> Schema:
    is_diff = _subtype(value) == AmendmentSubtype.BODY.value
    return {"description": f"{RENEW} {READ_COMMIT}" if is_diff else RENEW}


_TOLD: Final[dict[ErrorCategory, tuple[str, Schema]]] = {
    ErrorCategory.SCHEMA_FAIL: (
        "A required field is missing.",
        {"schema_pointer": "", "keyword": "required", "missing": "target_id"},
    ),
    ErrorCategory.IDENTITY_FIELD_PRESENT: (
        "A field is named like something that says who somebody is.",
        {"schema_pointer": "/submitter_name"},
    ),
    ErrorCategory.CAPABILITY_MISMATCH: (
        "This type and target need web_fetch, tool_execution too.",
        {
            "schema_pointer": "/declared_capabilities",
            "missing_capabilities": [Capability.WEB_FETCH.value, Capability.TOOL_EXECUTION.value],
        },
    ),
    ErrorCategory.REGEX_FAIL: (
        "The text at the pointer holds something that looks like it identifies a person.",
        {"schema_pointer": "/content/body"},
    ),
    ErrorCategory.LAYER2_SCRUB_FAILURE: (
        "The content at the pointer holds something that looks like it identifies a person.",
        {
            "schema_pointer": "/provenance/research_notes_markdown",
            "category": LayerTwoCategory.IDENTITY.value,
            "matches": [
                {"detector": "email", "context_snippet": "the desk answers at ***************** only"}
            ],
            "remediation": Remediation.REWRITE_RESEARCH_NOTES.value,
        },
    ),
    ErrorCategory.CROSS_REF_FAIL: (
        "There is nothing of this type with that id.",
        {"schema_pointer": "/target_id"},
    ),
    ErrorCategory.DIFF_APPLY_FAILED: (
        "The commit that the diff was made against is not one of main.",
        {"schema_pointer": "/content/skill_commit"},
    ),
    ErrorCategory.DUPLICATE_ID_DIFFERENT_SUBMITTER: ("This id is known already, from another submitter.", {}),
    ErrorCategory.SELF_VALIDATION_BLOCKED: (
        "This was written from the address that now judges it.",
        {"schema_pointer": "/target_id"},
    ),
    ErrorCategory.RATE_LIMIT_EXCEEDED: ("Too much was sent from this address today.", {"retry_after": 3600}),
    ErrorCategory.INVALID_TRANSITION: ("It cannot go from here to there.", {"schema_pointer": "/state"}),
    ErrorCategory.UNAUTHORISED: ("The token is missing or not the right one.", {}),
    ErrorCategory.FORBIDDEN: ("It is committed already.", {}),
    ErrorCategory.STAGING_UNAVAILABLE: ("The store cannot be reached.", {"retry_after": 30}),
    ErrorCategory.INTERNAL_ERROR: (
        "Something went wrong here, not with the request.",
        {"request_id": "9f2c61d4e07b38a5"},
    ),
}
"""For each category what a refusal may say, beside the category's own remedy."""


def refusal_example(category: ErrorCategory) -> Schema:
    """The body of one refusal, at the category's own status."""
    detail, clues = _TOLD[category]
    return problem_body(category.http_status, detail, category.value, remedy=category.remedy, **clues)


def refusal_examples(categories: Iterable[ErrorCategory]) -> Schema:
    return {each.value: {"value": refusal_example(each)} for each in categories}


def problem_body(status: int, detail: str, error: str, **more: object) -> Schema:
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
        "error": error,
        **more,
    }
