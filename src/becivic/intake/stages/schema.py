"""Stage 3, the schema of the type (R-PIPE-02), and that its days exist. What it has passed is read without looking twice."""

from __future__ import annotations

from becivic.intake.desk import Desk
from becivic.intake.refusal import Refusal, schema_refusal
from becivic.intake.submission import Submission
from becivic.rules.schemas import safe_pointer
from becivic.rules.submitted import payload_faults


def check_schema(submission: Submission, desk: Desk) -> Submission | Refusal:
    faults = payload_faults(submission.type, submission.payload, desk.world.registry)
    if not faults:
        return submission
    return schema_refusal(faults, lambda pointer: submission.at(safe_pointer(pointer)))
