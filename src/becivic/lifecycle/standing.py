"""How one source of a path stands, and how a concern is ranked: told from votes, kept nowhere (C-29; R-OBSV-04, R-OBSV-15)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from becivic.lifecycle.evidence import Vote
from becivic.lifecycle.tallies import count_of
from becivic.rules.consensus import Policy


class SourceHealth(StrEnum):
    """What the current cohort of its path says of a source."""

    UNTRIED = "untried"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    REJECTED = "rejected"


def health(confirms: Fraction | int, rejects: Fraction | int) -> SourceHealth:
    """A majority decides; as many against as for leave it open."""
    if not confirms and not rejects:
        return SourceHealth.UNTRIED
    if confirms == rejects:
        return SourceHealth.DISPUTED
    return SourceHealth.CONFIRMED if confirms > rejects else SourceHealth.REJECTED


def is_stale(
    last_confirmed: datetime | None, asked_since: datetime | None, now: datetime, policy: Policy
) -> bool:
    """Whether the badge is shown: not confirmed for so long, or not since a maintainer doubted its class (R-PLC-07,
    R-PLC-08). Of one that nobody ever confirmed, whoever asks says since when it is there; None is for ever."""
    if last_confirmed is None:
        return True
    if asked_since is not None and last_confirmed < asked_since:
        return True
    return now - last_confirmed > policy.stale_after


@dataclass(frozen=True, slots=True)
class Score:
    """A concern's votes: they rank it and fold it away, and never remove it (R-SM-17)."""

    up: int
    down: int

    @property
    def net(self) -> int:
        return self.up - self.down

    def is_hidden(self, policy: Policy) -> bool:
        return self.net <= -policy.hide_below


def score(votes: Iterable[Vote], policy: Policy) -> Score:
    """Of one address the latest verdict; what is held, unread or of a forgotten address does not count."""
    count = count_of((vote for vote in votes if _ranks(vote)), policy)
    return Score(int(count.confirms), int(count.rejects))


def _ranks(vote: Vote) -> bool:
    return vote.voter is not None and vote.is_looked_through and not vote.is_held
