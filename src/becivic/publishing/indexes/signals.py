"""Everything the indexes say of the records, read at one moment. The clock is not asked: the data has its own now.

Windows are counted back from the newest thing there is, so that the same records give the same bytes (R-IDX-02).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Connection, Row, func, select

from becivic.clock import rfc3339
from becivic.publishing.indexes.concerns import Concerns, Lately, concerns_by_artefact, concerns_since
from becivic.publishing.indexes.votes import (
    Target,
    Votes,
    voters_by_artefact,
    votes_by_target,
    votes_in_all,
)
from becivic.rules.targets import COHORT_ANCHORED, TargetType, owner
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.written import moment, read_document, read_moment

WINDOW: Final = timedelta(days=30)
"""What `concerns_30d` and the like look back over (schemas 6.5)."""

_NOTHING_YET: Final = "1970-01-01T00:00:00.000000Z"


@dataclass(frozen=True, slots=True)
class Signals:
    """What the records hold about skills and paths, and a few totals of the rest."""

    artefacts: Mapping[Target, Row[Any]]
    by_target: Mapping[Target, Votes]
    """Votes, a source apart from its path."""
    votes: Mapping[Target, Votes]
    """Votes, a path's and its sources' together (R-OBSV-09)."""
    voters: Mapping[Target, int]
    concerns: Mapping[Target, Concerns]
    lately: Mapping[Target, Lately]
    votes_in_all: Mapping[str, int]
    rows: Mapping[TargetType, Mapping[str, int]]
    """Current catalogue rows by status."""

    def generated_at(self, kinds: Collection[TargetType] = COHORT_ANCHORED) -> str:
        """The last change of content of such an artefact, or the last vote on one (R-IDX-02, R-IDX-03)."""
        return rfc3339(read_moment(_newest(self.artefacts, self.votes, kinds)))

    def validation(self, key: Target) -> dict[str, Any]:
        """The votes of the current cohort (R-IDX-06)."""
        row, votes = self.artefacts[key], self.votes.get(key, Votes())
        return {
            "confirms": votes.confirms,
            "rejects": votes.rejects,
            "distinct_ips": max(self.voters.get(key, 0), _frozen(row)),
            "cohort_started_at": rfc3339(read_moment(row.cohort_started_at)),
        }

    def last_used(self, key: Target) -> str | None:
        """The day of the last vote or concern, of whatever cohort."""
        moments = (self.votes.get(key, Votes()).last, self.concerns.get(key, Concerns()).last)
        return max((each[: len("YYYY-MM-DD")] for each in moments if each), default=None)


def read_signals(connection: Connection) -> Signals:
    """On a connection that holds one moment, so that the numbers agree with each other."""
    artefacts: dict[Target, Row[Any]] = {
        (TargetType(row.target_type), row.target_id): row for row in connection.execute(select(ARTEFACTS))
    }
    by_target = votes_by_target(connection)
    votes, concerns = _with_their_paths(by_target), concerns_by_artefact(connection)
    newest = max(
        _newest(artefacts, votes, COHORT_ANCHORED), *(each.last or "" for each in concerns.values()), ""
    )
    since = moment(read_moment(newest) - WINDOW)
    return Signals(
        artefacts=artefacts,
        by_target=by_target,
        votes=votes,
        voters=voters_by_artefact(connection),
        concerns=concerns,
        lately=concerns_since(connection, since),
        votes_in_all=votes_in_all(connection, since),
        rows={kind: _by_status(connection, kind) for kind in CATALOGUES},
    )


def _with_their_paths(by_target: Mapping[Target, Votes]) -> dict[Target, Votes]:
    found: dict[Target, Votes] = {}
    for target, votes in by_target.items():
        key = owner(*target)
        known = found.get(key, Votes())
        last = max(filter(None, (known.last, votes.last)), default=None)
        found[key] = Votes(known.confirms + votes.confirms, known.rejects + votes.rejects, last)
    return found


def _newest(
    artefacts: Mapping[Target, Row[Any]], votes: Mapping[Target, Votes], kinds: Collection[TargetType]
) -> str:
    """Moments are written so that the order of their text is theirs."""
    changed = (row.changed_at for (kind, _), row in artefacts.items() if kind in kinds)
    voted = (each.last for key, each in votes.items() if key[0] in kinds and key in artefacts)
    return max(filter(None, (*changed, *voted)), default=_NOTHING_YET)


def _frozen(row: Row[Any]) -> int:
    """Counted before the hashes were destroyed (C-26). Who votes later may be one of them: at least so many."""
    return int(read_document(row.distinct_frozen)["distinct_ips"]) if row.distinct_frozen else 0


def _by_status(connection: Connection, kind: TargetType) -> dict[str, int]:
    own = CATALOGUES[kind].c
    query = select(own.status, func.count().label("rows")).where(own.superseded_at.is_(None), own.held == 0)
    return {row.status: row.rows for row in connection.execute(query.group_by(own.status))}
