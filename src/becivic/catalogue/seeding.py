"""The first filling: what a corpus brings along and the records do not have.

Rows that the records have are not changed, but for how a source was read where an earlier corpus did not record it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from becivic.catalogue.contents import ReferenceContent, ValueContent
from becivic.catalogue.entries import prefix_of, record
from becivic.catalogue.inserting import Filing, write_rows
from becivic.catalogue.rows import KINDS
from becivic.rules.identifiers import UidPrefix
from becivic.rules.submissions import ValueType
from becivic.store import revision
from becivic.store.sequences import hold, raise_to
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES, REFERENCES

Item = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seeded:
    """What a filling did."""

    added: tuple[str, ...]
    passed_over: tuple[str, ...]
    """Uids that the records know by another name or whose name they know by another uid, and uids that no
    sequence gives out: number 0, or more digits than the number needs."""


@dataclass(frozen=True, slots=True)
class _Brought:
    uid: str
    name: str
    columns: Mapping[str, Any] | None = None
    """Of its first row; a path has none here."""


def seed(
    connection: Connection,
    values: Iterable[Item],
    references: Iterable[Item],
    path_uids: Mapping[str, str],
    now: datetime,
) -> Seeded:
    """Enter what is not there yet. Items are those of a seed file that satisfies its schema; path uids go by id."""
    hold(connection, *UidPrefix)  # replicas that start together fill one after the other
    references = list(references)
    brought = [*_values(values), *_references(references), *_paths(path_uids)]
    count_as_given(connection, (each.uid for each in brought))
    known = _Known(connection)
    added = [each for each in brought if known.admits(each)]
    if added:
        _enter(connection, added, now)
    if _complete_readings(connection, references) or added:
        revision.bump(connection)
    return Seeded(tuple(each.uid for each in added), tuple(known.passed_over))


def count_as_given(connection: Connection, uids: Iterable[str]) -> None:
    """Uids that somebody cites are never given out again, whether or not the records have them (R-UID-02)."""
    highest: dict[UidPrefix, int] = {}
    for uid in uids:
        prefix = prefix_of(uid)
        highest[prefix] = max(prefix.number(uid), highest.get(prefix, 0))
    for prefix, number in sorted(highest.items()):
        raise_to(connection, prefix, number)


class _Known:
    """Every uid and name there is, growing as items are admitted."""

    def __init__(self, connection: Connection) -> None:
        rows = connection.execute(select(CATALOGUE_ENTRIES.c.uid, CATALOGUE_ENTRIES.c.name))
        self._names = {row.uid: row.name for row in rows}
        self._taken = {(prefix_of(uid), name) for uid, name in self._names.items()}
        self.passed_over: list[str] = []

    def admits(self, each: _Brought) -> bool:
        if self._names.get(each.uid) == each.name:
            return False
        prefix = prefix_of(each.uid)
        named, number = (prefix, each.name), prefix.number(each.uid)
        if each.uid in self._names or named in self._taken or each.uid != prefix.mint(number) or not number:
            self.passed_over.append(each.uid)
            return False
        self._names[each.uid] = each.name
        self._taken.add(named)
        return True


def _enter(connection: Connection, added: Sequence[_Brought], now: datetime) -> None:
    record(connection, {each.uid: each.name for each in added}, now)
    for prefix, kind in KINDS.items():
        rows = [
            {**Filing().columns(), **each.columns, "uid": each.uid, "name": each.name}
            for each in added
            if each.columns is not None and prefix_of(each.uid) is prefix
        ]
        if rows:
            write_rows(connection, kind, rows, now)


def _complete_readings(connection: Connection, items: Iterable[Item]) -> int:
    """Fill in how a source was read where an earlier corpus brought the row without it, and nobody changed it since.

    Only for the same reading: the same address on the same day. Returns how many rows were completed.
    """
    brought = {item["uid"]: item for item in items if item.get("read_as") or item.get("page_date")}
    own = REFERENCES.c
    untouched = (own.superseded_at.is_(None), own.previous_row_id.is_(None), own.submission_id.is_(None))
    bare = select(own.row_id, own.uid, own.url, own.last_verified).where(
        *untouched, own.read_as.is_(None), own.page_date.is_(None)
    )
    completed = [
        {"id": row.row_id, "way": item.get("read_as"), "date": item.get("page_date")}
        for row in connection.execute(bare).all()
        if (item := brought.get(row.uid))
        and (item["url"], item["last_verified"]) == (row.url, row.last_verified)
    ]
    if completed:
        reading: dict[str, Any] = {"read_as": bindparam("way"), "page_date": bindparam("date")}
        connection.execute(update(REFERENCES).where(own.row_id == bindparam("id")).values(reading), completed)
    return len(completed)


def _values(items: Iterable[Item]) -> Iterator[_Brought]:
    for item in items:
        content = ValueContent(
            value=item["value"],
            value_type=ValueType(item["value_type"]),
            unit=item["unit"],
            source=item["source"],
            last_verified=item["last_verified"],
            note=item.get("note"),
        )
        yield _Brought(item["uid"], item["name"], {**content.columns(), "status": item["status"]})


def _references(items: Iterable[Item]) -> Iterator[_Brought]:
    for item in items:
        content = ReferenceContent(
            title=item["title"],
            url=item["url"],
            last_verified=item["last_verified"],
            archived_url=item.get("archived_url"),
            language=item.get("language"),
            note=item.get("note"),
            read_as=item.get("read_as"),
            page_date=item.get("page_date"),
        )
        yield _Brought(item["uid"], item["name"], {**content.columns(), "status": item["status"]})


def _paths(uids: Mapping[str, str]) -> Iterator[_Brought]:
    for path_id, uid in uids.items():
        yield _Brought(uid, path_id)
