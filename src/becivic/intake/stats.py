"""Numbers for the operator alone: ratings by axis and cohort (R-RTG-05)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, select

from becivic.store.tables.signals import RATINGS


def rating_stats(connection: Connection) -> list[dict[str, Any]]:
    keys = (RATINGS.c.axis, RATINGS.c.skill_id, RATINGS.c.cohort_anchor)
    rows = connection.execute(
        select(*keys, func.sum(RATINGS.c.stars), func.count())
        .where(RATINGS.c.held == 0)
        .group_by(*keys)
        .order_by(*keys)
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
