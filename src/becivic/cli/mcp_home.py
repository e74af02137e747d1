"""The tools over stdio on a home: the SDK first, so that a host is answered, and the library when it is there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager
from importlib import import_module
from typing import Any

from becivic.cli.wire import Wire
from becivic.config import Settings, read_settings
from becivic.mcp import stdio


def serve(environment: Mapping[str, str]) -> None:
    asyncio.run(_serve(read_settings(environment)))


async def _serve(settings: Settings) -> None:
    wire = Wire()
    await stdio.serve(lambda: _opened(settings), settings.public_url, wire.line, wire.say)


@asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[Any]:
    """The whole application without its server: what a tool asks, it asks in here."""
    with ExitStack() as held:
        app, house = await asyncio.to_thread(_open, settings, held)
        async with app.router.lifespan_context(app):
            yield house


def _open(settings: Settings, held: ExitStack) -> tuple[Any, Any]:
    """Half of the time of a start is importing what this needs: so it is imported here, beside the host's first questions."""
    return import_module("becivic.cli.opened_house").open_house(settings, held)  # type: ignore[no-any-return]
