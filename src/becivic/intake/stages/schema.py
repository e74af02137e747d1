"""Stage 3, the schema of the type (R-PIPE-02). Only what it has passed may be read without looking twice."""

from __future__ import annotations

from becivic.intake.desk import Desk
from becivic.intake.refusal import Refusal, schema_refusal
from becivic.intake.submission import Submission
from becivic.rules.schemas import SchemaFile


def check_schema(submission: Submission, desk: Desk) -> Submission | Refusal:
    faults = desk.world.registry.faults(SchemaFile(submission.type.schema_file), submission.payload)
    return schema_refusal(faults, submission.pointer) if faults else submission
