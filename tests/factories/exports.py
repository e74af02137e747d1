"""A full database, its export, and what is left of either, for tests of moving records."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from becivic.store.engine import open_engine, snapshot
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import BANS, LEASES, RATE_COUNTERS, REVISION
from becivic.store.transfer import TABLES, export_to
from tests.factories.databases import Databases
from tests.factories.homes import NOON
from tests.factories.records import RECORDS, fill, sound_record

SUPERSEDED = "2026-11-01T08:00:00.000000Z"
"""When the first value was, and the row after it began."""


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    engine = open_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


def nobody_watches(done: int, total: int) -> None:
    assert 0 < done <= total


def fill_richly(engine: Engine) -> None:
    """Rows in every table, with gaps in their numbers, a chain, and keys that collations would sort otherwise."""
    with engine.begin() as connection:
        fill(connection, range(1, 4), sound_record)
        connection.execute(
            VOLATILE_VALUES.update().where(VOLATILE_VALUES.c.row_id == 1).values(superseded_at=SUPERSEDED)
        )
        value = sound_record(
            VOLATILE_VALUES, 4, uid="val-00001", row_id=90, previous_row_id=1, committed_at=SUPERSEDED
        )
        connection.execute(VOLATILE_VALUES.insert(), value)
        connection.execute(BANS.insert(), sound_record(BANS, 9, row_id=1_000))
        for name in ("a", "B", "é", "Z", "_", "a b", "~", "日本"):
            connection.execute(LEASES.insert(), sound_record(LEASES, name=name))
        connection.execute(RATE_COUNTERS.insert(), sound_record(RATE_COUNTERS, 2**62))
        connection.execute(REVISION.update().values(number=12))


def rows(engine: Engine) -> dict[str, list[Any]]:
    with snapshot(engine) as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(table.select())), key=repr)
            for table in TABLES
        }


def is_new(engine: Engine) -> bool:
    return all(
        not held for name, held in rows(engine).items() if name in {table.name for table in RECORDS}
    ) and rows(engine)["revision"] == [(1, 0)]


def full_export(databases: Databases, file: Path) -> Path:
    """An export of a full SQLite database."""
    with databases.fresh("sqlite") as url, opened(url) as source:
        fill_richly(source)
        export_to(source, file, NOON, nobody_watches)
    return file
