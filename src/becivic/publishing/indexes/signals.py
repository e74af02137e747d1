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
from becivic.lifecycle.tallies import Count
from becivic.publishing.cohort_stats import Addresses, shown
from becivic.publishing.indexes.concerns import Concerns, Lately, concerns_by_artefact, concerns_since
from becivic.publishing.indexes.votes import Counted, Target, last_votes, votes_in_all, votes_in_cohorts
from becivic.rules.consensus import POLICY, Policy
from becivic.rules.targets import COHORT_ANCHORED, TargetType, owner
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.written import moment, read_moment

WINDOW: Final = timedelta(days=30)
"""What `concerns_30d` and the like look back over (schemas 6.5)."""

_NOTHING_YET: Final = "1970-01-01T00:00:00.000000Z"


@dataclass(frozen=True, slots=True)
class Signals:
    """What the records hold about skills and paths, and a few totals of the rest."""

    artefacts: Mapping[Target, Row[Any]]
    votes: Counted
    """Of current cohorts."""
    last_votes: Mapping[Target, str]
    """Of whatever cohort: the last vote on a skill, or on a path or one of its sources."""
    concerns: Mapping[Target, Concerns]
    lately: Mapping[Target, Lately]
    votes_in_all: Mapping[str, int]
    rows: Mapping[TargetType, Mapping[str, int]]
    """Current catalogue rows by status."""

    def generated_at(self, kinds: Collection[TargetType] = COHORT_ANCHORED) -> str:
        """The last change of content of such an artefact, or the last vote on one (R-IDX-02, R-IDX-03)."""
        return rfc3339(read_moment(_newest(self.artefacts, self.last_votes, kinds)))

    def validation(self, key: Target) -> dict[str, Any]:
        """The votes of the current cohort (R-IDX-06)."""
        row, count = self.artefacts[key], self.votes.whole.get(key, Count())
        addresses = Addresses(count.distinct).at_least(Addresses.read(row.distinct_frozen))
        return {
            "confirms": shown(count.confirms),
            "rejects": shown(count.rejects),
            "distinct_ips": addresses.distinct,
            "cohort_started_at": rfc3339(read_moment(row.cohort_started_at)),
        }

    def last_used(self, key: Target) -> str | None:
        """The day of the last vote or concern, of whatever cohort."""
        moments = (self.last_votes.get(key), self.concerns.get(key, Concerns()).last)
        return max((each[: len("YYYY-MM-DD")] for each in moments if each), default=None)


def read_signals(connection: Connection, policy: Policy = POLICY) -> Signals:
    """On a connection that holds one moment, so that the numbers agree with each other."""
    artefacts: dict[Target, Row[Any]] = {
        (TargetType(row.target_type), row.target_id): row for row in connection.execute(select(ARTEFACTS))
    }
    voted, concerns = _with_their_paths(last_votes(connection)), concerns_by_artefact(connection)
    newest = max(
        _newest(artefacts, voted, COHORT_ANCHORED), *(each.last or "" for each in concerns.values()), ""
    )
    since = moment(read_moment(newest) - WINDOW)
    return Signals(
        artefacts=artefacts,
        votes=votes_in_cohorts(connection, policy),
        last_votes=voted,
        concerns=concerns,
        lately=concerns_since(connection, since),
        votes_in_all=votes_in_all(connection, since),
        rows={kind: _by_status(connection, kind) for kind in CATALOGUES},
    )


def _with_their_paths(last: Mapping[Target, str]) -> dict[Target, str]:
    found: dict[Target, str] = {}
    for target, at in last.items():
        key = owner(*target)
        found[key] = max(at, found.get(key, at))
    return found


def _newest(
    artefacts: Mapping[Target, Row[Any]], voted: Mapping[Target, str], kinds: Collection[TargetType]
) -> str:
    """Moments are written so that the order of their text is theirs."""
    changed = (row.changed_at for (kind, _), row in artefacts.items() if kind in kinds)
    votes = (at for key, at in voted.items() if key[0] in kinds and key in artefacts)
    return max(filter(None, (*changed, *votes)), default=_NOTHING_YET)


def _by_status(connection: Connection, kind: TargetType) -> dict[str, int]:
    own = CATALOGUES[kind].c
    query = select(own.status, func.count().label("rows")).where(own.superseded_at.is_(None), own.held == 0)
    return {row.status: row.rows for row in connection.execute(query.group_by(own.status))}
