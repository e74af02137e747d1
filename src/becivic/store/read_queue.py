"""Reads for coroutines, in one thread of their own: the event loop never waits for a file.

Drains a queue and answers in groups, as the writer does: handing over one read at a time would cost more than the read.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection

from becivic.store.failures import StoreUnavailable

T = TypeVar("T")
Job = Callable[[Connection], T]

READ_WITHIN: Final = 8.0
"""Seconds after which a coroutine is refused, whatever the file does: as long as a statement may take on a server."""

READS_WAITING: Final = 2_000
"""Reads that may wait; more are refused at once."""

_GROUP: Final = 16


class _Read(NamedTuple):
    job: Job[Any]
    loop: asyncio.AbstractEventLoop
    waiter: asyncio.Future[Any]


class _Outcome(NamedTuple):
    read: _Read
    value: Any
    error: BaseException | None


class ReadQueue:
    """`read` runs one job on a connection; it is called from the one thread alone."""

    def __init__(self, read: Callable[[Job[Any]], Any]) -> None:
        self._read: Final = read
        self._reads: Final[deque[_Read]] = deque()
        self._changed: Final = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None

    async def run(self, job: Job[T]) -> T:
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[T] = loop.create_future()
        self._submit(_Read(job, loop, waiter))
        timer = loop.call_later(READ_WITHIN, _give_up, waiter)
        try:
            return await waiter
        finally:
            timer.cancel()

    def close(self) -> None:
        """What waits is still read. A thread that hangs in the file is left behind: it ends with the process."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(READ_WITHIN)

    def _submit(self, read: _Read) -> None:
        with self._changed:
            if self._closed:
                raise StoreUnavailable("The store is closed.", remedy="Start the service again.")
            if len(self._reads) >= READS_WAITING:
                raise StoreUnavailable("Too much waits to be read.", remedy="Try again in a moment.")
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="becivic-reads", daemon=True)
                self._thread.start()
            self._reads.append(read)
            self._changed.notify()

    def _run(self) -> None:
        while group := self._next_group():
            self._answer(group)

    def _next_group(self) -> list[_Read]:
        """Empty only when closed and done."""
        with self._changed:
            while not self._reads and not self._closed:
                self._changed.wait()
            return [self._reads.popleft() for _ in range(min(_GROUP, len(self._reads)))]

    def _answer(self, group: list[_Read]) -> None:
        """Where one finds the database out of reach, nobody after it waits for the same."""
        outcomes: list[_Outcome] = []
        lost: StoreUnavailable | None = None
        for read in group:
            if lost is None:
                outcome = self._outcome(read)
                lost = outcome.error if isinstance(outcome.error, StoreUnavailable) else None
            else:
                error = StoreUnavailable(lost.message, remedy=lost.remedy, where=lost.where)
                outcome = _Outcome(read, None, error)
            outcomes.append(outcome)
        for loop in {each.read.loop for each in outcomes}:
            _tell(loop, [each for each in outcomes if each.read.loop is loop])

    def _outcome(self, read: _Read) -> _Outcome:
        if read.waiter.done():  # given up, or cancelled
            return _Outcome(read, None, None)
        try:
            return _Outcome(read, self._read(read.job), None)
        except StopIteration:  # no future takes this one
            return _Outcome(read, None, RuntimeError("A job raised StopIteration."))
        except BaseException as error:  # noqa: BLE001  the thread outlives every job
            return _Outcome(read, None, error)


def _tell(loop: asyncio.AbstractEventLoop, outcomes: list[_Outcome]) -> None:
    try:
        loop.call_soon_threadsafe(_tell_all, outcomes)
    except RuntimeError:
        return  # the loop is gone, and everybody who waited on it


def _tell_all(outcomes: list[_Outcome]) -> None:
    for read, value, error in outcomes:
        if read.waiter.done():
            continue
        if error is not None:
            read.waiter.set_exception(error)
        else:
            read.waiter.set_result(value)


def _give_up(waiter: asyncio.Future[Any]) -> None:
    if not waiter.done():
        waiter.set_exception(
            StoreUnavailable(
                f"The database did not answer within {READ_WITHIN:.0f} seconds.",
                remedy="Check that its disk answers and that nothing else keeps the file locked.",
            )
        )
