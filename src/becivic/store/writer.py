"""The one thread that writes: it drains a queue and commits in groups, and answers only what is durable.

Knows connections and jobs, not what the jobs do. A job may run twice, so it must have no effect outside the database.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final, cast

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, Engine

from becivic.store.engine import discard
from becivic.store.failures import StoreUnavailable, collided, unavailable
from becivic.store.same_file import DatabaseFileChanged, SameFile

GROUP: Final = 256
"""Jobs in one transaction at most."""

WAITING: Final = 10_000
"""Jobs that may wait; beyond that it is kinder to say so at once."""

PROBE_EVERY: Final = 5.0
"""Seconds between two tries to write where writes fail and nobody else tries."""

ATTEMPTS: Final = 3
"""How often a job is tried alone when its transaction collides with another's."""

Waiter = tuple[asyncio.AbstractEventLoop, "asyncio.Future[Any]"] | Future[Any] | None
"""Who is told: a coroutine, a thread, or nobody."""

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Task:
    job: Callable[[Connection], Any]
    waiter: Waiter


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a job came to; an error wins."""

    value: Any = None
    error: BaseException | None = None


class _WentOn(RuntimeError):
    """A job swallowed an error that had already undone its transaction: its COMMIT would store nothing."""


class Writer:
    """Takes jobs from any thread; runs them in order on a connection of its own."""

    def __init__(
        self,
        engine: Engine,
        file: SameFile | None = None,
        probe: Callable[[Connection], object] | None = None,
    ) -> None:
        """`probe` is a write that leaves nothing: run while writes fail, to see when they no longer do."""
        self._engine: Final = engine
        self._file: Final = file or SameFile(engine)
        self._tasks: Final[deque[_Task]] = deque()
        self._changed: Final = threading.Condition()
        self._probe: Final = probe
        self._closed = False
        self.failure: StoreUnavailable | None = None
        """Why the last transaction could not be stored; None where it was."""
        self._connection: Connection | None = None
        self.commits = 0
        """How many transactions are durable by now: whoever remembers what it read sees by it that there is news."""
        self._thread: Final = threading.Thread(target=self._run, name="becivic-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        return len(self._tasks)

    def submit(self, job: Callable[[Connection], Any], waiter: Waiter) -> None:
        with self._changed:
            if self._closed:
                raise StoreUnavailable("The store is closed.", remedy="Start the service again.")
            if len(self._tasks) >= WAITING:
                raise StoreUnavailable("Too much waits to be stored.", remedy="Try again in a moment.")
            self._tasks.append(_Task(job, waiter))
            self._changed.notify()

    def is_this_thread(self) -> bool:
        return threading.current_thread() is self._thread

    def close(self) -> None:
        """Do what waits, then stop."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while (group := self._next_group()) is not None:
            if group:
                _answer(group, self._outcomes(group))
            elif self._probe is not None:
                self._outcomes([_Task(self._probe, None)])
        self._drop_connection()

    def _next_group(self) -> list[_Task] | None:
        """Empty where writes fail and nobody has come for a while, None when closed and done."""
        with self._changed:
            while not self._tasks:
                if self._closed:
                    return None
                if not self._changed.wait(PROBE_EVERY if self.failure else None):
                    return []
            return [self._tasks.popleft() for _ in range(min(GROUP, len(self._tasks)))]

    def _outcomes(self, group: Sequence[_Task]) -> list[_Outcome]:
        try:
            return [_Outcome(value) for value in self._commit(group)]
        except BaseException as error:  # noqa: BLE001  the thread outlives every job
            if self._lost(error):
                return [_failed(error) for _ in group]
            if len(group) == 1 and not collided(error):
                return [_failed(error)]
        return self._one_by_one(group)

    def _one_by_one(self, group: Sequence[_Task]) -> list[_Outcome]:
        """Each in a transaction of its own, so that only the failing ones fail; none is tried on a lost database."""
        outcomes: list[_Outcome] = []
        for task in group:
            try:
                outcomes.append(self._alone(task))
            except BaseException as error:  # noqa: BLE001  the thread outlives every job
                outcomes.append(_failed(error))
                if self._lost(error):
                    return outcomes + [_failed(error) for _ in group[len(outcomes) :]]
        return outcomes

    def _alone(self, task: _Task) -> _Outcome:
        for _ in range(ATTEMPTS - 1):
            try:
                return _Outcome(*self._commit([task]))
            except Exception as error:
                if not collided(error):
                    raise
        return _Outcome(*self._commit([task]))

    def _commit(self, group: Sequence[_Task]) -> list[Any]:
        """The group's values once they are durable; on any error nothing of it is stored where anybody will find it."""
        self._file.refuse_another()
        if self._connection is None or self._connection.closed:
            self._connection = self._engine.connect()
        with self._connection.begin():
            values = [task.job(self._connection) for task in group]
            _refuse_an_undone_transaction(self._connection)
        self._file.refuse_another()  # it may have gone meanwhile, and nobody is told of what went with it
        self.commits += 1
        if self.failure is not None:
            self.failure = None
            _log.info("Writes are stored again.")
        return values

    def _lost(self, error: BaseException) -> bool:
        """Whether the database is what failed; then the next group connects anew."""
        if collided(error):
            return False
        said = unavailable(error)
        if said is None:
            return False
        is_new, self.failure = self.failure is None, said
        if not isinstance(error, DatabaseFileChanged):  # which logs itself
            self._drop_connection()
            if is_new:
                _log.error("Writes fail: %s", said)
        return True

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            discard(connection)


def _refuse_an_undone_transaction(connection: Connection) -> None:
    """PostgreSQL answers COMMIT after a swallowed error with a quiet rollback; SQLite may be out of it already."""
    driver = connection.connection.driver_connection
    if isinstance(driver, sqlite3.Connection):
        undone = not driver.in_transaction
    else:
        undone = cast("psycopg.Connection", driver).info.transaction_status == TransactionStatus.INERROR
    if undone:
        raise _WentOn("A job went on after the database refused a statement; it needs a savepoint there.")


def _failed(error: BaseException) -> _Outcome:
    """A fresh error for each waiter where the database failed; a job's own error as it is."""
    if said := unavailable(error):
        return _Outcome(error=said)
    if isinstance(error, StopIteration):  # a coroutine cannot be told this one
        return _Outcome(error=RuntimeError("A job raised StopIteration."))
    return _Outcome(error=error)


def _answer(group: Sequence[_Task], outcomes: Sequence[_Outcome]) -> None:
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], _Outcome]]] = {}
    for task, outcome in zip(group, outcomes, strict=True):
        if isinstance(task.waiter, Future):
            _tell(task.waiter, outcome)
        elif task.waiter is not None:
            loop, future = task.waiter
            loops.setdefault(loop, []).append((future, outcome))
        elif outcome.error is not None:
            _log.error("A write that nobody waits for failed: %s", type(outcome.error).__name__)
    for loop, answers in loops.items():
        try:
            loop.call_soon_threadsafe(_tell_all, answers)
        except RuntimeError:  # the loop is gone, and everybody who waited on it
            _log.warning("%d writes were stored or refused after their event loop had closed.", len(answers))


def _tell_all(answers: Sequence[tuple[asyncio.Future[Any], _Outcome]]) -> None:
    for future, outcome in answers:
        if not future.done():
            _tell(future, outcome)


def _tell(future: asyncio.Future[Any] | Future[Any], outcome: _Outcome) -> None:
    if outcome.error is not None:
        future.set_exception(outcome.error)
    else:
        future.set_result(outcome.value)
