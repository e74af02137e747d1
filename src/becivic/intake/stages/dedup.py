"""Stage 4, an id that was sent before (design 7.10): from the same address it costs nothing, from another it is refused."""

from __future__ import annotations

from becivic.intake.desk import Desk
from becivic.intake.outcomes import Duplicate, Step
from becivic.intake.refusal import Refusal
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from becivic.store.ledger import known


def find_duplicate(submission: Submission, desk: Desk) -> Step:
    """Asked twice: early, so that a retry is answered whatever became of its target, and again while it is kept."""
    before = known(desk.connection, submission.id, desk.origin.received_at)
    if before is None:
        return submission
    if desk.hashes(before.salt).is_address(before.submitter_hash):
        return Duplicate(submission.id, before)
    return Refusal(
        ErrorCategory.DUPLICATE_ID_DIFFERENT_SUBMITTER,
        "This id is known already, from another submitter.",
        pointer=submission.at(f"/{submission.type.id_field}"),
    )
