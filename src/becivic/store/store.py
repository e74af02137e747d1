"""The store as everybody uses it: jobs that read, jobs that write, and an answer only once it is durable."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine

from becivic.store.engine import discard, is_sqlite, open_engine, open_reader, reading_engine
from becivic.store.failures import StoreUnavailable, saying_unavailable, unavailable
from becivic.store.migrate import migrate
from becivic.store.read_queue import ReadQueue
from becivic.store.same_file import SameFile
from becivic.store.watched import forget, remember
from becivic.store.writer import Writer

__all__ = ["Job", "Store", "StoreUnavailable", "open_store"]

T = TypeVar("T")
Job = Callable[[Connection], T]
"""May be run twice, so it has no effect outside the database."""

READERS: Final = 8
"""Threads that read for coroutines where a server has the records; for a file one is enough."""

CHECKPOINT_MILLISECONDS: Final = 500
"""How long emptying the log waits for whoever is reading: who writes waits as long behind it."""

_PROBE: Final = "write-probe"
_PROBE_BYTES: Final = 64 * 1024
"""More than a submission takes, so that what a full disk has left over does not count as room."""


class Store:
    """One writer thread; readers each on a connection of their own while they read."""

    def __init__(self, engine: Engine) -> None:
        self.engine: Final = engine
        self._readers: Final = reading_engine(engine)
        self._file: Final = SameFile(engine)
        self._writer: Final = Writer(engine, self._file, _probe)
        self._queue: Final = ReadQueue(lambda job: self.read(job))  # noqa: PLW0108  looked up when it is called
        self._idle: Final[deque[Connection]] = deque()
        self._threads: Final = (
            None if is_sqlite(engine) else ThreadPoolExecutor(READERS, thread_name_prefix="becivic-reader")
        )
        self._closed = False
        self.misses = 0
        """How often somebody could not read: whatever was made instead is not to be kept."""

    @property
    def writes(self) -> int:
        """Grows with everything this process has stored, before anybody is told that it is."""
        return self._writer.commits

    @property
    def waiting(self) -> int:
        """How much waits to be stored."""
        return self._writer.waiting

    @property
    def is_writable(self) -> bool:
        """False after a write failed for want of the database, until one succeeds: a caller's, or the writer's own probe."""
        return self._writer.failure is None

    def read(self, job: Job[T]) -> T:
        """Statements that each see what is committed when they run. A lost connection is tried once more, anew."""
        try:
            return self._read(job)
        except StoreUnavailable:
            self.misses += 1
            raise

    def _read(self, job: Job[T]) -> T:
        while True:
            connection, is_new = self._reader()
            try:
                value = job(connection)
            except BaseException as error:
                said = unavailable(error)
                if said is None:
                    connection.rollback()
                    self._give_back(connection)
                    raise
                discard(connection)
                if is_new:
                    raise said from None
            else:
                self._give_back(connection)
                return value

    def write(self, job: Job[T]) -> T:
        """Its value once it is durable. Waits, so not for coroutines."""
        if self._writer.is_this_thread():
            raise RuntimeError("A job cannot wait for another write: it would wait for itself.")
        answer: Future[T] = Future()
        self._writer.submit(job, answer)
        return answer.result()

    async def reading(self, job: Job[T]) -> T:
        """In a thread, since the file may be locked, damaged or on a disk that hangs."""
        if self._threads is None:
            return await self._queue.run(job)
        if self._closed:
            return self.read(job)
        return await asyncio.get_running_loop().run_in_executor(self._threads, self.read, job)

    async def writing(self, job: Job[T]) -> T:
        """Its value once it is durable. It is written even when the one who waits is cancelled."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._writer.submit(job, (loop, answer))
        return await answer

    def write_soon(self, job: Job[object]) -> None:
        """Nobody waits for it; a failure is logged."""
        self._writer.submit(job, None)

    def checkpoint(self) -> bool:
        """Empty SQLite's write-ahead log, where deleted words and salts still stand; whether that came about.

        Who reads or writes at that moment goes first. A server sees to its own log.
        """
        if not is_sqlite(self.engine):
            return True
        self._refuse_if_useless()
        with saying_unavailable(), self.engine.connect() as plain:
            connection = plain.execution_options(isolation_level="AUTOCOMMIT")
            connection.exec_driver_sql(f"PRAGMA busy_timeout={CHECKPOINT_MILLISECONDS}")
            (busy, _, _) = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        return not busy

    def rewritten(self) -> None:
        """The file was written anew by us (VACUUM), and may be smaller than before."""
        self._file.accept_size()

    def close(self) -> None:
        """Write what waits, then let go of the database. Whoever still reads finishes."""
        self._closed = True
        self._writer.close()
        self._queue.close()
        if self._threads is not None:
            self._threads.shutdown()
        self._close_idle()

    def _reader(self) -> tuple[Connection, bool]:
        """A connection nobody is using, and whether it was made for this."""
        self._refuse_if_useless()
        try:
            return self._idle.pop(), False
        except IndexError:
            with saying_unavailable():
                return open_reader(self._readers), True

    def _refuse_if_useless(self) -> None:
        if self._closed:
            raise StoreUnavailable("The store is closed.", remedy="Start the service again.")
        self._file.refuse_another()

    def _give_back(self, connection: Connection) -> None:
        self._idle.append(connection)
        if self._closed:
            self._close_idle()

    def _close_idle(self) -> None:
        with suppress(IndexError):
            while True:
                self._idle.pop().close()


def open_store(url: str) -> Store:
    """The database at its newest version, ready to be used."""
    engine = open_engine(url)
    with saying_unavailable():
        migrate(engine)
    return Store(engine)


def _probe(connection: Connection) -> None:
    """Whether a write is possible again: leaves nothing, and takes about as much room as a submission."""
    remember(connection, _PROBE, "-" * _PROBE_BYTES)
    forget(connection, _PROBE)
