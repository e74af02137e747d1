from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, insert
from sqlalchemy.exc import IntegrityError

from becivic.store import writer as writers
from becivic.store.engine import open_engine
from becivic.store.failures import StoreUnavailable
from becivic.store.tables.keeping import LEASES
from becivic.store.writer import GROUP, Waiter, Writer
from tests.factories.databases import Databases
from tests.factories.writing import (
    ADD,
    WAIT,
    Broken,
    Work,
    adding,
    breaking,
    held_up,
    now,
    soon,
    stored_names,
    together,
    writing,
)


@pytest.fixture
def engine(database_url: str) -> Engine:
    return open_engine(database_url)


@pytest.fixture
def writer(engine: Engine) -> Iterator[Writer]:
    made = Writer(engine)
    yield made
    made.close()


def _counted(engine: Engine, kind: str) -> list[object]:
    seen: list[object] = []
    event.listen(engine, kind, seen.append)
    return seen


def test_what_waits_together_is_committed_together(engine: Engine, writer: Writer) -> None:
    commits = _counted(engine, "commit")
    with held_up(writer):
        answers = [soon(writer, adding(f"{number}")) for number in range(GROUP + 44)]
    assert {answer.result(WAIT) for answer in answers} == {1}
    assert len(commits) == 1 + 2
    assert len(stored_names(engine)) == GROUP + 44


def test_an_answer_comes_only_after_the_commit(
    engine: Engine, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[Future[Any]] = []
    told: list[tuple[str, bool]] = []
    commit = engine.dialect.do_commit

    def watched(connection: Any) -> None:
        told.append(("before", any(answer.done() for answer in answers)))
        commit(connection)
        told.append(("after", any(answer.done() for answer in answers)))

    with held_up(writer):
        answers += [soon(writer, adding("a")), soon(writer, adding("b"))]
        monkeypatch.setattr(engine.dialect, "do_commit", watched)
    assert [answer.result(WAIT) for answer in answers] == [1, 1]
    assert set(told) == {("before", False), ("after", False)}
    assert stored_names(engine) == {"a", "b"}


def test_only_the_failing_job_of_a_group_fails_and_the_others_run_again(
    engine: Engine, writer: Writer
) -> None:
    runs: list[str] = []

    def noted(name: str) -> Work:
        def job(connection: Connection) -> None:
            runs.append(name)
            ADD.run(connection, name=name)

        return job

    one, broken, taken, two = together(writer, noted("a"), breaking, noted("a"), noted("b"))
    assert isinstance(broken.exception(), Broken)
    assert isinstance(taken.exception(), IntegrityError)
    assert (one.exception(), two.exception()) == (None, None)
    assert runs == ["a", "a", "a", "b"]
    assert stored_names(engine) == {"a", "b"}


def test_a_job_that_fails_alone_is_not_run_again(writer: Writer) -> None:
    runs: list[str] = []

    def broken(_: Connection) -> None:
        runs.append("once")
        raise Broken

    with pytest.raises(Broken):
        now(writer, broken)
    assert runs == ["once"]


def test_nothing_of_a_failed_job_is_stored(engine: Engine, writer: Writer) -> None:
    def half(connection: Connection) -> None:
        ADD.run(connection, name="a")
        connection.execute(insert(LEASES).values(name="b", holder="x", until="then"))
        raise Broken

    with pytest.raises(Broken):
        now(writer, half)
    assert stored_names(engine) == set()


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), GeneratorExit()])
def test_the_thread_outlives_whatever_a_job_raises(
    engine: Engine, writer: Writer, error: BaseException
) -> None:
    def broken(_: Connection) -> None:
        raise error

    first, second = together(writer, broken, adding("a"))
    assert first.exception() is error
    assert second.result() == 1
    assert now(writer, adding("b")) == 1


def test_a_job_that_raises_stop_iteration_is_told_to_a_coroutine_too(writer: Writer) -> None:
    async def scene() -> None:
        with pytest.raises(RuntimeError, match="StopIteration"):
            await _awaited(writer, lambda _: next(iter([])))

    asyncio.run(scene())


def test_a_job_that_closes_its_connection_harms_nobody_after_it(engine: Engine, writer: Writer) -> None:
    with suppress(Exception):
        now(writer, lambda connection: connection.close())
    assert now(writer, adding("a")) == 1
    assert stored_names(engine) == {"a"}


def test_a_swallowed_error_never_counts_as_stored(engine: Engine, writer: Writer) -> None:
    """PostgreSQL would roll back quietly; SQLite undoes the one statement and goes on."""

    def swallowing(connection: Connection) -> None:
        ADD.run(connection, name="a")
        with suppress(IntegrityError):
            ADD.run(connection, name="a")

    if engine.dialect.name == "sqlite":
        now(writer, swallowing)
        assert stored_names(engine) == {"a"}
    else:
        with pytest.raises(RuntimeError, match="savepoint"):
            now(writer, swallowing)
        assert stored_names(engine) == set()


