"""Numbers for the operator alone: distinct voters of an artefact (R-CATL-08), ratings by axis and cohort (R-RTG-05)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, select

from becivic.catalogue.inserting import distinct_voters
from becivic.rules.targets import TargetType
from becivic.store.tables.signals import RATINGS


def artefact_stats(connection: Connection, target: TargetType, target_id: str) -> dict[str, int]:
    """Since the salt they are told apart by was made: a row of the catalogue begins anew when it is superseded."""
    return distinct_voters(connection, target, target_id)


def rating_stats(connection: Connection) -> list[dict[str, Any]]:
    keys = (RATINGS.c.axis, RATINGS.c.skill_id, RATINGS.c.cohort_anchor)
    rows = connection.execute(
        select(*keys, func.sum(RATINGS.c.stars), func.count()).group_by(*keys).order_by(*keys)
    )
    return [
        {
            "axis": axis,
            **({"skill_id": skill_id} if skill_id else {}),
            "cohort_anchor": anchor,
            "average": round(int(total) / count, 2),
            "count": count,
        }
        for axis, skill_id, anchor, total, count in rows
    ]
