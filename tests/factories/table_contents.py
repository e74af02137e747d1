"""Everything a database holds once all that waits is written, to see what a request has left behind."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, Table, func, select

from becivic.store.store import Store
from becivic.store.tables import METADATA

Contents = dict[str, list[tuple[object, ...]]]


def rows(store: Store, table: Table) -> list[dict[str, Any]]:
    """Every row of a table, in the order of its primary key."""
    settle(store)
    return store.read(lambda connection: rows_of(connection, table))


def rows_of(connection: Connection, table: Table) -> list[dict[str, Any]]:
    found = connection.execute(select(table).order_by(*table.primary_key))
    return [dict(row) for row in found.mappings()]


def counts(store: Store) -> dict[str, int]:
    """How many rows each table has, before what nobody waits for is written."""
    return store.read(
        lambda connection: {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in METADATA.sorted_tables
        }
    )


def contents(store: Store) -> Contents:
    settle(store)
    return store.read(contents_of)


def contents_of(connection: Connection) -> Contents:
    """Every row of every table, the same for the same rows."""
    return {
        table.name: sorted(map(tuple, connection.execute(select(table)).all()), key=repr)
        for table in METADATA.sorted_tables
    }


def look(engine: Engine, table: Table) -> list[dict[str, Any]]:
    """Into a database that another process writes."""
    with engine.connect() as connection:
        return rows_of(connection, table)


def settle(store: Store) -> None:
    """Writes that nobody waits for are done when this returns: there is one queue, and this stands last in it."""
    store.write(lambda _: None)
