"""The addresses that voted on an artefact, by their hashes: how many they are, and how they are forgotten."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Final

from sqlalchemy import BindParameter, ColumnElement, Connection, and_, delete, func, or_, select, update

from becivic.rules.consensus import VOICES_OF_A_NETWORK
from becivic.rules.targets import TargetType
from becivic.store import salt_keys
from becivic.store.byte_order import ByteOrder
from becivic.store.tables.keeping import SALTS
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.verdicts import COUNTS, FLAGGER, FLAGGERS_NETWORK, FLAGS, VOTER
from becivic.store.written import moment

Bound = str | BindParameter[str]

_HASHES: Final = ("voter_hash", "voter_network_hash", "unseated_hash")
"""What tells voices apart, destroyed together."""


def distinct_voters(
    connection: Connection, target: TargetType, target_id: str, since: datetime
) -> dict[str, int]:
    """Of an artefact, before who voted on it is forgotten: as the consensus counts them, probes as one.

    Hashes differ exactly when voices do, under its own salt; since it is what is judged.
    """
    on_it = votes_on(target, target_id) & (VALIDATIONS.c.validated_at >= moment(since))
    distinct = select(func.count(func.distinct(func.coalesce(VOTER, "")))).where(on_it, COUNTS)
    flagged = on_it & FLAGS & (VALIDATIONS.c.injection_flag == 1)
    networks = connection.execute(select(func.max(FLAGGERS_NETWORK)).where(flagged).group_by(FLAGGER))
    return {
        "distinct_ips": connection.execute(distinct).scalar_one(),
        "distinct_ips_with_injection_flag": sum(
            min(number, VOICES_OF_A_NETWORK) for number in Counter(networks.scalars()).values()
        ),
    }


def forget_voters(
    connection: Connection, target: TargetType, target_id: str, before: datetime | None = None
) -> None:
    """Of an artefact; those on the sources of a path go with it (R-SALT-04).

    Before a moment, where votes since then are about what follows: they must still be told apart.
    """
    told_apart: ColumnElement[bool] = or_(*(VALIDATIONS.c[name].is_not(None) for name in _HASHES))
    if before is not None:
        told_apart &= VALIDATIONS.c.validated_at < moment(before)
    theirs = update(VALIDATIONS).where(votes_on(target, target_id), told_apart)
    connection.execute(theirs.values(dict.fromkeys(_HASHES)))


def destroy_salts(
    connection: Connection, target: TargetType, target_id: str, *, but_authors: bool = False
) -> None:
    """Of a skill or a path: from here on no address leads to a hash. Its authors may have to stay known (C-25)."""
    theirs = SALTS.c.artefact == salt_keys.artefact(target, target_id)
    if but_authors:
        theirs &= SALTS.c.submitter_hash.is_(None)
    connection.execute(delete(SALTS).where(theirs))


def votes_on(target: TargetType, target_id: str) -> ColumnElement[bool]:
    """Those on an artefact; a path's are those on its sources too (R-SALT-04)."""
    own = VALIDATIONS.c
    on_it = and_(own.target_type == target.value, own.target_id == target_id)
    return or_(on_it, on_sources(*source_range(target_id))) if target is TargetType.PATH else on_it


def on_sources(first: Bound, last: Bound) -> ColumnElement[bool]:
    """Those on sources, within a range as `source_range` gives it."""
    own = VALIDATIONS.c
    return and_(
        own.target_type == TargetType.PATH_SOURCE.value,
        ByteOrder(own.target_id) > first,
        ByteOrder(own.target_id) < last,
    )


def source_range(path_id: str) -> tuple[str, str]:
    """Every `<path>:<source>` lies between these: between `<path>:` and `<path>;`, the sign after it."""
    return f"{path_id}:", f"{path_id};"
