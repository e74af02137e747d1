"""How each source of a path stands, told from votes and kept nowhere (C-29; R-PLC-06, R-PLC-07).

Three questions, however many paths: their votes, where their cohorts began, which classes are doubted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select

from becivic.corpus.directory import PathEntry, Source
from becivic.lifecycle.evidence import Vote
from becivic.lifecycle.standing import SourceHealth, health, is_stale
from becivic.lifecycle.tallies import count_of
from becivic.publishing.rot.classes import doubted
from becivic.publishing.rot.source_standing import SourceStanding
from becivic.rules.consensus import Policy
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.signals import LOOKED_THROUGH, VALIDATIONS, SubmitterType
from becivic.store.written import read_moment

_VOTE: Final = VALIDATIONS.c
_AT_ONCE: Final = 500
"""Paths asked about in one question."""


def source_standing(
    connection: Connection, entry: PathEntry, policy: Policy, now: datetime
) -> list[SourceStanding]:
    """Of one path, in the order that it lists its sources."""
    return standings(connection, [entry], policy, now)[entry.key]


def standings(
    connection: Connection, entries: Sequence[PathEntry], policy: Policy, now: datetime
) -> dict[str, list[SourceStanding]]:
    """Of many paths, by their ids."""
    flags = doubted(connection)
    found: dict[str, list[SourceStanding]] = {}
    for start in range(0, len(entries), _AT_ONCE):
        some = entries[start : start + _AT_ONCE]
        began, votes = _cohorts(connection, some), _votes(connection, some)
        for entry in some:
            found[entry.key] = [
                _standing(source, votes[f"{entry.key}:{source.id}"], began.get(entry.key), policy).at(
                    now, flags.get(source.source_class), policy
                )
                for source in entry.sources
            ]
    return found


@dataclass(frozen=True, slots=True)
class _Told:
    """What the votes tell, before anybody asks what day it is."""

    source: Source
    health: SourceHealth
    last: datetime | None
    last_by_people: datetime | None
    began: datetime | None
    """Since when its path is what it is: what is new is not stale."""

    def at(self, now: datetime, asked_since: datetime | None, policy: Policy) -> SourceStanding:
        audited = self.source.is_audited
        shown = self.last_by_people if audited else self.last
        return SourceStanding(
            source=self.source.id,
            health=self.health,
            last_validated=self.last,
            last_user_confirmation=self.last_by_people,
            is_audited=audited,
            is_stale=is_stale(shown or self.began, asked_since, now, policy),
        )


def _standing(source: Source, votes: Sequence[Vote], began: datetime | None, policy: Policy) -> _Told:
    """Health by the current cohort, of an address the latest verdict; when it was confirmed by whatever cohort."""
    cohort = [
        vote for vote in votes if began is not None and vote.at >= began and (vote.voter or vote.is_probe)
    ]
    count = count_of(cohort, policy)
    confirms = [vote for vote in votes if vote.confirms]
    return _Told(
        source,
        health(count.confirms, count.rejects),
        max((vote.at for vote in confirms), default=None),
        max((vote.at for vote in confirms if not vote.is_probe), default=None),
        began,
    )


def _votes(connection: Connection, entries: Sequence[PathEntry]) -> Mapping[str, list[Vote]]:
    ids = [f"{entry.key}:{source.id}" for entry in entries for source in entry.sources]
    query = select(
        _VOTE.validation_id,
        _VOTE.target_id,
        _VOTE.verdict,
        _VOTE.submitter_type,
        _VOTE.validated_at,
        _VOTE.voter_hash,
    ).where(
        _VOTE.target_type == TargetType.PATH_SOURCE.value,
        _VOTE.target_id.in_(ids),
        _VOTE.held == 0,
        LOOKED_THROUGH,
    )
    found: defaultdict[str, list[Vote]] = defaultdict(list)
    for vote_id, target_id, verdict, by, at, voter in connection.execute(query):
        vote = Vote(
            id=vote_id,
            verdict=Verdict(verdict),
            at=read_moment(at),
            voter=voter,
            is_probe=by == SubmitterType.CI_PROBE.value,
        )
        found[target_id].append(vote)
    return found


def _cohorts(connection: Connection, entries: Sequence[PathEntry]) -> dict[str, datetime]:
    own = ARTEFACTS.c
    query = select(own.target_id, own.cohort_started_at).where(
        own.target_type == TargetType.PATH.value, own.target_id.in_([entry.key for entry in entries])
    )
    return {target_id: read_moment(began) for target_id, began in connection.execute(query)}
