"""The addresses that voted on an artefact, by their hashes: how many they are, and how they are forgotten."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, func, select, update

from becivic.rules.targets import TargetType
from becivic.store.byte_order import ByteOrder
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.verdicts import COUNTS, VOTER
from becivic.store.written import moment


def distinct_voters(
    connection: Connection, target: TargetType, target_id: str, since: datetime
) -> dict[str, int]:
    """Of a row of the catalogue, before who voted on it is forgotten: as the consensus counts them, probes as one.

    Hashes differ exactly when addresses do, under the row's own salt; since it is what is judged.
    """
    voters = func.count(func.distinct(func.coalesce(VOTER, "")))
    distinct = select(voters).where(
        _votes_on(target, target_id), COUNTS, VALIDATIONS.c.validated_at >= moment(since)
    )
    flagged = distinct.where(VALIDATIONS.c.injection_flag == 1)
    return {
        "distinct_ips": connection.execute(distinct).scalar_one(),
        "distinct_ips_with_injection_flag": connection.execute(flagged).scalar_one(),
    }


def forget_voters(
    connection: Connection, target: TargetType, target_id: str, before: datetime | None = None
) -> None:
    """Of an artefact; those on the sources of a path go with it (R-SALT-04).

    Before a moment, where votes since then are about what follows: they must still be told apart.
    """
    told_apart: ColumnElement[bool] = VALIDATIONS.c.voter_hash.is_not(None)
    if before is not None:
        told_apart &= VALIDATIONS.c.validated_at < moment(before)
    connection.execute(
        update(VALIDATIONS).where(_votes_on(target, target_id), told_apart).values(voter_hash=None)
    )
    if target is TargetType.PATH:
        connection.execute(
            update(VALIDATIONS).where(on_sources_of(target_id), told_apart).values(voter_hash=None)
        )


def on_sources_of(path_id: str) -> ColumnElement[bool]:
    """Votes on `<path>:<source>`: everything between `<path>:` and `<path>;`, the sign after it."""
    own = VALIDATIONS.c
    return and_(
        own.target_type == TargetType.PATH_SOURCE.value,
        ByteOrder(own.target_id) > f"{path_id}:",
        ByteOrder(own.target_id) < f"{path_id};",
    )


def _votes_on(target: TargetType, target_id: str) -> ColumnElement[bool]:
    return (VALIDATIONS.c.target_type == target.value) & (VALIDATIONS.c.target_id == target_id)
