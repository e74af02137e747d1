"""Every vote on an artefact as it may be told: what it was, and whether it counts or why not. Never by whom, nor a word of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from becivic.lifecycle import Artefact, Evidence, Tally, Vote
from becivic.lifecycle.evidence import outside_cohort
from becivic.rules.consensus import NotCounted
from becivic.rules.moments import rfc3339


@dataclass(frozen=True, slots=True)
class ToldVote:
    vote: Vote
    left_out: NotCounted | None
    is_earlier: bool
    """About what is not judged any more: an earlier cohort."""

    @property
    def counts(self) -> bool:
        return self.left_out is None

    def as_json(self) -> dict[str, Any]:
        vote, reason = self.vote, self.left_out
        why = {} if reason is None else {"reason": reason.value, "meaning": reason.meaning}
        return {
            "id": vote.id,
            "verdict": vote.verdict.value,
            "at": rfc3339(vote.at),
            "injection_flag": vote.flagged,
            **({"source": vote.source} if vote.source else {}),
            "by": "probe" if vote.is_probe else "agent",
            "counts": self.counts,
            **why,
        }


@dataclass(frozen=True, slots=True)
class Earlier:
    """Votes of earlier cohorts, in numbers."""

    confirms: int = 0
    rejects: int = 0

    @property
    def votes(self) -> int:
        return self.confirms + self.rejects

    def as_json(self) -> dict[str, int]:
        return {"votes": self.votes, "confirms": self.confirms, "rejects": self.rejects}


@dataclass(frozen=True, slots=True)
class ToldVotes:
    """Oldest first."""

    votes: Sequence[ToldVote] = field(default_factory=tuple)

    @property
    def current(self) -> list[ToldVote]:
        return [each for each in self.votes if not each.is_earlier]

    @property
    def earlier(self) -> Earlier:
        verdicts = Counter(each.vote.confirms for each in self.votes if each.is_earlier)
        return Earlier(verdicts[True], verdicts[False])


def told(artefact: Artefact, evidence: Evidence, counted: Tally) -> ToldVotes:
    return ToldVotes(
        [
            # Of an earlier cohort, whatever else speaks against it.
            ToldVote(vote, counted.left_out.get(vote.id), outside_cohort(artefact, vote) is not None)
            for vote in _in_order(evidence.votes)
        ]
    )


def _in_order(votes: Iterable[Vote]) -> list[Vote]:
    return sorted(votes, key=lambda vote: (vote.at, vote.id))
