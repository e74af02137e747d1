"""Stage 3, the schema of the type (R-PIPE-02), and that its days exist. What it has passed is read without looking twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from becivic.intake.calendar import impossible_day
from becivic.intake.desk import Desk
from becivic.intake.refusal import Refusal, schema_refusal
from becivic.intake.submission import Submission
from becivic.rules import caps
from becivic.rules.schemas import SchemaFault, SchemaFile, safe_pointer

_NOTES: Final = "/provenance/research_notes_markdown"


def check_schema(submission: Submission, desk: Desk) -> Submission | Refusal:
    faults = desk.world.registry.faults(SchemaFile(submission.type.schema_file), submission.payload)
    if faults:
        return schema_refusal(faults, lambda pointer: submission.at(safe_pointer(pointer)))
    beyond = _beyond_the_schema(submission.payload)
    return schema_refusal([beyond], submission.at) if beyond else submission


def _beyond_the_schema(payload: Mapping[str, Any]) -> SchemaFault | None:
    """What JSON Schema cannot say: that a day exists, and how many bytes a text will take in the repository."""
    wrong = impossible_day(payload)
    if wrong is not None:
        return SchemaFault(safe_pointer(wrong), "format", "this day is in no calendar")
    notes = (payload.get("provenance") or {}).get("research_notes_markdown", "")
    if len(notes.encode("utf-8")) > caps.RESEARCH_NOTES:
        return SchemaFault(_NOTES, "maxLength", f"must be at most {caps.RESEARCH_NOTES} bytes in UTF-8")
    return None
