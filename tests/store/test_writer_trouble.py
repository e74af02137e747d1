"""When the database is lost, locked or contended: who is told what, and what is stored afterwards."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, func, select, text, update

from becivic.store import engine as engines
from becivic.store.engine import open_engine
from becivic.store.failures import StoreUnavailable
from becivic.store.tables.keeping import LEASES
from becivic.store.writer import ATTEMPTS, Writer
from tests.factories.databases import Databases
from tests.factories.writing import (
    ADD,
    WAIT,
    Broken,
    Work,
    adding,
    breaking,
    now,
    soon,
    stored_names,
    together,
    writing,
)


@pytest.fixture
def postgresql(databases: Databases) -> Iterator[str]:
    with databases.fresh("postgresql") as url:
        yield url


def _backend(connection: Connection) -> int:
    return int(connection.execute(select(func.pg_backend_pid())).scalar_one())


def _dying(connection: Connection) -> None:
    connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))


def test_after_a_lost_connection_the_next_group_connects_anew(postgresql: str) -> None:
    with writing(postgresql) as writer, open_engine(postgresql).connect() as other:
        lost = now(writer, _backend)
        other.execute(select(func.pg_terminate_backend(lost)))
        with pytest.raises(StoreUnavailable, match="cannot be used just now"):
            now(writer, adding("a"))
        assert now(writer, adding("b")) == 1
        assert now(writer, _backend) != lost
    assert stored_names(open_engine(postgresql)) == {"b"}


def test_a_connection_lost_in_a_group_is_told_to_all_of_it_each_with_an_error_of_its_own(
    postgresql: str,
) -> None:
    with writing(postgresql) as writer:
        answers = together(writer, adding("a"), _dying, adding("b"))
        errors = [answer.exception() for answer in answers]
        assert [type(error) for error in errors] == [StoreUnavailable] * 3
        assert len({id(error) for error in errors}) == 3
        assert now(writer, adding("c")) == 1
    assert stored_names(open_engine(postgresql)) == {"c"}


def test_a_connection_lost_while_jobs_run_alone_ends_the_group(postgresql: str) -> None:
    runs: list[str] = []
    with writing(postgresql) as writer:
        answers = together(writer, adding("a"), breaking, _dying, lambda _: runs.append("never"))
        errors = [type(answer.exception()) for answer in answers]
        assert errors == [type(None), Broken, StoreUnavailable, StoreUnavailable]
        assert now(writer, adding("b")) == 1
    assert runs == []
    assert stored_names(open_engine(postgresql)) == {"a", "b"}


def test_a_server_out_of_reach_is_unavailable_to_each_group() -> None:
    with writing("postgresql+psycopg://somebody@127.0.0.1:1/name") as writer:
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="cannot be used just now"):
                now(writer, adding("a"))


def test_two_writers_that_deadlock_both_succeed(postgresql: str) -> None:
    """Each holds one row and wants the other's; the one that gives way is run again alone."""
    with psycopg.connect(postgresql.replace("+psycopg", ""), autocommit=True) as admin:
        admin.execute(f'ALTER DATABASE "{admin.info.dbname}" SET deadlock_timeout = 10'.encode())
    both_hold, one_is_done = threading.Barrier(2), threading.Event()
    runs: list[str] = []

    def crossing(first: str, second: str) -> Work:
        def job(connection: Connection) -> None:
            runs.append(first)
            if (
                len(runs) > 2
            ):  # sooner it could take its row back before the other has it, and they would cross again
                assert one_is_done.wait(WAIT)
            connection.execute(_marked(first, by=first))
            if len(runs) <= 2:
                both_hold.wait(WAIT)
            connection.execute(_marked(second, by=first))

        return job

    with writing(postgresql) as one, writing(postgresql) as other:
        now(one, lambda connection: [ADD.run(connection, name=name) for name in "ab"])
        answers = [soon(one, crossing("a", "b")), soon(other, crossing("b", "a"))]
        for answer in answers:
            answer.add_done_callback(lambda _: one_is_done.set())
        assert [answer.result(WAIT) for answer in answers] == [None, None]
    assert len(runs) == 3


def _marked(name: str, by: str) -> Any:
    return update(LEASES).values(holder=by).where(LEASES.c.name == name)


def test_a_job_that_collides_every_time_is_given_up_and_the_others_are_not(postgresql: str) -> None:
    runs: list[str] = []

    def colliding(connection: Connection) -> None:
        runs.append("again")
        connection.execute(text("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$"))

    with writing(postgresql) as writer:
        first, second = together(writer, colliding, adding("a"))
    assert isinstance(first.exception(), StoreUnavailable)
    assert "SQLSTATE 40001" in str(first.exception())
    assert second.result() == 1
    assert len(runs) == 1 + ATTEMPTS


def test_a_job_that_fails_otherwise_after_a_collision_fails_with_that(postgresql: str) -> None:
    runs: list[str] = []

    def job(connection: Connection) -> None:
        runs.append("again")
        if len(runs) > 1:
            raise Broken
        connection.execute(text("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40P01'; END $$"))

    with writing(postgresql) as writer, pytest.raises(Broken):
        now(writer, job)
    assert len(runs) == 2


@pytest.fixture
def sqlite(databases: Databases) -> Iterator[str]:
    with databases.fresh("sqlite") as url:
        yield url


def test_a_file_that_another_keeps_locked_is_unavailable_until_it_lets_go(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0)
    with open_engine(sqlite).connect() as other, writing(sqlite) as writer:
        other.begin()
        answers = _held_off(writer, adding("a"), adding("b"))
        assert [type(answer.exception()) for answer in answers] == [StoreUnavailable] * 2
        assert "SQLITE_BUSY" in str(answers[0].exception())
        other.rollback()
        assert now(writer, adding("c")) == 1
    assert stored_names(open_engine(sqlite)) == {"c"}


def _held_off(writer: Writer, *jobs: Work) -> list[Future[Any]]:
    answers = [soon(writer, job) for job in jobs]
    for answer in answers:
        answer.exception(WAIT)
    return answers


_ANOTHER_PROCESS = """
import sys
from sqlalchemy import insert
from becivic.store.engine import open_engine
from becivic.store.tables.keeping import LEASES
engine = open_engine(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for number in range(100):
    with engine.begin() as connection:
        connection.execute(insert(LEASES).values(name=f"other {number}", holder="x", until="then"))
"""


def test_another_process_may_write_at_the_same_time(database_url: str) -> None:
    command = [sys.executable, "-c", _ANOTHER_PROCESS, database_url]
    pipe = subprocess.PIPE
    with (
        writing(database_url) as writer,
        subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as other,
    ):
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
        assert other.stdin is not None
        other.stdin.write("go\n")
        other.stdin.close()
        for number in range(100):
            assert now(writer, adding(f"own {number}")) == 1
    assert other.returncode == 0
    assert len(stored_names(open_engine(database_url))) == 200
