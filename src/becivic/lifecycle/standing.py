"""How one source of a path stands, how long a silence about a path counts, and how a concern is ranked.

All of it is derived from votes and days, and stored nowhere (C-29; R-OBSV-04, R-OBSV-15, R-PLC-07).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
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


def silent_since(cohort_started_at: datetime, last_confirmed: datetime | None) -> datetime:
    """When the silence about a path began: with its last confirmation, or with its cohort. What is new has its time too."""
    return max(cohort_started_at, last_confirmed or cohort_started_at)


def uncounted_time(since: datetime, confirmable: Collection[date], now: datetime) -> timedelta:
    """The part of a silence that does not count: the days, in UTC and over by now, on which nothing could have confirmed
    a source. The current day may still become one that counts."""
    today = datetime.combine(now.date(), time(), now.tzinfo)
    if today <= since:
        return timedelta(0)
    return today - since - sum((_part(day, since, today) for day in confirmable), timedelta(0))


def _part(day: date, since: datetime, until: datetime) -> timedelta:
    """How much of a day lies between two moments."""
    start = datetime.combine(day, time(), since.tzinfo)
    return max(timedelta(0), min(start + timedelta(days=1), until) - max(start, since))


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
