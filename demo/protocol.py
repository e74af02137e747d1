"""Speaks MCP as an agent's host does: the official client over HTTP, from the address that the agent has."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import httpx2
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

from demo.expecting import Unexpected
from mcp import Client

_LONGEST: Final = 60.0


def call(server: str, address: str, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What a tool tells as data; a refusal is unexpected."""

    async def once() -> CallToolResult:
        async with (
            httpx2.AsyncClient(headers={"x-forwarded-for": address}, timeout=_LONGEST) as http,
            Client(streamable_http_client(f"{server}/mcp", http_client=http)) as client,
        ):
            return await client.call_tool(tool, dict(arguments))

    try:
        result = asyncio.run(asyncio.wait_for(once(), _LONGEST))
    except asyncio.CancelledError:  # by Ctrl+C: nobody else cancels here
        raise KeyboardInterrupt from None
    told = result.structured_content
    if result.is_error or not isinstance(told, dict):
        raise Unexpected(f"the tool {tool}", "an answer", told or result.content)
    return told
