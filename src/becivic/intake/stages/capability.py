"""Stage 5, what the submitter must be able to do (R-PIPE-04, R-CAP-05)."""

from __future__ import annotations

from becivic.intake.desk import Desk
from becivic.intake.refusal import Refusal
from becivic.intake.submission import Submission
from becivic.rules import capabilities
from becivic.rules.errors import ErrorCategory


def check_capability(submission: Submission, _: Desk) -> Submission | Refusal:
    declared = submission.payload.get("declared_capabilities")
    if declared is None:  # analytics alone may leave it out; its schema has seen to the others (C-69)
        return submission
    tier = submission.type.tier(submission.target)
    if tier.required.issubset(declared):
        return submission
    lacking = capabilities.missing(tier, declared)
    return Refusal(
        ErrorCategory.CAPABILITY_MISMATCH,
        f"This type and target need {', '.join(lacking)} too.",
        pointer=submission.at("/declared_capabilities"),
        remedy=capabilities.remedy(tier),
        more={"missing_capabilities": [each.value for each in lacking]},
    )
