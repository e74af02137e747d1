"""Stage 9, the clock: not more than an hour ahead of ours, not more than seven days behind (R-PIPE-08)."""

from __future__ import annotations

from becivic.intake.desk import Desk
from becivic.intake.refusal import Refusal
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import CLOCK_AHEAD, CLOCK_BEHIND


def check_timing(submission: Submission, desk: Desk) -> Submission | Refusal:
    now = desk.origin.received_at
    try:
        sent = submission.submitted_at
    except (ValueError, OverflowError):  # written like a moment, and there is no such day
        return _refused(submission, "is no moment of any calendar")
    if sent > now + CLOCK_AHEAD:
        return _refused(submission, "is more than an hour ahead of the clock here")
    if sent < now - CLOCK_BEHIND:
        return _refused(submission, "is more than seven days old")
    return submission


def _refused(submission: Submission, wrong: str) -> Refusal:
    return Refusal(
        ErrorCategory.SCHEMA_FAIL,
        f"`submitted_at` {wrong}.",
        pointer=submission.at("/submitted_at"),
        keyword="submitted_at",
        remedy="Set it to the time of sending, keep the id, and send it again.",
    )
