"""Stage 3, the schema of the type (R-PIPE-02), and that its days exist. What it has passed is read without looking twice."""

from __future__ import annotations

from becivic.intake.calendar import impossible_day
from becivic.intake.desk import Desk
from becivic.intake.refusal import Refusal, schema_refusal
from becivic.intake.submission import Submission
from becivic.rules.schemas import SchemaFault, SchemaFile, safe_pointer


def check_schema(submission: Submission, desk: Desk) -> Submission | Refusal:
    faults = desk.world.registry.faults(SchemaFile(submission.type.schema_file), submission.payload)
    if faults:
        return schema_refusal(faults, submission.pointer)
    wrong = impossible_day(submission.payload)
    if wrong is None:
        return submission
    fault = SchemaFault(safe_pointer(wrong), "format", "this day is in no calendar")
    return schema_refusal([fault], submission.pointer)
