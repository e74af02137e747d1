"""Where uids come from: one sequence per type that only grows. Nobody else numbers anything (schemas 6.11)."""

from __future__ import annotations

import logging
from typing import Final

from sqlalchemy import Connection, select, update

from becivic.rules.errors import BeCivicError
from becivic.rules.identifiers import UidPrefix, matches
from becivic.store.tables.catalogue import UID_SEQUENCES

_LOG = logging.getLogger(__name__)

NEAR_THE_CEILING: Final = 99_000
"""Past this number whoever runs the service is told that uids will widen to six digits (R-UID-01)."""

_own: Final = UID_SEQUENCES.c


class UidsExhausted(BeCivicError):
    """Every uid of a type that the patterns allow was given out."""


def next_uid(connection: Connection, prefix: UidPrefix) -> str:
    """The next uid of a type. The sequence stays held until the transaction ends, so numbers follow commits."""
    grown = (
        update(UID_SEQUENCES)
        .where(_own.prefix == prefix.value)
        .values(last=_own.last + 1)
        .returning(_own.last)
    )
    number: int = connection.execute(grown).scalar_one()
    uid = prefix.mint(number)
    if not matches(prefix.pattern, uid):
        raise UidsExhausted(
            f"Every `{prefix.value}-` uid was given out.",
            remedy="Widen the pattern of uids in the rules and the schemas.",
        )
    _warn(prefix, number - 1, number)
    return uid


def raise_to(connection: Connection, prefix: UidPrefix, number: int) -> None:
    """Count a number as given out, and every one below it. A sequence that is further already stays."""
    last: int = connection.execute(
        select(_own.last).where(_own.prefix == prefix.value).with_for_update()
    ).scalar_one()
    if last < number:
        connection.execute(update(UID_SEQUENCES).where(_own.prefix == prefix.value).values(last=number))
        _warn(prefix, last, number)


def hold(connection: Connection, *prefixes: UidPrefix) -> None:
    """Let no other transaction give out uids of these types before this one ends. SQLite has one writer anyway."""
    wanted = [prefix.value for prefix in prefixes]
    connection.execute(
        select(_own.prefix).where(_own.prefix.in_(wanted)).order_by(_own.prefix).with_for_update()
    ).fetchall()


def _warn(prefix: UidPrefix, before: int, after: int) -> None:
    if before <= NEAR_THE_CEILING < after:
        _LOG.warning(
            "`%s-` uids have passed %s; after 99,999 they have six digits, which every reader here accepts.",
            prefix.value,
            f"{NEAR_THE_CEILING:,}",
        )
