"""The stages, one file each, in the order in which a submission meets them. The first word against it ends its way.

 1 parse             size, UTF-8, strict JSON
 2 identity_ban      no field that says who somebody is, at any depth
 3 schema            the schema of its type
 4 dedup             an id that was sent before
 5 capability        what the submitter must be able to do
 6 scrub             nothing that identifies a person
 7 cross_reference   what it names is there, open to it, and agrees
 8 cohort_anchor     which version it speaks of, stamped here
 9 timing            a clock near ours
10 self_validation   nobody judges what they wrote
11 rate_limits       how much one address may send
12 keep              staged or applied, in one transaction with its id

The first ten judge and change nothing; the last two run while the writer writes, after a second look at the id, so
that two requests at the same moment cannot both be first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from becivic.intake.desk import Desk
from becivic.intake.outcomes import Step
from becivic.intake.stages.capability import check_capability
from becivic.intake.stages.cohort_anchor import stamp_cohort
from becivic.intake.stages.cross_reference import check_references
from becivic.intake.stages.dedup import find_duplicate
from becivic.intake.stages.identity_ban import ban_identity
from becivic.intake.stages.schema import check_schema
from becivic.intake.stages.scrub import scrub
from becivic.intake.stages.self_validation import block_self_validation
from becivic.intake.stages.timing import check_timing
from becivic.intake.submission import Submission

Stage = Callable[[Submission, Desk], Step]

JUDGING: Final[tuple[Stage, ...]] = (
    ban_identity,
    check_schema,
    find_duplicate,
    check_capability,
    scrub,
    check_references,
    stamp_cohort,
    check_timing,
    block_self_validation,
)


def judge(submission: Submission, desk: Desk) -> Step:
    """Every stage that judges, in order; the submission as they leave it, or how it ends."""
    step: Step = submission
    for stage in JUDGING:
        if not isinstance(step, Submission):
            return step
        step = stage(step, desk)
    return step
