from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

import pytest
from sqlalchemy import Engine, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from becivic.store.engine import (
    DatabaseRefused,
    _switch_to_wal,
    discard,
    is_sqlite,
    open_engine,
    open_reader,
    snapshot,
    sqlite_file,
)
from becivic.store.tables.keeping import LEASES
from tests.factories.databases import Databases

_SECRET = "s3cr3t-word"


def _lease(name: str) -> dict[str, str]:
    return {"name": name, "holder": "somebody", "until": "2026-01-01T00:00:00.000000Z"}


def _add(engine: Engine, name: str) -> None:
    with engine.begin() as connection:
        connection.execute(insert(LEASES), _lease(name))


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10_000)],
)
def test_every_sqlite_connection_is_durable_strict_and_patient(
    tmp_path: Path, pragma: str, value: object
) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/records.db")
    for _ in range(2):
        with engine.connect() as connection:
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value


def test_a_new_sqlite_file_and_what_lies_beside_it_is_for_this_account_alone(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/records.db")
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE TABLE anything (x)")
        connection.commit()
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert modes == {"records.db": 0o600, "records.db-wal": 0o600, "records.db-shm": 0o600}


def test_opening_a_file_again_leaves_the_locks_of_its_connections_alone(databases: Databases) -> None:
    """Were they dropped, another process would believe itself alone and take the log of what is committed away."""
    other_process = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM leases'); c.close()"
    )
    with databases.fresh("sqlite") as url:
        file = Path(url.removeprefix("sqlite:///"))
        engine = open_engine(url)
        with engine.connect():
            _add(engine, "a")
            open_engine(url)
            subprocess.run([sys.executable, "-c", other_process, file], check=True)
            assert file.with_name(f"{file.name}-wal").exists()


def test_many_may_open_a_new_file_at_the_same_moment(tmp_path: Path) -> None:
    together = threading.Barrier(8)

    def opened(_: int) -> object:
        engine = open_engine(f"sqlite:///{tmp_path}/records.db")
        together.wait(60)
        with engine.connect() as connection:
            return connection.exec_driver_sql("PRAGMA journal_mode").scalar()

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(opened, range(8))) == ["wal"] * 8


class _Refusing(sqlite3.Connection):
    """Another connection switches the file the first few times this one tries."""

    refusals = 0
    statements: ClassVar[list[str]] = []

    def execute(self, sql: str, *_: Any) -> sqlite3.Cursor:
        self.statements.append(sql)
        if sql.startswith("PRAGMA") and self.refusals:
            self.refusals -= 1
            raise sqlite3.OperationalError("database is locked")
        return super().execute(sql)


@pytest.fixture
def refusing() -> Iterator[_Refusing]:
    connection = sqlite3.connect(":memory:", factory=_Refusing)
    connection.statements.clear()
    yield connection
    connection.close()


def test_a_switch_that_is_refused_waits_for_the_lock_and_tries_again(refusing: _Refusing) -> None:
    refusing.refusals = 2
    _switch_to_wal(refusing)
    switch = "PRAGMA journal_mode=WAL"
    waited = ["BEGIN IMMEDIATE", "ROLLBACK"]
    assert refusing.statements == [switch, *waited, switch, *waited, switch]


def test_a_switch_that_is_always_refused_is_given_up(refusing: _Refusing) -> None:
    refusing.refusals = 1_000
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        _switch_to_wal(refusing)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_a_database_in_memory_is_refused(url: str) -> None:
    with pytest.raises(DatabaseRefused, match="memory would lose every record"):
        open_engine(url)


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("sqlite:///var/becivic.db", Path("var/becivic.db")),
        ("sqlite:////srv/becivic.db", Path("/srv/becivic.db")),
        ("postgresql+psycopg://becivic@localhost/becivic", None),
    ],
)
def test_the_file_of_an_address_is_known_without_opening_it(url: str, file: Path | None) -> None:
    assert sqlite_file(url) == file


def test_a_file_in_a_folder_that_is_not_there_is_refused_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(DatabaseRefused, match="No such file or directory") as refused:
        open_engine(f"sqlite:///{tmp_path}/missing/records.db")
    assert refused.value.where == f"{tmp_path}/missing/records.db"


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql+psycopg://somebody:{_SECRET}@host:port/name",
        f"postgresql+psycopg://somebody:{_SECRET}@[::1/name",
        f"mysql://somebody:{_SECRET}@host/name",
        f"postgresql://somebody:{_SECRET}@host/name",
        _SECRET,
    ],
)
def test_an_address_that_cannot_be_used_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(DatabaseRefused) as refused:
        open_engine(url)
    assert _SECRET not in str(refused.value)
    assert refused.value.__suppress_context__


def test_nothing_about_a_server_out_of_reach_shows_the_password() -> None:
    engine = open_engine(f"postgresql+psycopg://somebody:{_SECRET}@127.0.0.1:1/name")
    with pytest.raises(OperationalError) as failed:
        engine.connect()
    assert _SECRET not in f"{failed.value} {failed.value!r} {failed.value.__cause__} {engine} {engine.url}"


def test_a_transaction_on_sqlite_takes_the_lock_when_it_begins(databases: Databases) -> None:
    with databases.fresh("sqlite") as url:
        engine = open_engine(url)
        with engine.connect() as first, engine.connect() as second:
            second.exec_driver_sql("PRAGMA busy_timeout=0")
            second.rollback()
            first.begin()
            with pytest.raises(OperationalError, match="locked"):
                second.begin()


def test_a_reader_cannot_write(database_url: str) -> None:
    engine = open_engine(database_url)
    with open_reader(engine) as reader, pytest.raises(DBAPIError, match=r"read-?only"):
        reader.execute(insert(LEASES), _lease("a"))


def test_a_reader_sees_each_commit_as_it_comes(database_url: str) -> None:
    engine = open_engine(database_url)
    with open_reader(engine) as reader:
        assert reader.execute(select(LEASES.c.name)).all() == []
        _add(engine, "a")
        assert reader.execute(select(LEASES.c.name)).scalars().all() == ["a"]


def test_a_snapshot_stays_at_its_moment_while_others_write(database_url: str) -> None:
    engine = open_engine(database_url)
    with snapshot(engine) as connection:
        assert connection.execute(select(LEASES.c.name)).all() == []
        _add(engine, "a")
        assert connection.execute(select(LEASES.c.name)).all() == []
    with engine.connect() as connection:
        assert connection.execute(select(LEASES.c.name)).scalars().all() == ["a"]


def test_a_discarded_connection_is_closed_in_whatever_state_it_was(database_url: str) -> None:
    engine = open_engine(database_url)
    connection = engine.connect()
    connection.execute(insert(LEASES), _lease("a"))
    for _ in range(2):
        discard(connection)
        assert connection.closed
    with engine.connect() as other:
        assert other.execute(select(LEASES.c.name)).all() == []


def test_errors_do_not_show_parameters(database_url: str) -> None:
    engine = open_engine(database_url)
    _add(engine, "a")
    with pytest.raises(IntegrityError) as refused:
        _add(engine, "a")
    assert "somebody" not in str(refused.value)


def test_the_kind_of_database_is_known_by_its_engine(database_url: str) -> None:
    assert is_sqlite(open_engine(database_url)) is database_url.startswith("sqlite")
