"""Stage 10, nobody votes on, or rates, what they wrote (R-PIPE-09, R-SALT-03, R-SALT-07).

Author and voter of one IPv6 /48 are one voice (design 7.9). Of an author stored before version 0008 of the database only
the /64 is known.
"""

from __future__ import annotations

from becivic.intake.desk import Desk
from becivic.intake.refusal import Refusal
from becivic.intake.salts import authors
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType


def block_self_validation(submission: Submission, desk: Desk) -> Submission | Refusal:
    target = submission.target
    votes = submission.type is SubmissionType.VALIDATION
    rates = submission.type is SubmissionType.RATING and target is TargetType.SKILL
    if target is None or not (votes or rates):
        return submission
    for author in authors(desk.connection, target, submission.target_id):
        hashes = desk.hashes(author.salt)
        if hashes.is_address(author.address) or hashes.is_network(author.network):
            return Refusal(
                ErrorCategory.SELF_VALIDATION_BLOCKED,
                "This was written from the address or the IPv6 /48 network that now judges it.",
                pointer=submission.at("/target_id"),
            )
    return submission
