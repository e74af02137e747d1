"""What the API would answer to the request examples, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from becivic import __version__
from becivic.api.openapi.components import Schema
from becivic.rules.errors import ErrorCategory
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.submissions import STAGING_HOURS, EnvelopeMode, SubmissionState, SubmissionType
from becivic.rules.targets import RatingAxis, TargetType

_SENT: Final = "2026-11-15T10:00:00Z"
_ETA: Final = "2026-11-16T10:00:00Z"
_TOKEN: Final = "dGhpcyBpcyBhbiBleGFtcGxlIG9mIGEgdG9rZW4gLi4u"[:43]


def _first(file: str) -> Mapping[str, Any]:
    example: Mapping[str, Any] = packaged_registry().documents[file]["examples"][0]
    return example


def example_id(kind: SubmissionType) -> str:
    return str(_first(kind.schema_file)[kind.id_field])


def example_session() -> str:
    return str(_first(SchemaFile.ENVELOPE)["session_id"])


def named(**values: object) -> Schema:
    """Examples in the form that the document wants, named in words."""
    return {name.replace("_", "-"): {"value": value} for name, value in values.items()}


def submitted(kind: SubmissionType) -> Schema:
    own = {kind.id_field: example_id(kind)}
    duplicate = {**own, "status": "duplicate"}
    if kind.facts.staged:
        kept = {**_staged(), "staging_window_hours": STAGING_HOURS}
        return named(
            staged={**own, **kept},
            duplicate=duplicate,
            validated={**own, "status": "validated", "would_stage_for": _ETA},
        )
    return named(
        applied={**own, "status": "applied", "applied_at": _SENT},
        duplicate=duplicate,
        validated={**own, "status": "validated", "would_stage_for": _SENT},
    )


def _staged() -> Schema:
    return {"status": "staged", "cancel_token": _TOKEN, "commit_eta": _ETA}


def envelope() -> Schema:
    """What the three items of the example envelope may be told in either mode; one of them is refused."""
    sent = _first(SchemaFile.ENVELOPE)["items"]
    refused = {
        "ok": False,
        "status": "rejected",
        "error": ErrorCategory.REGEX_FAIL.value,
        "detail": "The text at the pointer holds something that looks like it identifies a person.",
        "remedy": ErrorCategory.REGEX_FAIL.remedy,
        "schema_pointer": "/items/2/body",
    }
    validated = {"ok": True, "status": "validated"}
    judged = [{**validated, "would_stage_for": _ETA}, {**validated, "would_stage_for": _SENT}, refused]
    kept = [
        {"ok": True, **_staged()},
        {"ok": True, "status": "applied", "applied_at": _SENT},
        {"ok": True, "status": "duplicate"},
    ]
    return named(
        validate=_enveloped(EnvelopeMode.VALIDATE, sent, judged),
        stage=_enveloped(EnvelopeMode.STAGE, sent, kept),
    )


def _enveloped(mode: EnvelopeMode, sent: list[dict[str, Any]], told: list[Schema]) -> Schema:
    results = [
        {"idx": index, "type": item["type"], "id": item[SubmissionType(item["type"]).id_field], **said}
        for index, (item, said) in enumerate(zip(sent, told, strict=True))
    ]
    return {"session_id": example_session(), "mode": mode.value, "results": results}


def standing() -> Schema:
    return named(
        staged={"state": SubmissionState.STAGED.value, "commit_eta": _ETA},
        committed={
            "state": SubmissionState.COMMITTED.value,
            "committed_at": _ETA,
            "change_request": "open",
        },
        held={"state": SubmissionState.HELD.value},
        released={"state": SubmissionState.RELEASED.value, "committed_at": _ETA},
        discarded={"state": SubmissionState.DISCARDED.value},
        quarantined={
            "state": SubmissionState.QUARANTINED.value,
            "target_type": TargetType.SKILL.value,
            "target_id": "nationality-application",
        },
    )


def session() -> Schema:
    item = {
        "type": SubmissionType.VALIDATION.value,
        "id": example_id(SubmissionType.VALIDATION),
        "state": SubmissionState.COMMITTED.value,
        "committed_at": _SENT,
    }
    return named(session={"session_id": example_session(), "items": [item]})


def rating_stats() -> Schema:
    item = {
        "axis": RatingAxis.SKILL_QUALITY.value,
        "cohort_anchor": "nationality-application@0.1.0",
        "skill_id": "nationality-application",
        "average": 4.25,
        "count": 4,
    }
    return named(ratings={"items": [item]})


def health() -> Schema:
    return named(
        ok={
            "status": "ok",
            "live": True,
            "ready": True,
            "checks": [{"name": "records", "ok": True}],
            "records": "ok",
            "commit": "0123456789abcdef0123456789abcdef01234567",
            "version": __version__,
            "skills": 3,
            "paths": 3,
            "corpus_errors": 0,
            "now": _SENT,
        }
    )
