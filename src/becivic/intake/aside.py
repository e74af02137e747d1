"""Where long work is done: one thread beside the event loop, with a queue that ends.

What a stranger sends may take a second to judge. That must hold up nobody else's answer, and not pile up either.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from becivic.store.store import StoreUnavailable

WAITING: Final = 32
"""More than this at once is refused for now."""

T = TypeVar("T")
P = ParamSpec("P")


class Aside:
    """Runs one thing after the other, away from the loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="becivic-aside")
        self._waiting = 0

    async def run(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        if self._waiting >= WAITING:
            raise StoreUnavailable(
                "Too many large submissions wait to be judged.", remedy="Send it again later."
            )
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._thread, lambda: work(*arguments, **named)
            )
        finally:
            self._waiting -= 1
