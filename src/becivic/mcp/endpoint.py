"""`/mcp`: Streamable HTTP, stateless, JSON. Our own guard stands before the SDK, which is more trusting than we are (design 5).

What is not sound JSON, too large, too slow or from nowhere never reaches it; an argument that could not be read is told
as a result of its tool, for the agent that wrote it can mend it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from becivic.mcp import frames
from becivic.mcp.hot import ADDRESS
from becivic.mcp.server import REFUSED
from becivic.web.origin_check import OriginCheck
from becivic.web.problems import problem
from becivic.web.request_body import BodyRefused, check_media_type, read_body, replayed

_JSON: Final = ((b"accept", b"application/json, text/event-stream"), (b"content-type", b"application/json"))


class Endpoint:
    """ASGI. Answers while `running`; the SDK's manager lives as long as the application does."""

    def __init__(self, server: Server[Any], origins: OriginCheck) -> None:
        self._server: Final = server
        self._origins: Final = origins
        self._manager: StreamableHTTPSessionManager | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        self._manager = StreamableHTTPSessionManager(self._server, json_response=True, stateless=True)
        try:
            async with self._manager.run():
                yield
        finally:
            self._manager = None

    def route(self) -> Route:
        return Route(ADDRESS, self, methods=["POST"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wrong_host = self._origins.refuse_host(scope)
        if wrong_host is not None:
            await _refused(*wrong_host)(scope, receive, send)
            return
        try:
            check_media_type(scope)
            raw = await read_body(receive, scope)
        except BodyRefused as wrong:
            await _refused(wrong.status, wrong.detail, wrong.remedy)(scope, receive, send)
            return
        except ClientDisconnect:
            return
        found = frames.read(raw)
        if isinstance(found, frames.Read):
            await self._pass_on({**scope, REFUSED: found.unread}, found.message, receive, send)
        elif found is None:
            await Response(status_code=202)(scope, receive, send)
        else:
            await Response(found.as_json(), 400, media_type="application/json")(scope, receive, send)

    async def _pass_on(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        if self._manager is None:
            refused = _refused(503, "The tools are not up yet.", "Try again in a moment.")
            await refused(scope, receive, send)
            return
        await self._manager.handle_request(
            _asking_for_json(scope),
            replayed([{"type": "http.request", "body": body, "more_body": False}], receive),
            send,
        )


def _refused(status: int, detail: str, remedy: str) -> Response:
    return problem(status, detail, extra={"remedy": remedy})


def _asking_for_json(scope: Scope) -> Scope:
    """Every answer is JSON, so a caller need not ask for it; a media type of ours with `+json` counts as JSON."""
    headers = [(name, value) for name, value in scope["headers"] if name not in (b"accept", b"content-type")]
    return {**scope, "headers": [*headers, *_JSON]}
