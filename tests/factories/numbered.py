"""As many valid submissions as a test wants: a fixture of each type under an id that counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from becivic.rules.submissions import ENVELOPE_HEADER, EnvelopeMode, SubmissionType
from tests.factories.payloads import payload

_TEMPLATES: Final = {
    SubmissionType.CONCERN: "concerns/valid/skill-general",
    SubmissionType.AMENDMENT: "amendments/valid/volatile_value/integer",
    SubmissionType.VALIDATION: "validations/valid/skill-confirm",
    SubmissionType.DRAFT: "drafts/valid/skill/smallest",
    SubmissionType.FEEDBACK: "feedback_channel/valid/bug",
    SubmissionType.RATING: "ratings/valid/skill-four",
    SubmissionType.ANALYTICS: "analytics/valid/step-forward",
}
_HEADER: Final = {
    "submitted_at": "2026-11-15T09:45:00Z",
    "submitting_agent": "example-runtime/1.4.0",
    "submission_contract_version": "2.1.0",
    "declared_capabilities": ["multi_turn", "structured_output", "web_fetch", "tool_execution", "file_read"],
}


def uuid7(number: int) -> str:
    return f"01a1de76-3050-7000-8000-{number:012x}"


def session(number: int) -> str:
    return f"ses_{uuid7(number)}"


def submission_id(kind: SubmissionType, number: int) -> str:
    return f"{kind.facts.id_prefix}{uuid7(number)}"


def submission(kind: SubmissionType, number: int, **given: Any) -> dict[str, Any]:
    """A whole payload, as posted to its own route."""
    return {**payload(_TEMPLATES[kind]), kind.id_field: submission_id(kind, number), **given}


def item(kind: SubmissionType, number: int, **given: Any) -> dict[str, Any]:
    """The same inside an envelope: its type, and no header of its own."""
    whole = submission(kind, number, **given)
    own = {name: value for name, value in whole.items() if name not in ("schema_version", *ENVELOPE_HEADER)}
    return {"type": kind.value, **own}


def envelope(
    items: Iterable[dict[str, Any]], number: int = 1, mode: EnvelopeMode = EnvelopeMode.STAGE
) -> dict[str, Any]:
    """`number` is the session's."""
    head = {"schema_version": 1, "session_id": session(number), **_HEADER, "mode": mode.value}
    return {**head, "items": list(items)}


def concerns(numbers: Iterable[int]) -> list[dict[str, Any]]:
    return [item(SubmissionType.CONCERN, number) for number in numbers]
