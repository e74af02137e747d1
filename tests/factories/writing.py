"""A writer and its jobs, for tests that say exactly which of them wait together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Connection, Engine, bindparam, insert, select

from becivic.store.engine import open_engine
from becivic.store.prepared import Prepared
from becivic.store.tables.keeping import LEASES
from becivic.store.writer import Writer

Work = Callable[[Connection], Any]
ADD: Final = Prepared(insert(LEASES).values(name=bindparam("name"), holder="x", until="then"))
WAIT: Final = 60.0


class Broken(Exception):
    """What a job of these tests fails with."""


def adding(name: str) -> Work:
    return lambda connection: ADD.run(connection, name=name)


def breaking(_: Connection) -> None:
    raise Broken


def stored_names(engine: Engine) -> set[str]:
    with engine.connect() as connection:
        return set(connection.execute(select(LEASES.c.name)).scalars())


def soon(writer: Writer, job: Work) -> Future[Any]:
    answer: Future[Any] = Future()
    writer.submit(job, answer)
    return answer


def now(writer: Writer, job: Work) -> Any:
    return soon(writer, job).result(WAIT)


@contextmanager
def held_up(writer: Writer) -> Iterator[None]:
    """What is submitted meanwhile waits together."""
    started, go_on = threading.Event(), threading.Event()

    def job(_: Connection) -> None:
        started.set()
        assert go_on.wait(WAIT)

    held = soon(writer, job)
    assert started.wait(WAIT)
    yield
    go_on.set()
    held.result(WAIT)


def together(writer: Writer, *jobs: Work) -> list[Future[Any]]:
    """Their answers, done in one group."""
    with held_up(writer):
        answers = [soon(writer, job) for job in jobs]
    for answer in answers:
        answer.exception(WAIT)
    return answers


@contextmanager
def writing(url: str) -> Iterator[Writer]:
    writer = Writer(open_engine(url))
    yield writer
    writer.close()
