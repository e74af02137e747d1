"""A connection to PostgreSQL: durable whatever the server's settings, and bounded except for long work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import OperationalError

from becivic.store import postgresql
from becivic.store.engine import open_engine, open_reader
from becivic.store.failures import unavailable
from becivic.store.migrate import migrate
from becivic.store.postgresql import BoundedConnection, connect_arguments, unhurried
from becivic.store.transfer import export_to, import_from
from becivic.store.writer import Writer
from tests.factories.databases import Databases
from tests.factories.homes import NOON
from tests.factories.writing import now


def test_a_server_that_answers_before_its_disk_is_told_not_to(databases: Databases) -> None:
    with databases.fresh("postgresql") as url:
        _set_for_all(url, "synchronous_commit = off")
        assert _shown(url, "synchronous_commit") == "on"
        _set_for_all(url, "synchronous_commit = remote_apply")
        assert _shown(url, "synchronous_commit") == "remote_apply"


def test_a_connection_says_whose_it_is_unless_the_address_does(databases: Databases) -> None:
    with databases.fresh("postgresql") as url:
        assert _shown(url, "application_name") == "becivic"
        assert _shown(f"{url}&application_name=replica-2", "application_name") == "replica-2"


@pytest.fixture
def server(databases: Databases) -> Iterator[Engine]:
    with databases.fresh("postgresql") as url:
        yield open_engine(url)


def test_a_server_is_waited_for_only_so_long(server: Engine) -> None:
    writer = Writer(server)
    waiting = {"reader": _bounds(open_reader(server)), "writer": now(writer, _bounds)}
    writer.close()
    assert set(waiting.values()) == {("8s", 10.0)}
    arguments = dict(connect_arguments(server.url))
    assert (arguments["connect_timeout"], arguments["tcp_user_timeout"]) == (5, 10_000)
    assert "connect_timeout" not in connect_arguments(server.url.update_query_dict({"connect_timeout": "1"}))


def test_work_that_takes_as_long_as_it_takes_is_not_cut_off(
    server: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "SILENT_SECONDS", 0.01)
    with unhurried(server).connect() as connection:
        assert _bounds(connection) == ("0", None)
        connection.exec_driver_sql("SELECT pg_sleep(0.1)")
    with server.connect() as connection:
        assert _bounds(connection)[0] == "8s"


def test_migrations_exports_and_imports_are_such_work(databases: Databases, tmp_path: Path) -> None:
    seen: list[tuple[object, object]] = []

    def watched(engine: Engine) -> Engine:
        event.listen(engine, "commit", lambda connection: seen.append(_bounds(connection)))
        event.listen(engine, "rollback", lambda connection: seen.append(_bounds(connection)))
        return engine

    with databases.fresh("postgresql") as url:
        engine = watched(open_engine(url))
        export_to(engine, tmp_path / "a", NOON, lambda *_: None)
        assert seen == [("0", None)]
        seen.clear()
        import_from(engine, tmp_path / "a", lambda *_: None)
        assert seen[-1] == ("0", None)
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        migrate(engine)
        assert seen[-1] == ("0", None)


def test_a_server_that_says_nothing_is_given_up_and_the_connection_with_it(server: Engine) -> None:
    with server.connect() as connection:
        driver = connection.connection.driver_connection
        assert isinstance(driver, BoundedConnection)
        driver.silent_seconds = 0.01
        with pytest.raises(OperationalError, match="says nothing") as failed:
            connection.exec_driver_sql("SELECT pg_sleep(600)")
        assert unavailable(failed.value)
        assert driver.closed
        assert connection.invalidated


def _bounds(connection: Connection) -> tuple[object, float | None]:
    driver = connection.connection.driver_connection
    assert isinstance(driver, BoundedConnection)
    shown = driver.execute("SHOW statement_timeout").fetchone()
    assert shown is not None
    return shown[0], driver.silent_seconds


def _set_for_all(url: str, setting: str) -> None:
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f'ALTER DATABASE "{connection.info.dbname}" SET {setting}'.encode())


def _shown(url: str, setting: str) -> object:
    with open_engine(url).connect() as connection:
        return connection.execute(text(f"SHOW {setting}")).scalar()
