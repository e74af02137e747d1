"""Around every request: safe headers on every answer, and no stack trace for anybody but the log.

The log gets the frames and the kind of an unexpected error, never its text: that may hold what a caller sent
(design 6). No client address is ever written.
"""

from __future__ import annotations

import logging

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from becivic.frames import frames
from becivic.observing.tracing import REQUEST
from becivic.rules.errors import ErrorCategory
from becivic.web.problems import refusal
from becivic.web.safe_headers import missing_from

_log = logging.getLogger(__name__)


class Guard:
    """ASGI middleware, inside of what gives a request its id."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _Answer(send)
        try:
            await self._app(scope, receive, answer)
        except ClientDisconnect:
            return  # there is nobody left to answer, and nothing is wrong here
        except Exception as error:  # noqa: BLE001  the last line of defence
            _log.error("A request failed.\n%s", frames(error))
            if not answer.started:
                failure = refusal(
                    ErrorCategory.INTERNAL_ERROR,
                    "Something went wrong here, not with the request.",
                    extra={"request_id": REQUEST.get()},
                )
                await failure(scope, receive, answer)


class _Answer:
    """Passes messages on, adding what every answer must carry."""

    __slots__ = ("_send", "started")

    def __init__(self, send: Send) -> None:
        self._send = send
        self.started = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = list(message.get("headers", ()))
            headers += missing_from(headers)
            message = {**message, "headers": headers}
        await self._send(message)
