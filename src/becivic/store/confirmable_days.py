"""Days on which a source of a class could have been confirmed (R-PLC-07, ADR 46).

Written by whatever could have confirmed it: a probe that asked a source of the class, or a vote on one.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime
from typing import Final

from sqlalchemy import Connection, bindparam, select

from becivic.store.inserting import or_nothing
from becivic.store.prepared import Prepared
from becivic.store.tables.lifecycle import CONFIRMABLE_DAYS

_DAY: Final = CONFIRMABLE_DAYS.c
_NOTE: Final = Prepared(
    or_nothing(CONFIRMABLE_DAYS, {name: bindparam(name) for name in ("source_class", "day")})
)


def note(connection: Connection, source_classes: Collection[str], now: datetime) -> None:
    """Idempotent. In the order of names, so that two transactions do not wait for each other."""
    for source_class in sorted(source_classes):
        _NOTE.run(connection, source_class=source_class, day=_text(now))


def days_since(connection: Connection, source_classes: Collection[str], since: datetime) -> frozenset[date]:
    """Those on which a source of any of these classes could have been confirmed, the first day included."""
    query = select(_DAY.day).where(_DAY.source_class.in_(source_classes), _DAY.day >= _text(since))
    return frozenset(date.fromisoformat(day) for day in connection.execute(query.distinct()).scalars())


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()
