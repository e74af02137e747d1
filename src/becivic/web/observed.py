"""Around everything: each answer carries the id of its request, and is counted by group, status and time.

Stands before the hot reads, so it does little. What the application asks of itself for somebody else's request belongs
to that request: it has its id, and is not counted again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from becivic.observing.tallies import Tallies
from becivic.observing.tracing import REQUEST, is_request_id
from becivic.setting_values import Network
from becivic.web.client_address import comes_from
from becivic.web.route_groups import GROUPS, group_of

HEADER: Final = b"x-request-id"

INSIDE: Final = "becivic.inside"
"""In the scope of what the application asks of itself. That some request is handled here says nothing: the server takes
up a request that came right behind another within that one, and what is around it is still the other's."""

_NONE_SENT: Final = 499
"""Counted for a caller who left before there was an answer, as proxies do."""


class Observed:
    """ASGI middleware. `new_id` is where request ids come from, `ticks` a clock in seconds.

    A proxy's own id is taken over from `trusted` ones alone, where it is shaped like one.
    """

    def __init__(
        self,
        app: ASGIApp,
        tallies: Tallies,
        new_id: Callable[[], str],
        ticks: Callable[[], float],
        trusted: Sequence[Network] = (),
    ) -> None:
        self._app = app
        self._tallies = tallies
        tallies.expect(GROUPS)
        self._new_id = new_id
        self._ticks = ticks
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or (INSIDE in scope and REQUEST.get()):
            await self._app(scope, receive, send)
            return
        request_id = (self._trusted and self._given(scope)) or self._new_id()
        answer = _Answer(send, request_id)
        started = self._ticks()
        token = REQUEST.set(request_id)
        try:
            await self._app(scope, receive, answer)
        finally:
            REQUEST.reset(token)
            group = group_of(scope["method"], scope["path"])
            self._tallies.request(group, answer.status, self._ticks() - started)

    def _given(self, scope: Scope) -> str | None:
        """Of several none: which one the proxy wrote, nobody knows."""
        given: list[bytes] = [value for name, value in scope["headers"] if name == HEADER]
        if len(given) != 1 or not is_request_id(given[0]) or not comes_from(scope, self._trusted):
            return None
        return str(given[0], "ascii")


class _Answer:
    """Passes messages on, and the id with the first of them."""

    __slots__ = ("_header", "_send", "status")

    def __init__(self, send: Send, request_id: str) -> None:
        self._send = send
        self._header = (HEADER, request_id.encode("ascii"))
        self.status = _NONE_SENT

    def __call__(self, message: Message) -> Awaitable[None]:
        """No coroutine of its own: whoever sends awaits the server's."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message["headers"], self._header]
        return self._send(message)
