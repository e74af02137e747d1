"""What the current cohorts of catalogue rows say, many at a time: as `becivic.lifecycle` counts people's votes, in SQL.

A test holds both equal. Machines look at sources and links; no figure of theirs stands beside what people confirmed.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, and_, bindparam, case, select

from becivic.lifecycle.standing import Score
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.verdicts import COUNTS, IS_PROBE, LATEST, VOTER, verdict_counts


def votes_on_rows(connection: Connection, target: TargetType, uids: Collection[str]) -> dict[str, Score]:
    """By uid, the current rows that somebody voted on. A stable row is judged by the votes since it is (C-26)."""
    if not uids:
        return {}
    found = connection.execute(_counted(target), {"uids": list(uids)})
    return {uid: Score(int(confirms), int(rejects)) for uid, confirms, rejects in found}


@cache
def _counted(target: TargetType) -> Select[Any]:
    row, vote = CATALOGUES[target].c, VALIDATIONS.c
    is_stable = and_(row.status == Status.STABLE.value, row.stable_at.is_not(None))
    began = case((is_stable, row.stable_at), else_=row.committed_at)
    on_it = and_(vote.target_type == target.value, vote.target_id == row.uid, vote.validated_at >= began)
    latest = (
        select(row.uid, VOTER.label("voter"), LATEST.label("said"))
        .select_from(CATALOGUES[target].join(VALIDATIONS, on_it))
        .where(row.uid.in_(bindparam("uids", expanding=True)), row.superseded_at.is_(None), COUNTS, ~IS_PROBE)
        .group_by(row.uid, VOTER)
        .subquery()
    )
    up, down, _, _ = verdict_counts(latest.c.voter, latest.c.said)
    return select(latest.c.uid, up, down).group_by(latest.c.uid)
