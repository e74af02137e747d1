"""Votes, and which of them are about what is judged now (C-02): each one counts, or there is a reason why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from becivic.lifecycle.artefact import Artefact
from becivic.rules.consensus import NotCounted
from becivic.rules.submissions import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """One verdict. `voter` tells voices apart and nothing else; all machine probes are one voter (C-30).

    A voice is an IPv4 address or an IPv6 /56.
    """

    id: str
    verdict: Verdict
    at: datetime
    voter: str | None = None
    unseated: str | None = None
    """Instead of `voter`, the voice of a vote whose IPv6 /48 has its two voices already (design 7.9)."""
    network: str | None = None
    """Tells IPv6 /48s apart; of an IPv4 address the same as its voice, and unknown of votes of older versions."""
    flagged: bool = False
    source: str = ""
    """The source of a path that it is about; empty for the artefact itself."""
    line: str = ""
    """Major.minor of the version it was given for; empty where a vote names none."""
    is_probe: bool = False
    beyond_handoff: bool = False
    """It tells of what happened after a person took over (C-31)."""
    is_held: bool = False
    is_discarded: bool = False
    """A person has read it and taken its words away: it never counts."""
    is_looked_through: bool = True

    @property
    def confirms(self) -> bool:
        return self.verdict is Verdict.CONFIRM

    @property
    def has_seat(self) -> bool:
        return self.voter is not None or self.unseated is None

    @property
    def flagger(self) -> str | None:
        """The voice of an injection flag: an alarm is heard from every voice, also from one whose verdict does not count."""
        return self.voter or self.unseated

    @property
    def is_pending(self) -> bool:
        """Whether something may still be heard from it that speaks against: nothing is promoted meanwhile."""
        waits = self.is_held or not self.is_looked_through
        speaks_against = self.flagged or (self.has_seat and not self.confirms)
        return waits and not self.is_discarded and speaks_against


@dataclass(frozen=True, slots=True)
class Evidence:
    """Every vote there is on an artefact and its sources, in whatever order."""

    votes: tuple[Vote, ...] = ()

    @classmethod
    def of(cls, votes: Iterable[Vote]) -> Evidence:
        return cls(tuple(votes))


@dataclass(frozen=True, slots=True)
class Sifted:
    """The votes of the cohort, and why the others are not in it."""

    counted: tuple[Vote, ...]
    left_out: dict[str, NotCounted]
    """By the id of the vote."""
    flagged: tuple[Vote, ...] = ()
    """Those that flag an injection, whichever version they name (it may have been counted up under them) and with a seat
    or without."""
    pending: int = 0
    """How many of the cohort wait for somebody to read them, and may speak against it."""


_STILL_FLAGS: Final = (NotCounted.OTHER_VERSION, NotCounted.NO_SEAT)


def sift(artefact: Artefact, evidence: Evidence) -> Sifted:
    """Those of the current cohort. That an address votes again is for the tally to settle."""
    counted, left_out = [], {}
    for vote in evidence.votes:
        reason = _reason(artefact, vote)
        if reason is None:
            counted.append(vote)
        else:
            left_out[vote.id] = reason
    flagged = [
        *counted,
        *(vote for vote in evidence.votes if left_out.get(vote.id) in _STILL_FLAGS),
    ]
    return Sifted(
        tuple(counted),
        left_out,
        tuple(vote for vote in flagged if vote.flagged and (vote.flagger or vote.is_probe)),
        sum(vote.is_pending and vote.at >= artefact.cohort_started_at for vote in evidence.votes),
    )


def outside_cohort(artefact: Artefact, vote: Vote) -> NotCounted | None:
    """Why a vote is about something else than what is judged now, if it is (C-02)."""
    if vote.at < artefact.cohort_started_at:
        return NotCounted.BEFORE_COHORT
    # Rows and sources name no version: the moment is all that can be asked of a vote on them.
    return NotCounted.OTHER_VERSION if vote.line and vote.line != artefact.line else None


def _reason(artefact: Artefact, vote: Vote) -> NotCounted | None:
    if vote.is_held:
        return NotCounted.HELD
    if not vote.is_looked_through:
        return NotCounted.NOT_LOOKED_THROUGH
    outside = outside_cohort(artefact, vote)
    if outside is not None:
        return outside
    if vote.is_probe or vote.voter is not None:
        return None
    return NotCounted.UNKNOWN_ADDRESS if vote.has_seat else NotCounted.NO_SEAT
