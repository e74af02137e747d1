"""The addresses that voted on an artefact, by their hashes: how many they are, and how they are forgotten."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, func, select, update

from becivic.rules.targets import TargetType
from becivic.store.tables.signals import VALIDATIONS


def distinct_voters(connection: Connection, target: TargetType, target_id: str) -> dict[str, int]:
    """Hashes differ exactly when addresses do, under the artefact's own salt. Held votes do not count (C-22).

    Since that salt was made: a row of the catalogue begins anew when it is superseded.
    """
    distinct = select(func.count(func.distinct(VALIDATIONS.c.voter_hash))).where(
        _votes_on(target, target_id), VALIDATIONS.c.held == 0
    )
    flagged = distinct.where(VALIDATIONS.c.injection_flag == 1)
    return {
        "distinct_ips": connection.execute(distinct).scalar_one(),
        "distinct_ips_with_injection_flag": connection.execute(flagged).scalar_one(),
    }


def forget_voters(connection: Connection, target: TargetType, target_id: str) -> None:
    told_apart = _votes_on(target, target_id) & VALIDATIONS.c.voter_hash.is_not(None)
    connection.execute(update(VALIDATIONS).where(told_apart).values(voter_hash=None))


def _votes_on(target: TargetType, target_id: str) -> ColumnElement[bool]:
    return (VALIDATIONS.c.target_type == target.value) & (VALIDATIONS.c.target_id == target_id)
