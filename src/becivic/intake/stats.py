"""Numbers for the operator alone: distinct voters of an artefact (R-CATL-08), ratings by axis and cohort (R-RTG-05)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, select

from becivic.rules.targets import TargetType
from becivic.store.tables.signals import RATINGS, VALIDATIONS


def artefact_stats(connection: Connection, target: TargetType, target_id: str) -> dict[str, int]:
    """Hashes differ exactly when addresses do, under the artefact's own salt."""
    votes = (
        VALIDATIONS.c.target_type == target.value,
        VALIDATIONS.c.target_id == target_id,
        VALIDATIONS.c.held == 0,
    )
    distinct = select(func.count(func.distinct(VALIDATIONS.c.voter_hash))).where(*votes)
    flagged = distinct.where(VALIDATIONS.c.injection_flag == 1)
    return {
        "distinct_ips": connection.execute(distinct).scalar_one(),
        "distinct_ips_with_injection_flag": connection.execute(flagged).scalar_one(),
    }


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
