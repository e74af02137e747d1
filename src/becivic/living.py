"""What an application does while it lives: it follows main, and puts away what has outlived its time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from typing import Final

from starlette.applications import Starlette

from becivic import heap
from becivic.clock import Clock
from becivic.frames import frames
from becivic.intake.tidying import Tidier
from becivic.library import Library
from becivic.mcp.endpoint import Endpoint
from becivic.reading.past import Pasts
from becivic.state import State
from becivic.store.store import StoreUnavailable

TIDY_EVERY: Final = 60.0
"""Seconds between looks at what has outlived its time, so that a day's salt ends with its day (ADR 12)."""

_log = logging.getLogger(__name__)


def living(
    state: State, pasts: Pasts, tools: Endpoint
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        pasts.begin(state.library.edition.commit)
        tidying = _keep_tidy(Tidier(state.intake.store), state.arrivals.clock)
        tasks = [asyncio.create_task(work) for work in (_follow(state.library, state.follow_every), tidying)]
        async with tools.running():
            yield
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    return lifespan


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
        await asyncio.sleep(TIDY_EVERY)


def _look(tidier: Tidier, now: datetime) -> None:
    """Whatever goes wrong once, the next look comes: a task that died would keep salts for ever."""
    try:
        tidier.look(now)
    except StoreUnavailable:
        pass  # who asks for something is told
    except Exception as error:  # noqa: BLE001
        _log.error("What has outlived its time could not be put away.\n%s", frames(error))
