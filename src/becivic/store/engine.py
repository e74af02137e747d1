"""How a database is opened: durable, strict and private on SQLite, bounded on PostgreSQL.

Knows connections and how their transactions begin, no tables.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from becivic.rules.errors import BeCivicError
from becivic.store.failures import StoreUnavailable
from becivic.store.postgresql import bound_connections, connect_arguments
from becivic.store.prepared import raise_as_core_does

BUSY_SECONDS: Final = 10
"""How long a connection waits for another process that writes the same SQLite file."""

READ_SECONDS: Final = 1
"""How long one that only reads waits. In WAL mode no writer holds it up, so something is wrong with the file."""

_PRAGMAS: Final = ("synchronous=FULL", "foreign_keys=ON", "recursive_triggers=ON", "secure_delete=ON")
"""recursive_triggers: OR REPLACE deletes like any other statement, and history refuses it. secure_delete: a destroyed
salt and a text taken back are overwritten, not only unlinked."""
_SWITCHES: Final = 10
_BEGIN: Final = "sqlite_begin"
_IN_MEMORY: Final = (None, "", ":memory:")


class DatabaseRefused(BeCivicError):
    """A database address that cannot be used. The message never repeats it: it may hold a password."""


def open_engine(url: str) -> Engine:
    """Connections are opened when asked for and closed when given back: the store keeps the ones it needs.

    A transaction on SQLite begins with BEGIN IMMEDIATE, so that it never fails half-way for want of the lock.
    """
    address = _address(url)
    return _sqlite(address) if _is_a_file(address) else _postgresql(address)


def reading_engine(engine: Engine) -> Engine:
    """The same database for readers: a file that is no database in WAL mode is refused, and never switched to it."""
    if not is_sqlite(engine):
        return engine
    readers = _file_engine(engine.url, READ_SECONDS)
    event.listen(readers, "connect", _refuse_without_wal)
    return readers


def open_reader(engine: Engine) -> Connection:
    """A connection that reads each statement on its own and cannot write."""
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    read_only = "PRAGMA query_only=ON" if is_sqlite(engine) else "SET default_transaction_read_only = on"
    connection.exec_driver_sql(read_only)
    return connection


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """One moment of the whole database, held while others go on writing."""
    with engine.connect() as plain:
        options: dict[str, Any] = (
            {_BEGIN: "DEFERRED"} if is_sqlite(engine) else {"isolation_level": "REPEATABLE READ"}
        )
        yield plain.execution_options(**options)


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database, which need not be there; None where a server has the records."""
    address = _address(url)
    return Path(address.database or "") if _is_a_file(address) else None


def database_files(engine: Engine) -> tuple[Path, ...]:
    """The file of an SQLite database and what SQLite keeps beside it; nothing where a server has them."""
    name = engine.url.database
    if not is_sqlite(engine) or name is None:
        return ()
    return tuple(Path(f"{Path(name).resolve()}{ending}") for ending in ("", "-wal", "-shm", "-journal"))


def discard(connection: Connection) -> None:
    """Let go of a connection that is not to be trusted again, in whatever state it is."""
    if not connection.closed:
        connection.invalidate()
        connection.close()


def is_sqlite(engine: Engine) -> bool:
    return engine.dialect.name == "sqlite"


def _address(url: str) -> URL:
    try:
        address = make_url(url)
        known = address.drivername in ("sqlite", "sqlite+pysqlite", "postgresql+psycopg")
    except (SQLAlchemyError, ValueError):
        known = False
    if not known:
        raise DatabaseRefused(
            "The database address cannot be read.",
            remedy="Use postgresql+psycopg://USER:PASSWORD@HOST/NAME, or sqlite:///PATH.",
        ) from None
    return address


def _is_a_file(address: URL) -> bool:
    return address.get_backend_name() == "sqlite"


def _sqlite(address: URL) -> Engine:
    if address.database in _IN_MEMORY:
        raise DatabaseRefused(
            "A database in memory would lose every record.",
            remedy="Name a file, like sqlite:///var/becivic.db.",
        )
    _make_private(Path(address.database or ""))
    engine = _file_engine(address, BUSY_SECONDS)
    event.listen(engine, "connect", _set_pragmas)
    event.listen(engine, "begin", _begin)
    return engine


def _file_engine(address: URL, busy_seconds: int) -> Engine:
    return create_engine(
        address,
        paramstyle="named",
        poolclass=NullPool,
        hide_parameters=True,
        connect_args={"timeout": busy_seconds, "isolation_level": None, "check_same_thread": False},
    )


def _postgresql(address: URL) -> Engine:
    arguments = connect_arguments(address)
    engine = create_engine(address, poolclass=NullPool, hide_parameters=True, connect_args=arguments)
    bound_connections(engine)
    return engine


def _make_private(file: Path) -> None:
    """SQLite gives the files beside it the mode of the database itself.

    A file that exists is not opened here: closing it again would drop the locks of SQLite's own connections.
    """
    try:
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600))
    except OSError as error:
        raise DatabaseRefused(
            f"The database file cannot be opened: {error.strerror}.",
            remedy="Check that its folder exists and that this account may write there.",
            where=str(file),
        ) from None


def _set_pragmas(driver: sqlite3.Connection, _record: object) -> None:
    _switch_to_wal(driver)
    for pragma in _PRAGMAS:
        driver.execute(f"PRAGMA {pragma}")


def _is_in_wal(driver: sqlite3.Connection) -> bool:
    (mode,) = driver.execute("PRAGMA journal_mode").fetchone()
    return bool(mode == "wal")


def _refuse_without_wal(driver: sqlite3.Connection, _record: object) -> None:
    """Switching takes a lock that those who have the file open never give: it would wait for minutes."""
    try:
        is_ours = _is_in_wal(driver)
    except sqlite3.Error:
        driver.close()
        raise
    if not is_ours:
        driver.close()
        raise StoreUnavailable(
            "The database file is damaged, or is none (it has no write-ahead log).",
            remedy="Stop the service, keep the file, and restore a backup; `becivic doctor` says more.",
        )


def _switch_to_wal(driver: sqlite3.Connection, tries: int = _SWITCHES) -> None:
    """A new file is switched once, and who comes at that very moment is refused at once instead of waiting."""
    try:
        driver.execute("PRAGMA journal_mode=WAL")
    except sqlite3.OperationalError:
        if tries == 0:
            raise
        driver.execute("BEGIN IMMEDIATE")  # this waits for whoever has the lock
        driver.execute("ROLLBACK")
        _switch_to_wal(driver, tries - 1)


def _begin(connection: Connection) -> None:
    """The driver begins nothing by itself (isolation_level None), so that the kind of transaction is ours to say."""
    options = connection.get_execution_options()
    if options.get("isolation_level") != "AUTOCOMMIT":
        text = f"BEGIN {options.get(_BEGIN, 'IMMEDIATE')}"
        driver: Any = connection.connection.driver_connection  # as Prepared does: it is run for every group
        try:
            driver.execute(text)
        except sqlite3.Error as error:
            raise_as_core_does(connection, text, error)
