"""The database: it answers, is whole, and is at the version that this program knows. What each kind needs is beside it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

import psycopg
from sqlalchemy import Connection, inspect
from sqlalchemy.exc import SQLAlchemyError

from becivic.config import Settings
from becivic.doctor import postgresql, sqlite_file
from becivic.doctor.finding import Code, Finding, NotLookedAt, broken, look
from becivic.doctor.patient import Patient
from becivic.publishing.halves import has_begun
from becivic.rules.errors import BeCivicError
from becivic.store import engine
from becivic.store.failures import unavailable
from becivic.store.looking import looking
from becivic.store.migrate import HEAD, VERSION_TABLE, VERSIONS, database_version
from becivic.store.tables import METADATA

ANSWERS: Final = broken(
    "DB-01",
    "answer",
    "The database is gone, empty or damaged. Nothing can be read or taken in.",
    "becivic restore BACKUP --home NEW",
)
BEHIND: Final = look(
    "DB-02",
    "schema version",
    "The database is older than this program. The next start brings it up to date, and nothing takes it back: keep a copy,"
    " made while no server runs. `becivic backup` reads the newest version alone.",
    "tar -cf COPY FILE* && becivic serve",
    otherwise=f"pg_dump {postgresql.SERVER} --file COPY NAME && becivic serve",
)
NEWER: Final = broken(
    "DB-03",
    "origin",
    "The database was made by a newer version of this program, or by another program.",
    "git -C CLONE pull && make install -C CLONE",
)
TABLES: Final = broken(
    "DB-04",
    "tables",
    "Tables or columns are missing that a database of this version has.",
    "becivic restore BACKUP --home NEW",
)
CODES: Final[tuple[Code, ...]] = (ANSWERS, BEHIND, NEWER, TABLES, *sqlite_file.CODES, *postgresql.CODES)


def examine(patient: Patient) -> Iterator[Finding]:
    settings = patient.known
    file = engine.sqlite_file(settings.database_url)
    if file is not None and not file.exists():
        if not has_begun(settings.home, settings.key_file):
            raise NotLookedAt("there are no records yet")
        yield ANSWERS.bad("it is gone, and the home is not new", file)
        return
    where = str(file) if file is not None else postgresql.WHERE
    try:
        with looking(settings.database_url) as connection:
            yield from _opened(patient, connection, where)
    except (SQLAlchemyError, OSError, BeCivicError) as error:
        if file is None:
            yield postgresql.silent(settings.database_url, _said(error))
        else:
            yield ANSWERS.bad(_said(error), where)


def _opened(patient: Patient, connection: Connection, where: str) -> Iterator[Finding]:
    settings = patient.known
    file = engine.sqlite_file(settings.database_url)
    began = time.monotonic()
    connection.exec_driver_sql("SELECT 1").all()
    took = timedelta(seconds=time.monotonic() - began)
    found = database_version(connection)
    is_empty = found is None and _ours(connection).isdisjoint(METADATA.tables)
    if is_empty and has_begun(settings.home, settings.key_file):
        yield ANSWERS.bad("it is empty, and the home is not new", where)
    else:
        yield ANSWERS.fine(f"{connection.dialect.name} answers", where)
        if is_empty:
            yield BEHIND.fine("it is empty: the first start fills it", where)
        else:
            yield from _version(patient, connection, found, where)
    if file is None:
        yield from postgresql.examine(patient, connection, took)
    elif not is_empty:
        yield from sqlite_file.examine(patient, connection, file)


def _said(error: Exception) -> str:
    """Never a driver's own words: they can hold an address with its password."""
    if isinstance(error, BeCivicError):
        return error.message
    if isinstance(getattr(error, "orig", None), psycopg.Error) and (known := unavailable(error)):
        return f"{known.message} {known.remedy}"  # as a start says it
    cause = getattr(error, "orig", None) or error
    name = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return f"it cannot be read ({name or type(cause).__name__})"


def _version(patient: Patient, connection: Connection, found: str | None, where: str) -> Iterator[Finding]:
    if found is None:
        yield TABLES.bad(f"{VERSION_TABLE} is missing, which says of what version it is", where)
    elif found not in VERSIONS:
        yield NEWER.bad(f"it is at version {found}, and this program knows {HEAD}", where)
    elif found != HEAD:
        yield _behind(patient.known, f"it is at version {found}, and this program at {HEAD}", where)
    else:
        yield BEHIND.fine(f"version {HEAD}, as the program's")
        yield _tables(connection, where)


def _behind(settings: Settings, told: str, where: str) -> Finding:
    """The copy is put beside the home, named after the version that comes."""
    copy = settings.home.absolute().with_name(f"{settings.home.absolute().name}-before-{HEAD}")
    file = engine.sqlite_file(settings.database_url)
    if file is not None:
        return BEHIND.bad(told, where, FILE=file, COPY=f"{copy}.tar")
    return BEHIND.bad_otherwise(told, where, COPY=f"{copy}.sql", **postgresql.server(settings.database_url))


def _ours(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


def _tables(connection: Connection, where: str) -> Finding:
    found = inspect(connection)
    there = _ours(connection)
    missing = sorted(METADATA.tables.keys() - there)
    for name in METADATA.tables.keys() & there:
        columns = {str(column["name"]) for column in found.get_columns(name)}
        missing += sorted(
            f"{name}.{column.name}" for column in METADATA.tables[name].c if column.name not in columns
        )
    if missing:
        return TABLES.bad(f"{', '.join(missing[:3])} {'is' if len(missing) == 1 else 'are'} missing", where)
    return TABLES.fine(f"all {len(METADATA.tables)} are there")
