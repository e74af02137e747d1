"""Work done by a forked process, whose result comes back through a pipe. For the command line only: a server has threads
and must not fork.

The helper sees everything as it was when it began, and nothing is copied but what it hands back.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Final, Generic, TypeVar

T = TypeVar("T")

WORTH_SHARING: Final = 300
"""Below this many sheets a second process costs more than it saves."""

_MOST: Final = 4
"""Each helper brings its own memory; beyond a few they mostly wait for the disk."""


def shares_of(work: Sequence[T], processes: int | None = None) -> list[Sequence[T]]:
    """What each process is to do, the first of them this one; all of it where sharing is not worth it."""
    wanted = processes or min(os.cpu_count() or 1, _MOST)
    if len(work) < WORTH_SHARING or not hasattr(os, "fork"):
        wanted = 1
    return [work[start::wanted] for start in range(wanted)]


@contextmanager
def settled() -> Iterator[None]:
    """While the work is done, what is loaded is not looked through again and again for something to be freed: that would
    take a tenth of the time, and copy for every helper what all of them share."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


class Helper(Generic[T]):
    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        forked = multiprocessing.get_context("fork")
        self._inbox, outbox = forked.Pipe(duplex=False)
        self._process = forked.Process(target=hand_back, args=(work, outbox), daemon=True)
        self._process.start()
        outbox.close()

    def result(self) -> T:
        """If the process died on the way, its share is done here after all."""
        try:
            found: T = self._inbox.recv()
        except EOFError:
            found = self._work()
        self._process.kill()  # it has nothing left to say, and may wait for a lock that a thread here held
        self._process.join()
        return found


def hand_back(work: Callable[[], object], outbox: Connection) -> None:
    """Silent, whatever happens: whoever waits does it again, and is told what is wrong."""
    with outbox, suppress(Exception):
        outbox.send(work())