def test_a_transaction_that_the_database_ended_by_itself_never_counts_as_stored(databases: Databases) -> None:
    """SQLite leaves a transaction on some errors, a full disk for one; what follows would be stored piece by piece."""

    def going_on(connection: Connection) -> None:
        ADD.run(connection, name="a")
        with suppress(IntegrityError):
            connection.exec_driver_sql("INSERT OR ROLLBACK INTO leases VALUES ('a', 'x', 'then')")

    with databases.fresh("sqlite") as url, writing(url) as writer:
        with pytest.raises(RuntimeError, match="savepoint"):
            now(writer, going_on)
        assert now(writer, adding("b")) == 1
        assert stored_names(open_engine(url)) == {"b"}


def test_a_failure_that_nobody_waits_for_is_logged_without_its_text(
    writer: Writer, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Connection) -> None:
        raise Broken("what somebody sent")

    writer.submit(broken, None)
    writer.submit(adding("a"), None)
    writer.close()
    assert [(line.levelno, line.getMessage()) for line in caplog.records] == [
        (logging.ERROR, "A write that nobody waits for failed: Broken")
    ]


async def _awaited(writer: Writer, job: Work) -> Any:
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Any] = loop.create_future()
    writer.submit(job, (loop, answer))
    return await answer


def test_a_cancelled_waiter_is_passed_over_and_its_work_is_stored(engine: Engine, writer: Writer) -> None:
    async def scene() -> None:
        with held_up(writer):
            first = asyncio.create_task(_awaited(writer, adding("a")))
            second = asyncio.create_task(_awaited(writer, adding("b")))
            await asyncio.sleep(0)
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
        assert first.cancelled()
        assert await second == 1
        assert await _awaited(writer, adding("c")) == 1

    asyncio.run(scene())
    assert stored_names(engine) == {"a", "b", "c"}


def test_an_event_loop_is_woken_once_for_a_group(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> int:
        woken: list[object] = []
        loop = asyncio.get_running_loop()
        wake = loop.call_soon_threadsafe

        def counted(*arguments: Any, **more: Any) -> Any:
            woken.append(arguments)
            return wake(*arguments, **more)

        with held_up(writer):
            tasks = [asyncio.create_task(_awaited(writer, adding(f"{number}"))) for number in range(100)]
            await asyncio.sleep(0)
            monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        assert await asyncio.gather(*tasks) == [1] * 100
        return len(woken)

    assert asyncio.run(scene()) == 1


def test_a_loop_that_closed_meanwhile_harms_nobody(
    engine: Engine, writer: Writer, caplog: pytest.LogCaptureFixture
) -> None:
    async def leave(job: Work) -> None:
        loop = asyncio.get_running_loop()
        writer.submit(job, (loop, loop.create_future()))

    with held_up(writer):
        asyncio.run(leave(adding("a")))
    assert now(writer, adding("b")) == 1
    assert stored_names(engine) == {"a", "b"}
    assert [line.levelno for line in caplog.records] == [logging.WARNING]


def test_beyond_what_may_wait_the_store_says_so_at_once(
    engine: Engine, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writers, "WAITING", 2)
    with held_up(writer):
        waiting = [soon(writer, adding("a")), soon(writer, adding("b"))]
        with pytest.raises(StoreUnavailable, match="Too much waits"):
            soon(writer, adding("c"))
    assert [answer.result(WAIT) for answer in waiting] == [1, 1]
    assert stored_names(engine) == {"a", "b"}


def test_closing_does_what_waits_and_takes_nothing_more(engine: Engine, writer: Writer) -> None:
    with held_up(writer):
        waiting = [soon(writer, adding(f"{number}")) for number in range(GROUP + 1)]
        closing = threading.Thread(target=writer.close)
        closing.start()
        while not writer._closed:
            threading.Event().wait(0)
        with pytest.raises(StoreUnavailable, match="closed"):
            soon(writer, adding("late"))
    closing.join(WAIT)
    assert all(answer.result(0) == 1 for answer in waiting)
    assert len(stored_names(engine)) == GROUP + 1
    writer.close()


def test_nobody_has_to_wait(engine: Engine, writer: Writer) -> None:
    waiters: list[Waiter] = [None, Future()]
    for number, waiter in enumerate(waiters):
        writer.submit(adding(f"{number}"), waiter)
    writer.close()
    assert stored_names(engine) == {"0", "1"}
