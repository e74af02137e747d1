"""Votes counted: of one address the latest verdict, machine probes as one address of less weight (C-30).

An address is a voice here: IPv4, or an IPv6 /56. On a path, an address counts once, whichever sources it tried; each source is counted by itself besides (R-PLC-02).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from becivic.lifecycle.artefact import Artefact
from becivic.lifecycle.evidence import Evidence, Vote, sift
from becivic.rules.consensus import VOICES_OF_A_NETWORK, NotCounted, Policy

PROBE: Final = "ci_probe"


@dataclass(frozen=True, slots=True)
class Count:
    """Confirms and rejects by weight, and how many different addresses gave them."""

    confirms: Fraction = Fraction()
    rejects: Fraction = Fraction()
    confirming: int = 0
    """Addresses that confirm: those that promotion asks for. A reject never helps to promote."""
    distinct: int = 0

    @property
    def net_rejects(self) -> Fraction:
        return self.rejects - self.confirms

    @property
    def rate(self) -> Fraction | None:
        """The share of confirms; None while nobody has voted."""
        total = self.confirms + self.rejects
        return self.confirms / total if total else None

    def as_json(self) -> dict[str, Any]:
        return {
            "confirms": number(self.confirms),
            "rejects": number(self.rejects),
            "confirming_ips": self.confirming,
            "distinct_ips": self.distinct,
        }

    @classmethod
    def of_json(cls, written: dict[str, Any]) -> Count:
        return cls(
            Fraction(str(written["confirms"])),
            Fraction(str(written["rejects"])),
            written["confirming_ips"],
            written["distinct_ips"],
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """What the cohort says."""

    whole: Count = Count()
    sources: Mapping[str, Count] = field(default_factory=dict)
    """By source, those that were voted on."""
    beyond: Mapping[str, Count] = field(default_factory=dict)
    """By source, the confirms from beyond its hand-over (C-31)."""
    flags: int = 0
    """Different addresses that flagged an injection, of one IPv6 /48 at most two. A flag stands, whatever the same address
    says later."""
    last_at: datetime | None = None
    counted: tuple[str, ...] = ()
    """The ids of the votes that count for the whole, in order."""
    left_out: Mapping[str, NotCounted] = field(default_factory=dict, compare=False)
    """Why the others do not, by id. The log has their number alone."""
    pending: int = 0
    """Votes that wait for somebody to read them, and may speak against it."""

    def as_json(self) -> dict[str, Any]:
        """For the log: ids and numbers. Nothing here tells which votes came from one address."""
        return {
            **self.whole.as_json(),
            "injection_flags": self.flags,
            "sources": {name: count.as_json() for name, count in sorted(self.sources.items())},
            "beyond_handoff": {name: count.as_json() for name, count in sorted(self.beyond.items())},
            "last_validation_at": self.last_at.isoformat() if self.last_at else None,
            "counted": list(self.counted),
            "left_out": dict(sorted(Counter(reason.value for reason in self.left_out.values()).items())),
            "pending": self.pending,
        }

    @classmethod
    def of_json(cls, written: dict[str, Any]) -> Tally:
        last = written["last_validation_at"]
        return cls(
            Count.of_json(written),
            {name: Count.of_json(count) for name, count in written["sources"].items()},
            {name: Count.of_json(count) for name, count in written["beyond_handoff"].items()},
            written["injection_flags"],
            datetime.fromisoformat(last) if last else None,
            tuple(written["counted"]),
            pending=written["pending"],
        )


def number(value: Fraction) -> int | float | str:
    """A weighted count as JSON says it: whole where it is, a fraction in words where no decimal is exact."""
    if value.denominator == 1:
        return int(value)
    decimal = float(value)
    return decimal if Fraction(str(decimal)) == value else str(value)


def tally(artefact: Artefact, evidence: Evidence, policy: Policy) -> Tally:
    sifted = sift(artefact, evidence)
    votes = sifted.counted
    latest = _latest(votes)
    again = {vote.id for vote in votes} - {vote.id for vote in latest}
    by_source = {
        name: [vote for vote in votes if vote.source == name]
        for name in {vote.source for vote in votes} - {""}
    }
    return Tally(
        _count(latest, policy),
        {name: count_of(each, policy) for name, each in by_source.items()},
        {name: _beyond(each, policy) for name, each in by_source.items()},
        _flags(sifted.flagged),
        max((vote.at for vote in (*votes, *sifted.flagged)), default=None),
        tuple(vote.id for vote in latest),
        {**sifted.left_out, **dict.fromkeys(again, NotCounted.LATER_VERDICT)},
        sifted.pending,
    )


def count_of(votes: Iterable[Vote], policy: Policy) -> Count:
    """Of one address the latest verdict."""
    return _count(_latest(votes), policy)


def _flags(flagged: Iterable[Vote]) -> int:
    """Different voices, of one network no more than count."""
    networks: dict[str, str] = {}
    for vote in flagged:
        voice = PROBE if vote.is_probe else f"address:{vote.flagger}"
        networks[voice] = vote.network or voice
    return sum(min(number, VOICES_OF_A_NETWORK) for number in Counter(networks.values()).values())


def _voter(vote: Vote) -> str:
    return PROBE if vote.is_probe else f"address:{vote.voter}"


def _latest(votes: Iterable[Vote]) -> list[Vote]:
    """One for each voter, in the order they were given."""
    found: dict[str, Vote] = {}
    for vote in votes:
        known = found.get(_voter(vote))
        if known is None or _turn(vote) > _turn(known):
            found[_voter(vote)] = vote
    return sorted(found.values(), key=lambda vote: (vote.at, vote.id))


def _turn(vote: Vote) -> tuple[datetime, bool, str]:
    """Of two at one moment an address's reject counts; a probe looks at all sources at one moment, and one that
    works is enough for a path."""
    return vote.at, vote.confirms is vote.is_probe, vote.id


def _count(votes: Iterable[Vote], policy: Policy) -> Count:
    """`votes` holds one for each voter."""
    people, probes = [0, 0], [0, 0]
    for vote in votes:
        (probes if vote.is_probe else people)[vote.confirms] += 1
    rejects, confirms = (
        each + policy.probe_weight * probed for each, probed in zip(people, probes, strict=True)
    )
    return Count(confirms, rejects, people[True] + probes[True], sum(people) + sum(probes))


def _beyond(votes: Iterable[Vote], policy: Policy) -> Count:
    """Only what people tell: a probe never gets behind a hand-over."""
    return count_of((vote for vote in votes if vote.beyond_handoff and not vote.is_probe), policy)
