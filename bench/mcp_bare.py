"""What our tools are compared with: the least that a server on the same SDK can be, over HTTP or over stdio.

`python -m bench.mcp_bare FOLDER` listens and writes nothing there; `python -m bench.mcp_bare` alone speaks over stdio.
Set up as ours is: no spans that nobody collects, and no list of the tools made before each call.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Final

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

TOOL: Final = "find_skill"
"""Called as one of ours is, so that both are sent the same bytes."""

_TOLD: Final = {
    "resultType": "complete",
    "content": [{"type": "text", "text": "1. **Renewing a residence card** `residence-card-renewal` (beta)"}],
    "structuredContent": {"fits": True, "items": [{"id": "residence-card-renewal", "kind": "skill"}]},
    "isError": False,
}


async def _list(
    context: ServerRequestContext[Any, Any], params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    del context, params
    return types.ListToolsResult(tools=[types.Tool(name=TOOL, input_schema={"type": "object"})])


async def _call(
    context: ServerRequestContext[Any, Any], params: types.CallToolRequestParams
) -> dict[str, Any]:
    del context, params
    return {**_TOLD}


def bare() -> Server[Any]:
    server: Server[Any] = Server(
        "bare", version="1", on_list_tools=_list, get_tool_input_schema=lambda _: None
    )
    server.add_request_handler("tools/call", types.CallToolRequestParams, _call)
    server.middleware.clear()
    return server


async def _speak() -> None:
    server = bare()
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    if len(sys.argv) == 1:
        asyncio.run(_speak())
    else:
        from bench.uvicorn_process import serve  # over stdio it counts how long a start takes

        serve(bare().streamable_http_app(json_response=True, stateless_http=True), lifespan="on")
