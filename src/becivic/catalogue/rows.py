"""Rows of the catalogue as they are read: the current one of a uid, its history, and pages of them.

A row is never changed here. Its name is the one its uid has now, whatever it was written under (R-UID-05).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    Table,
    Text,
    bindparam,
    cast,
    exists,
    func,
    or_,
    select,
)

from becivic.catalogue.contents import Scalar
from becivic.rules.consensus import DecisionKind
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import Status
from becivic.rules.submissions import ValueType
from becivic.store.prepared import Prepared
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES, CATALOGUES, REFERENCES, VOLATILE_VALUES
from becivic.store.tables.lifecycle import DECISIONS
from becivic.store.written import read_document, read_moment


@dataclass(frozen=True, slots=True)
class CatalogueRow:
    """The lifecycle part that both kinds share (R-CATL-01, R-CATL-05). Salt and hash stay out of every log.

    Both kinds end with `held`, which says that nobody may be shown their words, by which rules they were looked through
    for names, and since when they are stable.
    """

    row_id: int
    uid: str
    name: str
    status: Status
    committed_at: datetime
    superseded_at: datetime | None
    previous_row_id: int | None
    submission_id: str | None
    submission_contract_version: str
    created_by_ip_hash: str | None = field(repr=False)
    per_artefact_salt: str | None = field(repr=False)
    distinct_frozen: str | None


@dataclass(frozen=True, slots=True)
class ValueRow(CatalogueRow):
    """A volatile value: a named scalar (R-CATL-02)."""

    value: Scalar | None
    """None where votes took the only value away: nobody knows one any more (lifecycle 9.2)."""
    value_type: ValueType
    unit: str | None
    source: str | None
    last_verified: str | None
    note: str | None
    held: bool = False
    names_scanned: str | None = None
    stable_at: datetime | None = None
    created_by_network_hash: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ReferenceRow(CatalogueRow):
    """A citation."""

    title: str
    url: str
    last_verified: str | None
    archived_url: str | None
    language: str | None
    note: str | None
    held: bool = False
    names_scanned: str | None = None
    stable_at: datetime | None = None
    read_as: str | None = None
    page_date: str | None = None
    created_by_network_hash: str | None = field(default=None, repr=False)


AnyRow = ValueRow | ReferenceRow

R = TypeVar("R", bound=CatalogueRow)

_UIDS: Final[BindParameter[str]] = bindparam("uids", expanding=True)
"""As many as are asked about. Statements that pages are read with are built once: building takes longer than asking."""

_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "status": Status,
    "committed_at": read_moment,
    "superseded_at": read_moment,
    "stable_at": read_moment,
    "value": read_document,
    "value_type": ValueType,
    "held": bool,
}


@dataclass(frozen=True, slots=True)
class Page(Generic[R]):
    """Some rows, and the uid to go on after, if there are more."""

    rows: list[R]
    next: str | None


@dataclass(frozen=True)
class Kind(Generic[R]):
    """One of the two catalogues: its table, and what a row of it is."""

    table: Table
    make: Callable[..., R]

    def current(self, connection: Connection, uid: str) -> R | None:
        return self._one(self._current.first(connection, uid=uid))

    def currents(self, connection: Connection, uids: Collection[str]) -> list[R]:
        """The current rows of many uids in one question, in no order."""
        return self._many(connection, self._currents, uids)

    def last_stables(self, connection: Connection, uids: Collection[str]) -> dict[str, R]:
        """What is shown beside a row that is not stable yet (C-10): the last one of each uid that was, and that nobody spoke
        against since. What is held is passed over: it is for reading."""
        return {row.uid: row for row in self._many(connection, self._last_stables, uids)}

    def history(self, connection: Connection, uid: str) -> list[R]:
        """Newest first. By row id: rows of one moment have an order too."""
        return self._all(connection, self._rows.where(self.table.c.uid == uid).order_by(self._newest))

    def earlier_stable(self, connection: Connection, uid: str) -> R | None:
        """The same, but another than the current row says; what is held cannot be shown again."""
        own, now = self.table.c, self.table.alias()
        same = exists().where(
            now.c.uid == own.uid,
            now.c.superseded_at.is_(None),
            *(now.c[name].is_not_distinct_from(own[name]) for name in _SAYS[self.table.name]),
        )
        is_it = (own.uid == uid) & (own.status == Status.STABLE.value) & (own.held == 0)
        query = self._rows.where(is_it, ~spoken_against(self.table), ~same).order_by(self._newest).limit(1)
        found = self._all(connection, query)
        return found[0] if found else None

    def listed(
        self, connection: Connection, statuses: Collection[Status], after: str | None, limit: int
    ) -> Page[R]:
        """Current rows by number: a uid of six digits comes after one of five. No statuses means any."""
        uid = self.table.c.uid
        width = func.length(uid)
        query = self._rows.where(self.table.c.superseded_at.is_(None)).order_by(width, uid).limit(limit + 1)
        if statuses:
            query = query.where(self.table.c.status.in_([status.value for status in statuses]))
        if after is not None:
            query = query.where(or_(width > len(after), (width == len(after)) & (uid > after)))
        found = self._all(connection, query)
        return Page(found[:limit], found[limit - 1].uid if len(found) > limit else None)

    @cached_property
    def _rows(self) -> Select[Any]:
        entries = CATALOGUE_ENTRIES
        name = func.coalesce(entries.c.name, self.table.c.name)
        columns = [name if column.name == "name" else column for column in self.table.c]
        return select(*columns).select_from(self.table.outerjoin(entries, entries.c.uid == self.table.c.uid))

    @cached_property
    def _current(self) -> Prepared:
        is_it = (self.table.c.uid == bindparam("uid")) & self.table.c.superseded_at.is_(None)
        return Prepared(self._rows.where(is_it))

    @cached_property
    def _currents(self) -> Select[Any]:
        return self._rows.where(self.table.c.uid.in_(_UIDS), self.table.c.superseded_at.is_(None))

    @cached_property
    def _last_stables(self) -> Select[Any]:
        own = self.table.c
        newest = (
            select(func.max(own.row_id))
            .where(own.uid.in_(_UIDS), own.status == Status.STABLE.value, own.held == 0)
            .where(~spoken_against(self.table))
            .group_by(own.uid)
        )
        return self._rows.where(own.row_id.in_(newest))

    @cached_property
    def _newest(self) -> Any:  # noqa: ANN401  an ordering
        return self.table.c.row_id.desc()

    @cached_property
    def _readers(self) -> list[Callable[[Any], Any] | None]:
        return [_READERS.get(column.name) for column in self.table.c]

    def _one(self, raw: Sequence[Any] | None) -> R | None:
        return None if raw is None else self._read(raw)

    def _many(self, connection: Connection, query: Select[Any], uids: Collection[str]) -> list[R]:
        if not uids:
            return []
        return [self._read(raw) for raw in connection.execute(query, {_UIDS.key: list(uids)})]

    def _all(self, connection: Connection, query: Select[Any]) -> list[R]:
        return [self._read(raw) for raw in connection.execute(query)]

    def _read(self, raw: Sequence[Any]) -> R:
        pairs = zip(self._readers, raw, strict=True)
        return self.make(*(text if read is None or text is None else read(text) for read, text in pairs))


VALUES: Final = Kind(VOLATILE_VALUES, ValueRow)
CITATIONS: Final = Kind(REFERENCES, ReferenceRow)
KINDS: Final[dict[UidPrefix, Kind[ValueRow] | Kind[ReferenceRow]]] = {
    UidPrefix.VOLATILE_VALUE: VALUES,
    UidPrefix.REFERENCE: CITATIONS,
}
"""By prefix: concerns and paths have no rows here."""


def spoken_against(table: Table) -> ColumnElement[bool]:
    """Whether what a row says was judged and fell, in this row or in another: rolled back, or quarantined and not
    reinstated since (R-QUAR-04)."""
    own, again, fallen = DECISIONS.c, DECISIONS.alias().c, table.alias()
    fell = [DecisionKind.ROLLBACK.value, DecisionKind.QUARANTINE.value]
    says, target = _SAYS[table.name], _TARGETS[table.name]
    reinstated = exists().where(
        again.target_type == own.target_type,
        again.target_id == own.target_id,
        again.kind == DecisionKind.REINSTATE.value,
        again.judged == own.judged,
    )
    return exists().where(
        own.target_type == target.value,  # the log is found by it first, and grows for ever
        own.target_id == table.c.uid,
        own.kind.in_(fell),
        ~reinstated,
        fallen.c.uid == table.c.uid,
        own.judged == cast(fallen.c.row_id, Text),
        fallen.c.row_id >= table.c.row_id,  # what fell and was approved later has not fallen
        *(fallen.c[name].is_not_distinct_from(table.c[name]) for name in says),
    )


_SAYS: Final = {
    VOLATILE_VALUES.name: ("value", "value_type", "unit", "source", "note"),
    REFERENCES.name: ("title", "url", "archived_url", "language", "note"),
}
"""By which two rows say the same; a note can be wrong too."""

_TARGETS: Final = {table.name: target for target, table in CATALOGUES.items()}


def current(connection: Connection, uid: str) -> AnyRow | None:
    kind = kind_of(uid)
    return kind.current(connection, uid) if kind else None


def lock_current(connection: Connection, uid: str) -> None:
    """Nobody else changes the current row before this transaction is over; SQLite has one writer."""
    kind = kind_of(uid)
    if kind is not None:
        own = kind.table.c
        query = select(own.row_id).where(own.uid == uid, own.superseded_at.is_(None)).with_for_update()
        connection.execute(query)


def history(connection: Connection, uid: str) -> Sequence[AnyRow]:
    """Every row of a uid, newest first."""
    kind = kind_of(uid)
    return kind.history(connection, uid) if kind else []


def earlier_stable(connection: Connection, uid: str) -> AnyRow | None:
    """What the current row can go back to (lifecycle 9.2)."""
    kind = kind_of(uid)
    return kind.earlier_stable(connection, uid) if kind else None


def listed(
    connection: Connection, prefix: UidPrefix, statuses: Collection[Status], after: str | None, limit: int
) -> Page[ValueRow] | Page[ReferenceRow]:
    return KINDS[prefix].listed(connection, statuses, after, limit)


def kind_of(uid: str) -> Kind[ValueRow] | Kind[ReferenceRow] | None:
    """None for a uid of anything else, or for what is no uid."""
    prefix = uid.partition("-")[0]
    return KINDS[UidPrefix(prefix)] if prefix in KINDS else None
