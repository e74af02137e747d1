"""Stores that know what a corpus implies, as a first start leaves them: worked out once a process, then copied."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Table, func, select

from becivic.corpus.load import Corpus
from becivic.publishing.records import fill_records
from becivic.publishing.repository import CorpusRepository
from becivic.store import revision
from becivic.store.engine import is_sqlite
from becivic.store.store import Store
from becivic.store.tables import METADATA


@dataclass(frozen=True, slots=True)
class _Filling:
    """What decides which rows there are. A commit also decides what git tells of it."""

    database: str
    commit: str
    now: datetime
    follows_git: bool
    is_more: bool


_COPIES: Final[dict[_Filling, Callable[[Store], None]]] = {}


def fill(
    store: Store,
    corpus: Corpus,
    now: datetime,
    repository: CorpusRepository | None = None,
    then: Callable[[], object] | None = None,
) -> None:
    """What `fill_records` does, for the corpus of a commit, and what is done then. Only a new store gets a copy."""
    assert corpus.commit is not None
    filling = _Filling(
        store.engine.dialect.name, corpus.commit, now, repository is not None, then is not None
    )
    is_new = store.writes == 0 and store.read(revision.current) == 0
    if is_new and filling in _COPIES:
        _COPIES[filling](store)
        return
    fill_records(store, corpus, now, repository)
    if then is not None:
        then()
    if is_new:
        _COPIES[filling] = _file_of(store) if is_sqlite(store.engine) else _rows_of(store)


def _file_of(store: Store) -> Callable[[Store], None]:
    """SQLite copies the pages of a whole database."""
    kept = sqlite3.connect(":memory:", check_same_thread=False)
    with closing(sqlite3.connect(store.engine.url.database or "")) as filled:
        filled.backup(kept)

    def copy(other: Store) -> None:
        with closing(sqlite3.connect(other.engine.url.database or "")) as file:
            kept.backup(file)

    return copy


def _rows_of(store: Store) -> Callable[[Store], None]:
    """PostgreSQL reads what it once wrote, without looking at each row again."""
    tables = store.read(_written)

    def put(connection: Connection) -> None:
        connection.exec_driver_sql(
            "SET LOCAL session_replication_role = replica"
        )  # no trigger, no foreign key
        for table, rows in tables.items():
            connection.execute(table.delete())  # a new database has counters
            with _cursor(connection).copy(f'COPY "{table.name}" FROM STDIN') as copying:
                copying.write(rows)
            if "row_id" in table.c:
                sequence = func.pg_get_serial_sequence(f'"{table.name}"', "row_id")
                connection.execute(select(func.setval(sequence, func.max(table.c.row_id))))

    return lambda other: other.write(put)


def _written(connection: Connection) -> dict[Table, bytes]:
    tables: dict[Table, bytes] = {}
    for table in METADATA.sorted_tables:
        with _cursor(connection).copy(f'COPY "{table.name}" TO STDOUT') as copying:
            if rows := b"".join(copying):
                tables[table] = rows
    return tables


def _cursor(connection: Connection) -> Any:
    driver: Any = connection.connection.dbapi_connection
    return driver.cursor()
