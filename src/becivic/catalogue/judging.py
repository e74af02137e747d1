"""What the consensus does to a row: its status goes up, or another row takes its place (lifecycle 9.2; R-CATL-11).

Why is not known here. Everything is part of the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, delete, update

from becivic.catalogue.contents import ReferenceContent, ValueContent
from becivic.catalogue.inserting import FORGOTTEN_AUTHOR, Filing, supersede_by
from becivic.catalogue.refused import SupersededMeanwhile
from becivic.catalogue.rows import CITATIONS, VALUES, AnyRow, Kind, ValueRow
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store import revision, salt_keys
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import SALTS
from becivic.store.voters import distinct_voters, forget_voters
from becivic.store.written import document, moment

_VALUE: Final = tuple(part.name for part in fields(ValueContent))
_REFERENCE: Final = tuple(part.name for part in fields(ReferenceContent))
_NOTHING: Final[Mapping[str, Any]] = {"value": document(None), "title": "", "url": ""}
"""Instead of what a row said, where nothing takes its place: the columns are never empty."""


_KEPT: Final = ("value_type", "unit", "language")


def promote(connection: Connection, target: TargetType, row: AnyRow, to: Status, now: datetime) -> None:
    """Directly on the row (R-SM-11). At stable, who voted is forgotten, and only their number stays (R-SALT-02, C-26)."""
    table = CATALOGUES[target]
    is_it = (
        (table.c.row_id == row.row_id)
        & table.c.superseded_at.is_(None)
        & (table.c.status == row.status.value)
    )
    values: dict[str, Any] = {"status": to.value}
    if to is Status.STABLE:
        counted = document(distinct_voters(connection, target, row.uid, row.committed_at))
        values |= {"stable_at": moment(now), "distinct_frozen": counted}
        values |= FORGOTTEN_AUTHOR
    if not connection.execute(update(table).where(is_it).values(values)).rowcount:
        raise SupersededMeanwhile
    if to is Status.STABLE:
        forget_voters(connection, target, row.uid, now)
        connection.execute(delete(SALTS).where(SALTS.c.key == salt_keys.of_row(target, row.row_id)))
    revision.bump(connection)


def replace(
    connection: Connection, row: AnyRow, by: AnyRow | None, to: Status, now: datetime, *, judged: int
) -> AnyRow:
    """A fresh row in the place of the one that was judged: with what another row said, or with nothing."""
    content = _content(row, by)
    stable = {"stable_at": moment(now)} if to is Status.STABLE else {}
    kind: Kind[Any] = VALUES if isinstance(row, ValueRow) else CITATIONS
    columns = {**content, **Filing().columns(), "status": to.value, **stable}
    fresh: AnyRow = supersede_by(connection, kind, row.uid, columns, now, judged=judged)
    return fresh


def _content(row: AnyRow, by: AnyRow | None) -> dict[str, Any]:
    """As columns. A name keeps its type and its unit; looked through already, what it said before needs no second look."""
    names = _VALUE if isinstance(row, ValueRow) else _REFERENCE
    if by is None:
        kept: dict[str, Any] = {name: getattr(row, name) for name in _KEPT if name in names}
        return {
            **dict.fromkeys(names),
            **kept,
            **{name: _NOTHING[name] for name in names if name in _NOTHING},
        }
    said = {name: getattr(by, name) for name in names}
    if "value" in said:
        said["value"] = document(said["value"])
    return {**said, "names_scanned": by.names_scanned}
