"""What the current cohort says of an artefact, in the numbers that people are shown: `<CohortStats>` (R-OBSV-07).

Counted whenever it is asked for, by the rules that decide, and kept nowhere (R-OBSV-13).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from string import digits
from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, select

from becivic.catalogue.rows import current
from becivic.lifecycle import Artefact, Evidence, Prior, Tally, tally
from becivic.publishing.consensus.cases import case_of
from becivic.rules.consensus import RATINGS_SHOWN_FROM, Policy
from becivic.rules.moments import rfc3339
from becivic.rules.targets import COHORT_ANCHORED, RatingAxis, TargetType, owner
from becivic.store.prepared import Prepared
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.signals import RATINGS
from becivic.store.written import moment, read_document

_DIGITS: Final = 4
"""Of a weighted count that is not whole."""

_FROZEN: Final = Prepared(
    select(ARTEFACTS.c.distinct_frozen).where(
        ARTEFACTS.c.target_type == bindparam("kind"), ARTEFACTS.c.target_id == bindparam("name")
    )
)
_RATED: Final = Prepared(
    select(func.coalesce(func.sum(RATINGS.c.stars), 0), func.count()).where(
        RATINGS.c.axis == RatingAxis.SKILL_QUALITY.value,
        RATINGS.c.skill_id == bindparam("skill"),
        RATINGS.c.held == 0,
        RATINGS.c.committed_at >= bindparam("since"),
        # The versions agree up to the patch, as with votes (C-02).
        func.rtrim(RATINGS.c.cohort_anchor, digits) == bindparam("line"),
    )
)


@dataclass(frozen=True, slots=True)
class Addresses:
    """How many different addresses voted, and how many of them flagged an injection."""

    distinct: int = 0
    flagging: int = 0

    def at_least(self, frozen: Addresses) -> Addresses:
        """Who votes after hashes were destroyed may be one who was counted before (C-26)."""
        return Addresses(max(self.distinct, frozen.distinct), max(self.flagging, frozen.flagging))

    def as_json(self) -> dict[str, int]:
        return {"distinct_ips": self.distinct, "distinct_ips_with_injection_flag": self.flagging}

    @classmethod
    def read(cls, written: str | None) -> Addresses:
        """As a column `distinct_frozen` holds them."""
        told = read_document(written) if written else {}
        return cls(told.get("distinct_ips", 0), told.get("distinct_ips_with_injection_flag", 0))


@dataclass(frozen=True, slots=True)
class Quality:
    """What people who used a skill gave it, in stars."""

    average: float
    ratings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CohortStats:
    affirms: Fraction
    rejects: Fraction
    addresses: Addresses
    cohort_started_at: datetime
    last_validation_at: datetime | None
    quality: Quality | None = None

    def as_json(self) -> dict[str, Any]:
        last, quality = self.last_validation_at, self.quality
        rated = {"skill_quality_avg": quality.average, "skill_quality_n": quality.ratings} if quality else {}
        return {
            "affirms": shown(self.affirms),
            "rejects": shown(self.rejects),
            "distinct_ips": self.addresses.distinct,
            "injection_flags": self.addresses.flagging,
            "cohort_started_at": rfc3339(self.cohort_started_at),
            "last_validation_at": None if last is None else rfc3339(last),
            "n": shown(self.affirms + self.rejects),
            **rated,
        }


class NothingOfMain:
    """Facts for whoever only counts: what main says changes no number."""

    def sources(self, _: str) -> tuple[str, ...]:
        return ()

    def source_classes(self, _: str) -> frozenset[str]:
        return frozenset()

    def handed_over(self, _: str) -> tuple[str, ...]:
        return ()

    def prior(self, _: Artefact) -> Prior | None:
        return None


def shown(count: Fraction) -> int | float:
    """Whole where it is: probes count for less than people do."""
    return int(count) if count.denominator == 1 else round(float(count), _DIGITS)


def cohort_stats(
    connection: Connection, target: TargetType, target_id: str, policy: Policy
) -> CohortStats | None:
    """None where the records know no such artefact."""
    case = case_of(connection, target, target_id, NothingOfMain())
    if case is None:
        return None
    return stats_of(connection, case.artefact, tally(case.artefact, case.evidence, policy))


def stats_of(connection: Connection, artefact: Artefact, counted: Tally) -> CohortStats:
    """Of what was counted already."""
    frozen = _frozen(connection, artefact.target, artefact.id)
    is_skill = artefact.target is TargetType.SKILL
    return CohortStats(
        affirms=counted.whole.confirms,
        rejects=counted.whole.rejects,
        addresses=Addresses(counted.whole.distinct, counted.flags).at_least(frozen),
        cohort_started_at=artefact.cohort_started_at,
        last_validation_at=counted.last_at,
        quality=_quality(connection, artefact) if is_skill else None,
    )


def addresses_on(connection: Connection, target: TargetType, target_id: str, policy: Policy) -> Addresses:
    """Of the current cohort of whatever can be voted on (R-CATL-08). A source is one of its path's."""
    kind, owner_id = owner(target, target_id)
    case = case_of(connection, kind, owner_id, NothingOfMain())
    if case is None:
        return Addresses()
    if (
        target is TargetType.PATH_SOURCE
    ):  # what was frozen is the path's: of one source nothing is known any more
        source = target_id.partition(":")[2]
        votes = Evidence.of(vote for vote in case.evidence.votes if vote.source == source)
        counted = tally(case.artefact, votes, policy)
        return Addresses(counted.whole.distinct, counted.flags)
    counted = tally(case.artefact, case.evidence, policy)
    return Addresses(counted.whole.distinct, counted.flags).at_least(_frozen(connection, kind, owner_id))


def _frozen(connection: Connection, target: TargetType, target_id: str) -> Addresses:
    if target in COHORT_ANCHORED:
        found = _FROZEN.first(connection, kind=target.value, name=target_id)
        return Addresses.read(found[0] if found else None)
    row = current(connection, target_id) if target in CATALOGUES else None
    return Addresses.read(row.distinct_frozen if row else None)


def _quality(connection: Connection, skill: Artefact) -> Quality | None:
    """None while there are too few to say anything (R-OBSV-08)."""
    given: Mapping[str, str] = {
        "skill": skill.id,
        "since": moment(skill.cohort_started_at),
        "line": f"{skill.id}@{skill.line}.",
    }
    ((stars, ratings),) = _RATED.all(connection, **given)
    if ratings < RATINGS_SHOWN_FROM:
        return None
    return Quality(round(int(stars) / ratings, 1), ratings)
