"""The only two ways a row comes to be: the first of its uid, or one that supersedes the current (R-CATL-03).

Both are one part of the caller's transaction and count the revision up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, update

from becivic.catalogue.contents import ReferenceChange, ReferenceContent, ValueChange, ValueContent
from becivic.catalogue.entries import name_of
from becivic.catalogue.refused import HasRow, NoCurrentRow, NotMinted, SupersededMeanwhile
from becivic.catalogue.rows import CITATIONS, VALUES, Kind, R, ReferenceRow, ValueRow
from becivic.rules.contract import CONTRACT_VERSION
from becivic.rules.statuses import Status
from becivic.store import revision, salt_keys, watched
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import SALTS
from becivic.store.voters import distinct_voters, forget_voters
from becivic.store.written import document, moment

_REFERENCE_FIELDS: Final = [part.name for part in fields(ReferenceContent)]
FORGOTTEN_AUTHOR: Final[Mapping[str, None]] = dict.fromkeys(
    ("created_by_ip_hash", "created_by_network_hash", "per_artefact_salt")
)
"""What is destroyed together of a row that became stable or was superseded (R-SALT-02)."""
_VOTED_ON_AS: Final = {table.name: target for target, table in CATALOGUES.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Filing:
    """Which submission a row comes from, and its submitter under the row's own salt (R-SALT-02, R-SALT-08)."""

    submission_id: str | None = None
    submission_contract_version: str = CONTRACT_VERSION
    created_by_ip_hash: str | None = field(default=None, repr=False)
    created_by_network_hash: str | None = field(default=None, repr=False)
    per_artefact_salt: str | None = field(default=None, repr=False)

    def columns(self) -> dict[str, Any]:
        return {
            "submission_id": self.submission_id,
            "submission_contract_version": self.submission_contract_version,
            "created_by_ip_hash": self.created_by_ip_hash,
            "created_by_network_hash": self.created_by_network_hash,
            "per_artefact_salt": self.per_artefact_salt,
        }


def insert_value(
    connection: Connection, uid: str, content: ValueContent, filing: Filing, now: datetime
) -> ValueRow:
    """The first row of a minted uid, at alpha."""
    return _insert(connection, VALUES, uid, content.columns() | filing.columns(), now)


def insert_reference(
    connection: Connection, uid: str, content: ReferenceContent, filing: Filing, now: datetime
) -> ReferenceRow:
    """The first row of a minted uid, at alpha."""
    return _insert(connection, CITATIONS, uid, content.columns() | filing.columns(), now)


def supersede_value(
    connection: Connection,
    uid: str,
    change: ValueChange,
    filing: Filing,
    now: datetime,
    *,
    judged: int | None = None,
) -> ValueRow:
    """A new current row at alpha, where its cohort begins (R-CATL-04).

    `judged` is the row id that the decision was about, where there was one: no later row is superseded for it.
    """
    before = _current(connection, VALUES, uid, judged)
    return _supersede(connection, VALUES, before, change.over(before.unit).columns() | filing.columns(), now)


def supersede_reference(
    connection: Connection,
    uid: str,
    change: ReferenceChange,
    filing: Filing,
    now: datetime,
    *,
    judged: int | None = None,
) -> ReferenceRow:
    """As for a value; the fields that the change leaves out stay as they were (R-AMD-08)."""
    before = _current(connection, CITATIONS, uid, judged)
    content = change.over(ReferenceContent(**{name: getattr(before, name) for name in _REFERENCE_FIELDS}))
    return _supersede(connection, CITATIONS, before, content.columns() | filing.columns(), now)


def supersede_by(
    connection: Connection,
    kind: Kind[R],
    uid: str,
    columns: Mapping[str, Any],
    now: datetime,
    *,
    judged: int,
) -> R:
    """A row of these columns in the place of the one that was judged, and of no later one."""
    return _supersede(connection, kind, _current(connection, kind, uid, judged), columns, now)


def write_rows(
    connection: Connection, kind: Kind[Any], rows: Sequence[Mapping[str, Any]], now: datetime
) -> None:
    """Rows as they are given, at alpha unless they say otherwise. Who calls counts the revision up."""
    fixed = {"status": Status.ALPHA.value, "committed_at": moment(now)}
    connection.execute(insert(kind.table), [{**fixed, **row} for row in rows])
    for row in rows:
        watched.mark(connection, _VOTED_ON_AS[kind.table.name], row["uid"], f"row {fixed['committed_at']}")


def _insert(connection: Connection, kind: Kind[R], uid: str, columns: Mapping[str, Any], now: datetime) -> R:
    name = name_of(connection, uid)
    if name is None:
        raise NotMinted
    if kind.current(connection, uid) is not None:
        raise HasRow
    write_rows(connection, kind, [{**columns, "uid": uid, "name": name}], now)
    revision.bump(connection)
    return _current(connection, kind, uid)


def _supersede(
    connection: Connection, kind: Kind[R], before: R, columns: Mapping[str, Any], now: datetime
) -> R:
    own = kind.table.c
    # Salt and submitter of the row before end with it (R-SALT-02).
    ended = {"superseded_at": moment(now), **FORGOTTEN_AUTHOR}
    is_it = (own.row_id == before.row_id) & own.superseded_at.is_(None)
    if not connection.execute(update(kind.table).where(is_it).values(ended)).rowcount:
        raise SupersededMeanwhile
    _forget_voters(connection, kind, before)
    chained = {**columns, "uid": before.uid, "name": before.name, "previous_row_id": before.row_id}
    write_rows(connection, kind, [chained], now)
    revision.bump(connection)
    return _current(connection, kind, before.uid)


def _forget_voters(connection: Connection, kind: Kind[R], before: R) -> None:
    """What was counted stays as a number; what it was counted by is destroyed (R-SALT-02).

    After the row has ended, so that no vote under its salt comes later. What was frozen at stable stands (C-26).
    """
    own, target = kind.table.c, _VOTED_ON_AS[kind.table.name]
    counted = document(distinct_voters(connection, target, before.uid, before.committed_at))
    connection.execute(
        update(kind.table)
        .where(own.row_id == before.row_id)
        .values(distinct_frozen=func.coalesce(own.distinct_frozen, counted))
    )
    forget_voters(connection, target, before.uid)
    connection.execute(delete(SALTS).where(SALTS.c.key == salt_keys.of_row(target, before.row_id)))


def _current(connection: Connection, kind: Kind[R], uid: str, judged: int | None = None) -> R:
    row = kind.current(connection, uid)
    if row is None:
        raise NoCurrentRow
    if judged is not None and row.row_id != judged:
        raise SupersededMeanwhile
    return row
