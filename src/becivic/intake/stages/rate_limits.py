"""Stage 11, how much one address may send (R-PIPE-10, R-RATE-01..05). Looks while the writer writes, so none slips by."""

from __future__ import annotations

from collections.abc import Mapping

from becivic.intake.bans import Bans
from becivic.intake.counters import Counted, counted
from becivic.intake.desk import Desk
from becivic.intake.refusal import Refusal
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from becivic.rules.limits import TIGHTENED, Limit
from becivic.rules.submissions import SubmissionType
from becivic.store.tables.keeping import BanLevel


def limits_of(submission: Submission) -> tuple[Limit, ...]:
    """What a submission counts towards. Analytics has a pool of its own and never eats up the others' (N-30)."""
    if submission.type is SubmissionType.ANALYTICS:
        return (Limit.ANALYTICS,)
    shared = (Limit.COMBINED, Limit.BURST)
    if submission.type is not SubmissionType.VALIDATION:
        return shared
    if submission.payload.get("injection_flag"):
        return (Limit.INJECTION_FLAG, Limit.VALIDATION, *shared)
    return (Limit.VALIDATION, *shared)


def check_limits(
    submission: Submission, desk: Desk, address_hash: str, limits: Mapping[Limit, int], bans: Bans
) -> Counted | Refusal:
    level = bans.level(desk, address_hash)
    if level is BanLevel.BANNED:
        return Refusal(
            ErrorCategory.FORBIDDEN,
            "This address filed false injection flags more than once and may not submit.",
            remedy="Write to the maintainers if this is a mistake.",
        )
    allowed = _tightened(limits) if level is BanLevel.LIMITED else limits
    now = desk.origin.received_at
    before = counted(desk.connection, address_hash, now)
    for limit in limits_of(submission):
        if before.of(limit) >= allowed[limit]:
            return over_limit(limit, allowed[limit], before.wait(limit, now), submission.pointer)
    return before


def _tightened(limits: Mapping[Limit, int]) -> Mapping[Limit, int]:
    return {limit: min(number, TIGHTENED.get(limit, number)) for limit, number in limits.items()}


def over_limit(limit: Limit, number: int, wait: int, pointer: str) -> Refusal:
    hours = int(limit.value.period.total_seconds()) // 3600
    span = "a day" if hours == 24 else "an hour"
    return Refusal(
        ErrorCategory.RATE_LIMIT_EXCEEDED,
        f"The limit of {number} {span} for one address is reached ({limit.name.lower()}).",
        pointer=pointer,
        retry_after=wait,
    )
