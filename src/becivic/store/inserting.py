"""Inserts that meet a row which is there already: SQLite and PostgreSQL say it alike, SQLAlchemy in two dialects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Column, Connection, Insert, Table
from sqlalchemy.dialects import postgresql, sqlite

ByDatabase = Mapping[str, Insert]
"""One statement for each database, as Prepared takes it."""


def or_nothing(table: Table, values: Mapping[str, Any] | None = None) -> ByDatabase:
    """Writes nothing where a key is taken; on PostgreSQL it first waits for another replica that is just taking it."""
    return {
        "sqlite": _filled(sqlite.insert(table), values).on_conflict_do_nothing(),
        "postgresql": _filled(postgresql.insert(table), values).on_conflict_do_nothing(),
    }


def is_new(connection: Connection, table: Table, values: Mapping[str, Any]) -> bool:
    """Write a row where its key is not taken; whether it was written.

    Asked for by what comes back: PostgreSQL's driver does not count what such an insert wrote.
    """
    statement = or_nothing(table, values)[connection.dialect.name].returning(*table.primary_key)
    return connection.execute(statement).first() is not None


def or_change(
    table: Table, rows: Sequence[Mapping[str, Any]], key: Sequence[Column[Any]], change: Mapping[str, Any]
) -> ByDatabase:
    """Changes the row that is there instead."""
    return {
        "sqlite": sqlite.insert(table).values(rows).on_conflict_do_update(index_elements=key, set_=change),
        "postgresql": postgresql.insert(table)
        .values(rows)
        .on_conflict_do_update(index_elements=key, set_=change),
    }


def _filled(insert: Any, values: Mapping[str, Any] | None) -> Any:  # noqa: ANN401  either dialect's own
    """Without values they come with the execution."""
    return insert if values is None else insert.values(**values)
