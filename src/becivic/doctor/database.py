"""The database: it answers, is whole, and is at the version that this program knows. What each kind needs is beside it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import SQLAlchemyError

from becivic.doctor import postgresql, sqlite_file
from becivic.doctor.finding import Code, Finding, NotLookedAt, broken, look
from becivic.doctor.patient import Patient
from becivic.rules.errors import BeCivicError
from becivic.store import engine
from becivic.store.looking import looking
from becivic.store.migrate import HEAD, VERSIONS, database_version
from becivic.store.tables import METADATA

ANSWERS: Final = broken(
    "DB-01",
    "answer",
    "The database cannot be opened, or does not answer. Nothing can be read or taken in.",
    "becivic restore BACKUP --home NEW",
)
BEHIND: Final = look(
    "DB-02",
    "schema version",
    "The database is older than this program. The next start brings it up to date; take a backup before.",
    "becivic backup BACKUP && becivic serve",
)
NEWER: Final = broken(
    "DB-03",
    "origin",
    "The database was made by a newer version of this program, or by another program.",
    "git pull && make install",
)
TABLES: Final = broken(
    "DB-04",
    "tables",
    "Tables or columns are missing although the database says that it is up to date.",
    "becivic restore BACKUP --home NEW",
)
CODES: Final[tuple[Code, ...]] = (ANSWERS, BEHIND, NEWER, TABLES, *sqlite_file.CODES, *postgresql.CODES)


def examine(patient: Patient) -> Iterator[Finding]:
    settings = patient.known
    file = engine.sqlite_file(settings.database_url)
    if file is not None and not file.exists():
        raise NotLookedAt("there are no records yet")
    where = str(file) if file is not None else "BECIVIC_DATABASE_URL"
    try:
        with looking(settings.database_url) as connection:
            began = time.monotonic()
            connection.exec_driver_sql("SELECT 1").all()
            took = timedelta(seconds=time.monotonic() - began)
            yield ANSWERS.fine(f"{connection.dialect.name} answers", where)
            yield from _version(connection, where)
            if file is None:
                yield from postgresql.examine(patient, connection, took)
            else:
                yield from sqlite_file.examine(patient, connection, file)
    except (SQLAlchemyError, OSError, BeCivicError) as error:
        yield ANSWERS.bad(_said(error), where)


def _said(error: Exception) -> str:
    """Never a driver's own words: they can hold an address with its password."""
    if isinstance(error, BeCivicError):
        return error.message
    cause = getattr(error, "orig", None) or error
    name = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return f"it cannot be read ({name or type(cause).__name__})"


def _version(connection: Connection, where: str) -> Iterator[Finding]:
    found = database_version(connection)
    if found is not None and found not in VERSIONS:
        yield NEWER.bad(f"it is at version {found}, and this program knows {HEAD}", where)
    elif found != HEAD:
        yield BEHIND.bad(f"it is at version {found or 'none'}, and this program at {HEAD}", where)
    else:
        yield BEHIND.fine(f"version {HEAD}, as the program's")
        yield _tables(connection, where)


def _tables(connection: Connection, where: str) -> Finding:
    found = inspect(connection)
    there = set(found.get_table_names())
    missing = sorted(METADATA.tables.keys() - there)
    for name in METADATA.tables.keys() & there:
        columns = {str(column["name"]) for column in found.get_columns(name)}
        missing += sorted(
            f"{name}.{column.name}" for column in METADATA.tables[name].c if column.name not in columns
        )
    if missing:
        return TABLES.bad(f"{', '.join(missing[:3])} {'is' if len(missing) == 1 else 'are'} missing", where)
    return TABLES.fine(f"all {len(METADATA.tables)} are there")
