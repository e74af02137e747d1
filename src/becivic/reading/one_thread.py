"""A thread of its own for what takes too long for everybody else to wait: one thing after the other, none hurried by another.

Made when somebody first asks. What was closed may be asked again: an application may live more than once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class OneThread:
    """Asked from the event loop alone."""

    def __init__(self, name: str) -> None:
        self._name: Final = name
        self._thread: ThreadPoolExecutor | None = None

    async def run(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        return await asyncio.wrap_future(self.begin(work, *arguments, **named))

    def begin(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """As `run`, for whoever does not wait."""
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix=self._name)
        return self._thread.submit(work, *arguments, **named)

    def close(self) -> None:
        """What was begun is ended, what waits is given up."""
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.shutdown(cancel_futures=True)
