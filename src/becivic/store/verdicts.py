"""Of each voter the latest verdict, in SQL: what `becivic.lifecycle.tallies` says of a few votes, for whole tables.

Which votes are about what is judged now is for whoever asks. A test holds both ways of counting equal.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, and_, case, func, or_

from becivic.rules.submissions import Verdict
from becivic.store.tables.signals import LOOKED_THROUGH, VALIDATIONS, SubmitterType

_OWN: Final = VALIDATIONS.c

IS_PROBE: Final[ColumnElement[bool]] = _OWN.submitter_type == SubmitterType.CI_PROBE.value
WAS_GIVEN: Final[ColumnElement[bool]] = and_(_OWN.held == 0, LOOKED_THROUGH)
"""Whether anybody may know of a vote: no person must look at it first (C-22)."""
COUNTS: Final[ColumnElement[bool]] = and_(WAS_GIVEN, or_(IS_PROBE, _OWN.voter_hash.is_not(None)))
"""Whether it is somebody's: votes of forgotten addresses cannot be told apart."""

VOTER: Final[ColumnElement[str | None]] = case((IS_PROBE, None), else_=_OWN.voter_hash)
"""By whom, among votes that count. All probes are one voter, and nobody's hash is nothing (C-30)."""

FLAGS: Final[ColumnElement[bool]] = and_(
    WAS_GIVEN, or_(IS_PROBE, _OWN.voter_hash.is_not(None), _OWN.unseated_hash.is_not(None))
)
"""Whether an injection flag is heard: also of a vote that has no seat in its network (design 7.9)."""
FLAGGER: Final[ColumnElement[str]] = func.coalesce(VOTER, case((IS_PROBE, ""), else_=_OWN.unseated_hash))
FLAGGERS_NETWORK: Final[ColumnElement[str]] = func.coalesce(_OWN.voter_network_hash, FLAGGER)
"""By whom, and in which IPv6 /48: of one no more voices count than of votes."""

_PREVAILS: Final[ColumnElement[bool]] = or_(
    and_(IS_PROBE, _OWN.verdict == Verdict.CONFIRM.value),
    and_(~IS_PROBE, _OWN.verdict == Verdict.REJECT.value),
)
LATEST: Final[ColumnElement[str]] = func.max(_OWN.validated_at + case((_PREVAILS, "1"), else_="0"))
"""Of votes grouped by voter the last moment, and whether what prevails at one moment was said then.

Of two at one moment an address's reject counts, and a probe's confirm. The order of the text is that of time, so that the
greatest text is the latest verdict: one pass over the votes, and no row has to be ranked.
"""


def verdict_counts(voter: ColumnElement[Any], latest: ColumnElement[Any]) -> list[ColumnElement[int]]:
    """Over one row for each voter: confirms and rejects of people, then those of the probe."""
    is_person, prevails = voter.is_not(None), latest.like("%1")
    return [
        func.coalesce(func.sum(case((condition, 1), else_=0)), 0)
        for condition in (
            and_(is_person, ~prevails),
            and_(is_person, prevails),
            and_(~is_person, prevails),
            and_(~is_person, ~prevails),
        )
    ]
