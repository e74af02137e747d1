"""The whole story of an artefact: what it is, every vote and why it counts or not, what is ahead, what was decided.

Read and told, never changed. No hash is in it, and no word that anybody wrote.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, select

from becivic.catalogue.rows import current
from becivic.lifecycle import Artefact, Tally, tally
from becivic.lifecycle.standing import Score, score
from becivic.lifecycle.tallies import Count
from becivic.publishing.cohort_stats import CohortStats, shown, stats_of
from becivic.publishing.consensus.cases import Case, case_of, in_silence, prior_of
from becivic.publishing.consensus.log import Logged, of_artefact
from becivic.publishing.consensus.main_facts import MainFacts
from becivic.publishing.consensus.prospects import Prospects, prospects
from becivic.publishing.consensus.told_votes import ToldVotes, told
from becivic.publishing.rot.source_standing import SourceStanding
from becivic.publishing.rot.standing import source_standing
from becivic.rules.consensus import Policy
from becivic.rules.moments import rfc3339
from becivic.rules.targets import COHORT_ANCHORED, TargetType, owner
from becivic.store.prepared import Prepared
from becivic.store.tables.keeping import ARTEFACTS, REVIEW_ITEMS
from becivic.store.written import read_moment

_VERSION: Final = Prepared(
    select(ARTEFACTS.c.version).where(
        ARTEFACTS.c.target_type == bindparam("kind"), ARTEFACTS.c.target_id == bindparam("name")
    )
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A person was asked about it, and what they said, if they have."""

    item: int
    queue: str
    opened_at: datetime
    closed_at: datetime | None
    outcome: str | None

    def as_json(self) -> dict[str, Any]:
        return {
            "item": self.item,
            "queue": self.queue,
            "opened_at": rfc3339(self.opened_at),
            "closed_at": None if self.closed_at is None else rfc3339(self.closed_at),
            "outcome": self.outcome,
        }


@dataclass(frozen=True, slots=True)
class ToldSource:
    """One source of a path: how it stands, and the votes on it in the current cohort."""

    standing: SourceStanding
    count: Count

    def as_json(self) -> dict[str, Any]:
        votes = {"confirms": shown(self.count.confirms), "rejects": shown(self.count.rejects)}
        return {**self.standing.as_json(), **votes, "distinct_ips": self.count.distinct}


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    artefact: Artefact
    judged: str
    """A commit of main, or the number of a row."""
    name: str | None
    """What a value or a reference is called."""
    version: str | None
    source: str
    """The source that was asked about."""
    now: datetime
    stats: CohortStats
    score: Score | None
    """Of a concern."""
    is_hidden: bool
    votes: ToldVotes
    ahead: Prospects
    sources: Sequence[ToldSource]
    log: Sequence[Logged]
    asked: Sequence[Asked]

    @property
    def since(self) -> datetime:
        """Since when it has its status: a decision's moment, or that of the cohort that it opened."""
        made = [
            entry.decided_at
            for entry in self.log
            if entry.is_true and entry.after is self.artefact.status is not entry.before
        ]
        return max([self.artefact.cohort_started_at, *made])

    def as_json(self, *, all_votes: bool = False) -> dict[str, Any]:
        votes = self.votes.votes if all_votes else self.votes.current
        return {
            **self._head(),
            "cohort_stats": self.stats.as_json(),
            "votes": [each.as_json() for each in votes],
            "earlier_votes": self.votes.earlier.as_json(),
            **self.ahead.as_json(),
            "sources": [each.as_json() for each in self.sources],
            "decisions": [decision_json(entry) for entry in self.log],
            "asked": [each.as_json() for each in self.asked],
        }

    def _head(self) -> dict[str, Any]:
        artefact, ranked = self.artefact, self.score
        scored = {} if ranked is None else {"net_score": ranked.net, "up": ranked.up, "down": ranked.down}
        told: Mapping[str, Any] = {
            "target_type": artefact.target.value,
            "target_id": artefact.id,
            "source": self.source or None,
            "name": self.name,
            "status": None if artefact.is_concern else artefact.status.value,
            "version": self.version,
            "since": rfc3339(self.since),
            "judged": self.judged,
        }
        hidden = {} if ranked is None else {"hidden": self.is_hidden}
        named = {name: value for name, value in told.items() if value is not None}
        return {**named, **scored, **hidden, "now": rfc3339(self.now)}


def decision_json(entry: Logged) -> dict[str, Any]:
    """As it was printed when it was made, and what became of it."""
    return {
        "number": entry.number,
        **entry.decision().as_json(),
        "actor": entry.actor,
        "judged": entry.judged,
        "went_through": entry.is_true,
        **({"state": entry.state.value} if entry.state else {}),
        **({"commit": entry.commit} if entry.commit else {}),
    }


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells stories of what main and the records hold at one moment."""

    facts: MainFacts
    policy: Policy
    now: datetime

    def story(self, connection: Connection, target: TargetType, target_id: str) -> Story | None:
        """None where there is no such thing."""
        kind, owner_id = owner(target, target_id)
        case = case_of(connection, kind, owner_id, self.facts, every_vote=True)
        source = target_id.partition(":")[2] if target is TargetType.PATH_SOURCE else ""
        if case is None or (source and source not in case.artefact.sources):
            return None
        artefact = in_silence(connection, case.artefact, self.facts, self.now)
        artefact = replace(artefact, prior=prior_of(connection, artefact, self.facts))
        return self._told(connection, replace(case, artefact=artefact), source)

    def _told(self, connection: Connection, case: Case, source: str) -> Story:
        artefact = case.artefact
        counted = tally(artefact, case.evidence, self.policy)
        ranked = score(case.evidence.votes, self.policy) if artefact.is_concern else None
        row = current(connection, artefact.id) if artefact.is_row else None
        return Story(
            artefact=artefact,
            judged=case.judged,
            name=None if row is None or row.held else row.name,
            version=_version(connection, artefact),
            source=source,
            now=self.now,
            stats=stats_of(connection, artefact, counted),
            score=ranked,
            is_hidden=ranked is not None and ranked.is_hidden(self.policy),
            votes=told(artefact, case.evidence, counted),
            ahead=prospects(artefact, counted, self.policy, self.now),
            sources=self._sources(connection, artefact, counted),
            log=of_artefact(connection, artefact.target, artefact.id),
            asked=_asked(connection, artefact),
        )

    def _sources(self, connection: Connection, artefact: Artefact, counted: Tally) -> list[ToldSource]:
        """None of a path that is not on main any more."""
        entry = self.facts.workshop.corpus().paths.entries.get(artefact.id) if artefact.is_path else None
        standing = () if entry is None else source_standing(connection, entry, self.policy, self.now)
        return [ToldSource(each, counted.sources.get(each.source, Count())) for each in standing]


def _version(connection: Connection, artefact: Artefact) -> str | None:
    if artefact.target not in COHORT_ANCHORED:
        return None
    ((version,),) = _VERSION.all(connection, kind=artefact.target.value, name=artefact.id)
    return str(version)


def _asked(connection: Connection, artefact: Artefact) -> list[Asked]:
    """Oldest first. What was found is for whoever rules: it may hold words."""
    own = REVIEW_ITEMS.c
    query = (
        select(own.row_id, own.queue, own.opened_at, own.closed_at, own.outcome)
        .where(own.subject_type == artefact.target.value, own.subject_id == artefact.id)
        .order_by(own.row_id)
    )
    return [
        Asked(item, queue, read_moment(opened), None if closed is None else read_moment(closed), outcome)
        for item, queue, opened, closed, outcome in connection.execute(query)
    ]
