"""What an application does while it lives: it follows main, and puts away what has outlived its time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from typing import Any, Final

from starlette.applications import Starlette

from becivic import heap
from becivic.clock import Clock
from becivic.frames import frames
from becivic.intake.tidying import Tidier
from becivic.library import Library
from becivic.mcp.endpoint import Endpoint
from becivic.reading.one_thread import OneThread
from becivic.reading.past import Pasts
from becivic.state import State
from becivic.store.store import StoreUnavailable

TIDY_EVERY: Final = 60.0
"""Seconds between looks at what has outlived its time, so that a day's salt ends with its day (ADR 12)."""

_log = logging.getLogger(__name__)


def living(
    state: State, pasts: Pasts, tools: Endpoint, threads: Sequence[OneThread]
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """`threads` are those that answers are made in: they end when nobody asks any more."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        following = _follow(state.library, state.follow_every)
        tidying = _keep_tidy(Tidier(state.intake.store), state.arrivals.clock)
        async with _closing(threads), _meanwhile(following, tidying), tools.running():
            pasts.begin(state.library.edition.commit)
            yield

    return lifespan


@asynccontextmanager
async def _closing(threads: Sequence[OneThread]) -> AsyncIterator[None]:
    try:
        yield
    finally:
        for thread in threads:
            await asyncio.to_thread(thread.close)


@asynccontextmanager
async def _meanwhile(*works: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def _follow(library: Library, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        await asyncio.to_thread(follow, library)


def follow(library: Library) -> None:
    """Take up main if it has moved; what the edition before took in memory goes back."""
    before = library.edition.commit
    library.refresh()
    if library.edition.commit != before:
        heap.give_back()


async def _keep_tidy(tidier: Tidier, clock: Clock) -> None:
    while True:
        await asyncio.to_thread(_look, tidier, clock.now())
        await asyncio.to_thread(heap.give_back)
        await asyncio.sleep(TIDY_EVERY)


def _look(tidier: Tidier, now: datetime) -> None:
    """Whatever goes wrong once, the next look comes: a task that died would keep salts for ever."""
    try:
        tidier.look(now)
    except StoreUnavailable:
        pass  # who asks for something is told
    except Exception as error:  # noqa: BLE001
        _log.error("What has outlived its time could not be put away.\n%s", frames(error))
