"""Rows of the records as lines of the archive. Reads row by row, on a connection that holds one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, RowMapping, Select, Table, func, select

from becivic.publishing.concern_scores import scored
from becivic.publishing.snapshots.allowed import PUBLISHED, VOTES_FILE, Published
from becivic.store.tables.catalogue import CATALOGUE_ENTRIES, CATALOGUES
from becivic.store.tables.signals import CONCERNS
from becivic.store.written import document

AT_A_TIME: Final = 1000

OnProgress = Callable[[int], None]
"""Told how many files are whole so far."""
_HAS_WORDS: Final = "shows its words"


def files_of_rows(connection: Connection, on_progress: OnProgress = lambda _: None) -> dict[str, bytes]:
    """Every file that comes from the records, whole."""
    files: dict[str, bytes] = {}
    for each in PUBLISHED:
        files[each.file] = _file(_lines(connection, each), each)
        on_progress(len(files))
    return {**files, VOTES_FILE: b"".join(map(line, _votes(connection)))}


def line(value: Mapping[str, Any]) -> bytes:
    return f"{document(value)}\n".encode()


def _file(lines: Iterable[bytes], published: Published) -> bytes:
    return b"".join(sorted(lines) if published.sorted_as_text else lines)


def _lines(connection: Connection, published: Published) -> Iterator[bytes]:
    for row in _streamed(connection, _query(published)):
        yield line(_shown(row, published))


def _streamed(connection: Connection, query: Select[Any]) -> Iterator[RowMapping]:
    yield from connection.execute(query, execution_options={"yield_per": AT_A_TIME}).mappings()


def _query(published: Published) -> Select[Any]:
    table = published.table
    listed = [*published.columns, *published.words]
    query = select(*(_column(table, name) for name in listed), published.has_words.label(_HAS_WORDS))
    if table in CATALOGUES.values():
        query = query.select_from(table.outerjoin(CATALOGUE_ENTRIES, CATALOGUE_ENTRIES.c.uid == table.c.uid))
    return query.where(published.rows).order_by(*_order(table))


def _column(table: Table, name: str) -> ColumnElement[Any]:
    """The name of a catalogue row is the one its uid has now (R-UID-05)."""
    if name == "name":
        return func.coalesce(CATALOGUE_ENTRIES.c.name, table.c.name).label(name)
    return table.c[name]


def _order(table: Table) -> list[ColumnElement[Any]]:
    """By uid, and of one uid the older first: a uid of six digits comes after one of five."""
    return [func.length(table.c.uid), table.c.uid, table.c.row_id] if "uid" in table.c else [table.c.row_id]


def _shown(values: RowMapping, published: Published) -> dict[str, Any]:
    """What a row has of the columns that are public. Nothing stands for NULL."""
    forms = {**published.columns, **published.words} if values[_HAS_WORDS] else published.columns
    return {
        published.renamed.get(name, name): form(values[name])
        for name, form in forms.items()
        if values[name] is not None
    }


def _votes(connection: Connection) -> Iterator[dict[str, Any]]:
    """As concerns are ranked, of those that anybody may read."""
    votes = scored().subquery()
    query = (
        select(CONCERNS.c.uid, votes.c.up, votes.c.down)
        .select_from(CONCERNS.join(votes, votes.c.uid == CONCERNS.c.uid))
        .where(CONCERNS.c.held == 0)
        .order_by(func.length(CONCERNS.c.uid), CONCERNS.c.uid)
    )
    for row in _streamed(connection, query):
        yield {"uid": row["uid"], "up": int(row["up"]), "down": int(row["down"])}
