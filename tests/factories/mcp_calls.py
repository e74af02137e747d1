"""Speaks MCP to an application: JSON-RPC by hand where a test wants to see or break every byte, in both eras of the protocol."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
from starlette.applications import Starlette

MODERN: Final = "2026-07-28"
HANDSHAKE: Final = "2025-11-25"
HOST: Final = "http://becivic.test"
SOMEBODY: Final = "198.51.100.7"

_META: Final = "io.modelcontextprotocol/"
_NAMED: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


def request(
    method: str, params: Mapping[str, Any] | None = None, *, version: str = HANDSHAKE
) -> dict[str, Any]:
    """A message as a client of that version writes it."""
    told = dict(params or {})
    if version == MODERN:
        told["_meta"] = {
            f"{_META}protocolVersion": version,
            f"{_META}clientInfo": {"name": "test-client", "version": "1.2.3"},
            f"{_META}clientCapabilities": {},
        }
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": told}


def headers(message: Mapping[str, Any], *, version: str = HANDSHAKE) -> dict[str, str]:
    said = {"content-type": "application/json", "mcp-protocol-version": version}
    if version != MODERN:
        return said
    name = message["params"].get(_NAMED.get(message["method"], ""))
    return said | {"mcp-method": message["method"]} | ({"mcp-name": name} if name is not None else {})


@asynccontextmanager
async def speaking(app: Starlette, address: str = SOMEBODY) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the application while it lives."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url=HOST, headers={"x-forwarded-for": address}) as client,
    ):
        yield client


async def send(
    client: httpx.AsyncClient,
    method: str,
    params: Mapping[str, Any] | None = None,
    *,
    version: str = HANDSHAKE,
) -> dict[str, Any]:
    """The result; a protocol error fails the test."""
    message = request(method, params, version=version)
    answer = await client.post("/mcp", json=message, headers=headers(message, version=version))
    said = answer.json()
    assert answer.status_code == 200, answer.text
    assert (said["jsonrpc"], said["id"]) == ("2.0", 7)
    assert "error" not in said, said
    result: dict[str, Any] = said["result"]
    return result


async def call(client: httpx.AsyncClient, tool: str, arguments: Any, **how: Any) -> dict[str, Any]:
    return await send(client, "tools/call", {"name": tool, "arguments": arguments}, **how)


def calling(
    app: Starlette, tool: str, arguments: Any, *, address: str = SOMEBODY, **how: Any
) -> dict[str, Any]:
    """One call, for tests that are no coroutines."""

    async def once() -> dict[str, Any]:
        async with speaking(app, address) as client:
            return await call(client, tool, arguments, **how)

    return asyncio.run(once())


def weight(result: Mapping[str, Any]) -> int:
    return len(json.dumps(result, ensure_ascii=False).encode())
