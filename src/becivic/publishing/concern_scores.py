"""How concerns are ranked, many at a time: by the rules of `becivic.lifecycle.standing.score`, in SQL (R-OBSV-15).

A test holds both equal.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Connection, Select, select

from becivic.lifecycle.standing import Score
from becivic.rules.targets import TargetType
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.verdicts import COUNTS, IS_PROBE, LATEST, VOTER, verdict_counts

NOBODY: Final = Score(0, 0)
"""Of a concern that nobody has voted on."""

_OWN: Final = VALIDATIONS.c


def scores(connection: Connection, uids: Collection[str]) -> dict[str, Score]:
    """By uid, those that somebody voted on."""
    query = scored(_OWN.target_id.in_(uids))
    return {uid: Score(int(up), int(down)) for uid, up, down in connection.execute(query)}


def scored(*which: Any) -> Select[Any]:  # noqa: ANN401  conditions
    """Of the concerns that meet the conditions: `uid`, `up` and `down`. No machine ranks what somebody wrote."""
    on_concerns = (_OWN.target_type == TargetType.OBSERVATION.value, COUNTS, ~IS_PROBE, *which)
    latest = (
        select(_OWN.target_id, VOTER.label("voter"), LATEST.label("said"))
        .where(*on_concerns)
        .group_by(_OWN.target_id, VOTER)
        .subquery()
    )
    up, down, _, _ = verdict_counts(latest.c.voter, latest.c.said)
    return select(latest.c.target_id.label("uid"), up.label("up"), down.label("down")).group_by(
        latest.c.target_id
    )
