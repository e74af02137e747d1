"""A database opened to be looked at: nothing is made or changed, not even a file that SQLite keeps beside its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, make_url
from sqlalchemy.pool import NullPool

from becivic.store.engine import BUSY_SECONDS, open_engine, open_reader, sqlite_file


@contextmanager
def looking(url: str) -> Iterator[Connection]:
    """Each statement on its own. A file that is not there is an error, not a new database."""
    file = sqlite_file(url)
    engine = _of_server(url) if file is None else _of_file(file)
    try:
        with open_reader(engine) as connection:
            yield connection
    finally:
        engine.dispose()


def _of_server(url: str) -> Engine:
    """In words that can be read whatever encoding the database has: that it is a wrong one must be sayable."""
    asked = make_url(url).update_query_dict({"client_encoding": "utf8"})
    return open_engine(asked.render_as_string(hide_password=False))


def _of_file(file: Path) -> Engine:
    return create_engine(
        "sqlite://", creator=partial(_opened, file), poolclass=NullPool, hide_parameters=True
    )


def _opened(file: Path) -> sqlite3.Connection:
    """Without a log and its index nobody has it open: it is read as it lies there, and neither is made for it."""
    name = f"file:{quote(str(file.resolve()))}?mode=ro"
    if not all(Path(f"{file}{ending}").exists() for ending in ("-wal", "-shm")):
        return _tried(f"{name}&immutable=1")
    try:
        return _tried(
            f"{name}&readonly_shm=1"
        )  # leaves the index of a log that nobody is at work on as it is
    except sqlite3.OperationalError:
        return _tried(name)  # a server is: as any other reader


def _tried(name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        name, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except sqlite3.Error:
        connection.close()
        raise
    return connection
