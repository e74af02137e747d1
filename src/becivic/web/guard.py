"""Around every request: safe headers on every answer, a request id, and no stack trace for anybody but the log.

The log gets the frames and the kind of an unexpected error, never its text: that may hold what a caller sent
(design 6). No client address is ever written.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from typing import Final

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from becivic.rules.errors import ErrorCategory
from becivic.web.problems import refusal
from becivic.web.safe_headers import missing_from

REQUEST_ID: Final = "becivic.request_id"
"""Where the id of a request stands in its scope, once it has one."""

_log = logging.getLogger(__name__)


class Guard:
    """ASGI middleware. `new_id` is where request ids come from."""

    def __init__(self, app: ASGIApp, new_id: Callable[[], str]) -> None:
        self._app = app
        self._new_id = new_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _Answer(scope, send, self._new_id)
        try:
            await self._app(scope, receive, answer)
        except ClientDisconnect:
            return  # there is nobody left to answer, and nothing is wrong here
        except Exception as error:  # noqa: BLE001  the last line of defence
            _log.error("Request %s failed.\n%s", answer.request_id, frames(error))
            if not answer.started:
                failure = refusal(
                    ErrorCategory.INTERNAL_ERROR,
                    "Something went wrong here, not with the request.",
                    extra={"request_id": answer.request_id},
                )
                await failure(scope, receive, answer)


class _Answer:
    """Passes messages on, adding what every answer must carry."""

    __slots__ = ("_new_id", "_scope", "_send", "started")

    def __init__(self, scope: Scope, send: Send, new_id: Callable[[], str]) -> None:
        self._scope = scope
        self._send = send
        self._new_id = new_id
        self.started = False

    @property
    def request_id(self) -> str:
        """Made when something first has to be said under it: nearly all answers are good ones."""
        if REQUEST_ID not in self._scope:
            self._scope[REQUEST_ID] = self._new_id()
        return str(self._scope[REQUEST_ID])

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = list(message.get("headers", ()))
            headers += missing_from(headers)
            if message["status"] >= 400:
                headers.append((b"x-request-id", self.request_id.encode("ascii")))
            message = {**message, "headers": headers}
        await self._send(message)


def frames(error: BaseException) -> str:
    """The traceback without messages, innermost cause first as Python prints it."""
    cause = error.__cause__ or error.__context__
    before = f"{frames(cause)}, which led to\n" if cause is not None else ""
    return f"{before}{''.join(traceback.format_tb(error.__traceback__))}{type(error).__qualname__}"
