"""Stage 11, how much one address and its IPv6 networks may send (R-PIPE-10, R-RATE-01..05; design 7.9).

Looks while the writer writes, so none slips by.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from operator import itemgetter

from becivic.intake.addresses import AddressHashes
from becivic.intake.bans import Bans, Sanction
from becivic.intake.counters import Counted, counted
from becivic.intake.desk import Desk
from becivic.intake.refusal import Refusal
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from becivic.rules.limits import TIGHTENED, Limit, Width
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
    submission: Submission, desk: Desk, hashes: AddressHashes, limits: Mapping[Limit, int], bans: Bans
) -> Counted | Refusal:
    sanction = bans.sanction(desk, hashes.address)
    if sanction.level is BanLevel.BANNED:
        whose = "network" if sanction.width is Width.NETWORK else "address"
        return Refusal(
            ErrorCategory.FORBIDDEN,
            f"This {whose} filed false injection flags more than once and may not submit.",
            remedy="Write to the maintainers if this is a mistake.",
        )
    now = desk.origin.received_at
    before = counted(desk.connection, hashes, now)
    reached = []
    for width, limit in product(reversed(list(before.hashes)), limits_of(submission)):
        most = _most(limit, limits[limit], width, sanction)
        if before.of(limit, width) >= most:
            reached.append((before.wait(limit, now, width), limit, width, most))
    if not reached:
        return before
    wait, limit, width, most = max(reached, key=itemgetter(0))  # the narrowest of those that end last
    return over_limit(limit, most, wait, submission.pointer, width)


def _most(limit: Limit, number: int, width: Width, sanction: Sanction) -> int:
    """A sanction tightens what it is about and everything in it, without growth; an operator may have set less."""
    is_about = sanction.level is not None and width.bits >= sanction.width.bits
    if is_about and limit in TIGHTENED:
        return min(number, TIGHTENED[limit])
    return limit.grown(number, width)


def over_limit(limit: Limit, number: int, wait: int, pointer: str, width: Width = Width.ADDRESS) -> Refusal:
    hours = int(limit.value.period.total_seconds()) // 3600
    span = "a day" if hours == 24 else "an hour"
    return Refusal(
        ErrorCategory.RATE_LIMIT_EXCEEDED,
        f"The limit of {number} {span} for one {width} is reached ({limit.name.lower()}).",
        pointer=pointer,
        retry_after=wait,
    )
