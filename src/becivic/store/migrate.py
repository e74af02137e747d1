"""Brings a database to the version this program knows, one process at a time. Forward only.

Knows which versions there are; what each one does is in `migrations/versions`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import DBAPIError

from becivic.store.engine import DatabaseRefused, is_sqlite, snapshot
from becivic.store.postgresql import unhurried
from becivic.store.tables import METADATA

VERSIONS: Final = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")
"""Oldest first. Held equal to the scripts by a test, so that a database at head never waits for Alembic's import."""

HEAD: Final = VERSIONS[-1]
MIGRATIONS: Final = Path(__file__).parent / "migrations"
VERSION_TABLE: Final = "alembic_version"

_LOCK: Final = 0x6265636976696321
"""The advisory lock that replicas starting together stand in line for: one number for all of them."""

_NOT_ALLOWED: Final = ("42501", "25006")
"""PostgreSQL: no privilege, read-only."""


def migrate(engine: Engine) -> None:
    """Does nothing on a database at head. Whatever goes wrong, the database stays as it was."""
    with snapshot(engine) as connection:
        found = database_version(connection)
    if found != HEAD:
        with _saying_what_is_not_allowed():
            _upgrade(unhurried(engine))


def database_version(connection: Connection) -> str | None:
    """What the database says it is; None before its first migration."""
    if not connection.dialect.has_table(connection, VERSION_TABLE):
        return None
    found = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar()  # noqa: S608  our own name
    return None if found is None else str(found)


def refuse_newer(found: str | None) -> None:
    if found is not None and found not in VERSIONS:
        raise DatabaseRefused(
            "The database was made by a newer version of this program, or by another program.",
            remedy="Run the version that made it, or name another database.",
        )


def _upgrade(engine: Engine) -> None:
    """Alone: the transaction begins with the lock (SQLite: IMMEDIATE), and by then another may have done it all."""
    with engine.begin() as connection:
        if not is_sqlite(engine):
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        found = database_version(connection)
        refuse_newer(found)
        if found is None:
            _refuse_tables_of_others(connection)
        if found != HEAD:
            _run_scripts(connection)


def _refuse_tables_of_others(connection: Connection) -> None:
    if not METADATA.tables.keys().isdisjoint(inspect(connection).get_table_names()):
        raise DatabaseRefused(
            "The database holds tables by our names that this program did not make.",
            remedy="Name an empty database.",
        )


def _run_scripts(connection: Connection) -> None:
    # Only a database that is behind pays for this import.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)


@contextmanager
def _saying_what_is_not_allowed() -> Iterator[None]:
    """What a new PostgreSQL most often answers: its user may connect and make no tables."""
    try:
        yield
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) not in _NOT_ALLOWED:
            raise
        raise DatabaseRefused(
            "The database does not let its user make tables.",
            remedy="Make that user the owner of the database, or grant it CREATE on the schema.",
        ) from None
