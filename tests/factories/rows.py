"""Looks into the tables, whichever database they are in."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table, func, select

from becivic.store.store import Store
from becivic.store.tables import METADATA


def rows(store: Store, table: Table) -> list[dict[str, Any]]:
    """Every row of a table, in the order of its primary key."""
    return store.read(
        lambda connection: [
            dict(row) for row in connection.execute(table.select().order_by(*table.primary_key)).mappings()
        ]
    )


def counts(store: Store) -> dict[str, int]:
    """How many rows each table has."""
    return store.read(
        lambda connection: {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in METADATA.sorted_tables
        }
    )
