"""Stage 7, what the submission names (R-PIPE-06): the target first, then what only its type must answer for."""

from __future__ import annotations

from dataclasses import replace

from becivic.intake.desk import Desk
from becivic.intake.references.amendments import check_amendment
from becivic.intake.references.concerns import check_concern
from becivic.intake.references.drafts import check_draft
from becivic.intake.references.proposed import Broken
from becivic.intake.references.refused import NotHeld
from becivic.intake.references.targets import resolve, speaks_our_contract
from becivic.intake.refusal import Refusal
from becivic.intake.submission import Submission
from becivic.rules.submissions import SubmissionType


def check_references(submission: Submission, desk: Desk) -> Submission | Refusal:
    try:
        warnings = _check(submission, desk)
    except NotHeld as refused:
        return refused.refusal(submission.at)
    return replace(submission, warnings=(*submission.warnings, *warnings)) if warnings else submission


def _check(submission: Submission, desk: Desk) -> Broken:
    speaks_our_contract(submission)
    match submission.type:
        case SubmissionType.DRAFT:
            check_draft(submission, desk)
        case SubmissionType.CONCERN:
            resolve(submission, desk)
            check_concern(submission, desk.world.corpus)
        case SubmissionType.AMENDMENT:
            resolve(submission, desk)
            return check_amendment(submission, desk)
        case _:
            resolve(submission, desk)
    return ()
