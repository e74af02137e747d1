"""Asks an ASGI application one question, without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import httpx
from starlette.types import ASGIApp


def ask(
    app: ASGIApp, path: str, *, method: str = "GET", headers: Mapping[str, str] | None = None
) -> httpx.Response:
    """Without headers of the client's own: what is not asked for is not sent."""

    async def exchange() -> httpx.Response:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app),
            base_url="http://becivic.test",
            headers={"accept-encoding": "identity"},
        ) as client:
            return await client.request(method, path, headers=headers)

    return asyncio.run(exchange())
