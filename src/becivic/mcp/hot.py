"""Hot calls without the SDK: the answer to the very same call is sent again while nothing has changed (ADR 30, ADR 35).

The same call: the same headers but for those of the moment, and the same message but for its id. What the protocol
checks, it has checked of the first of them. Stands before routing.
Answers to a person's question live for the second they were made in, under a hash; what says something of a person or
of a submission is never filed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from becivic.mcp.calling import GOOD, Count
from becivic.mcp.catalogue import tool_called
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.web.problems import problem
from becivic.web.request_body import BODY_WITHIN, replayed
from becivic.web.safe_headers import SAFE_HEADERS
from becivic.web.shortcut import Watch

ADDRESS: Final = "/mcp"

FILED_BYTES: Final = 32 * 2**20
"""What all filed answers may weigh together; the oldest goes first."""

A_SECOND_HOLDS: Final = 500
"""Answers that live for a second, at most."""

BODY_MOST: Final = 4096
"""Bytes of a call that is looked at here: one that reads is short."""

LASTING: Final = frozenset({"read_skill", "get_skill_graph", "get_path_directory", "get_onboarding_form"})
"""Answers that change with main, the records or the hour alone."""

OF_A_SECOND: Final = frozenset(
    {"find_skill", "search_corpus", "get_current_status", "get_skill_observations"}
)
"""Those that say the time, count what waits, or answer a person's own words."""

METERED: Final = "get_skill_observations"
"""Nobody reads all day long what others wrote (R-READ-13)."""

_PERSONAL: Final = frozenset({"pre_selected", "submission_id", "profile_match"})
"""Arguments that say something of a person, or of what one person sent."""

_PASSING: Final = frozenset(
    {
        b"content-length",
        b"x-forwarded-for",
        b"x-request-id",
        b"user-agent",
        b"traceparent",
        b"tracestate",
        b"date",
        b"connection",
    }
)
"""Headers that no answer depends on."""

_KEY_BYTES: Final = 32
_SMALLEST: Final = 1024
_HEADERS: Final = [(b"content-type", b"application/json"), *SAFE_HEADERS]

Admit = Callable[[Scope], bool]
"""Whether whoever calls may read what is metered, once more."""


class _Call(NamedTuple):
    """A call that may be answered from here: its id, its tool, and what it is filed under."""

    id: int | str
    tool: str
    key: bytes


class _Filed(NamedTuple):
    token: Hashable
    result: bytes


class HotCalls:
    """ASGI middleware. `second` is the present one, for what holds no longer than that; `count` hears of what is answered."""

    def __init__(
        self,
        app: ASGIApp,
        watch: Watch,
        second: Callable[[], int],
        admit: Admit,
        random_bytes: Callable[[int], bytes],
        count: Count = lambda *_: None,
    ) -> None:
        self._app = app
        self._count = count
        self._watch = watch
        self._second = second
        self._admit = admit
        self._secret = random_bytes(_KEY_BYTES)
        self._filed: dict[bytes, _Filed] = {}
        self._weight = 0
        self._of_a_second: dict[bytes, _Filed] = {}
        """Forgotten when the second is over, whether or not somebody comes."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != ADDRESS or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        try:
            arrived = await _arrived(receive)
        except TimeoutError:
            await problem(408, "The body did not arrive in time.")(scope, receive, send)
            return
        call = self._call(scope, arrived)
        again = replayed(arrived, receive)
        if call is None:
            await self._app(scope, again, send)
            return
        token = self._watch.current()
        token = await self._looked() if token is None else token
        if token is None:
            await self._app(scope, again, send)
            return
        if call.tool in OF_A_SECOND:
            token = (token, self._second())
        filed = self._of_a_second.get(call.key) or self._filed.get(call.key)
        if filed is not None and filed.token == token and self._may(call, scope):
            self._count(call.tool, GOOD)
            await _send(send, call.id, filed.result)
            return
        await self._app(scope, again, _Noting(self, call, token, send))

    def _may(self, call: _Call, scope: Scope) -> bool:
        return call.tool != METERED or self._admit(scope)

    async def _looked(self) -> Hashable:
        """Whatever goes wrong, the application meets it too; nothing is filed under it."""
        try:
            return await self._watch.look()
        except Exception:  # noqa: BLE001
            return None

    def _call(self, scope: Scope, arrived: Sequence[Message]) -> _Call | None:
        last = arrived[-1]
        if last["type"] != "http.request" or last.get("more_body"):
            return None
        body = b"".join(each.get("body", b"") for each in arrived)
        try:
            message: Any = parse_json(body) if len(body) <= BODY_MOST else None
        except JsonRefused:
            return None
        name = _reading(message)
        message_id = message.pop("id", None) if name else None
        if name is None or isinstance(message_id, bool) or not isinstance(message_id, int | str):
            return None
        said = [(key, value) for key, value in scope["headers"] if key not in _PASSING]
        told = repr(said).encode() + json.dumps(message, sort_keys=True).encode()
        return _Call(message_id, name, hashlib.blake2b(told, key=self._secret, digest_size=32).digest())

    def keep(self, call: _Call, token: Hashable, result: bytes) -> None:
        """File an answer in place of the one before; others leave where it gets too much."""
        if call.tool in OF_A_SECOND:
            self._keep_for_a_second(call.key, _Filed(token, result))
            return
        self._drop(call.key)
        self._filed[call.key] = _Filed(token, result)
        self._weight += len(result) + _SMALLEST
        while self._weight > FILED_BYTES:
            self._drop(next(iter(self._filed)))

    def _keep_for_a_second(self, key: bytes, filed: _Filed) -> None:
        if not self._of_a_second:
            asyncio.get_running_loop().call_later(1.0, self._of_a_second.clear)
        if len(self._of_a_second) < A_SECOND_HOLDS:
            self._of_a_second[key] = filed

    def _drop(self, key: bytes) -> None:
        filed = self._filed.pop(key, None)
        self._weight -= len(filed.result) + _SMALLEST if filed is not None else 0


class _Noting:
    """Passes an answer on, and files it where it is a good one."""

    def __init__(self, hot: HotCalls, call: _Call, token: Hashable, send: Send) -> None:
        self._hot = hot
        self._call = call
        self._token = token
        self._send = send
        self._status = 0
        self._parts: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
        else:
            self._parts.append(message.get("body", b""))
            if not message.get("more_body", False) and self._status == 200:
                self._note(b"".join(self._parts))
        await self._send(message)

    def _note(self, body: bytes) -> None:
        result = json.loads(body).get("result")
        if isinstance(result, dict) and result.get("isError") is False:
            self._hot.keep(self._call, self._token, json.dumps(result, separators=(",", ":")).encode())


def _reading(message: Any) -> str | None:  # noqa: ANN401  any JSON value
    """The tool that a message calls, where its answer may be filed: every argument under its own name, and none personal."""
    if not isinstance(message, dict) or message.get("method") != "tools/call":
        return None
    params: Any = message.get("params")
    name = params.get("name") if isinstance(params, dict) else None
    tool = tool_called(name) if isinstance(name, str) else None
    if tool is None or tool.name not in LASTING | OF_A_SECOND:
        return None
    arguments = params.get("arguments")
    is_plain = (
        isinstance(arguments, dict | None) and tool.properties.keys() - _PERSONAL >= (arguments or {}).keys()
    )
    return tool.name if is_plain else None


async def _arrived(receive: Receive) -> list[Message]:
    """What there is of a body, up to its end, or to where it is too long for a call that reads. Never longer than a body has."""
    async with asyncio.timeout(BODY_WITHIN):
        arrived = [await receive()]
        size = len(arrived[0].get("body", b""))
        while arrived[-1].get("more_body") and size <= BODY_MOST:
            arrived.append(await receive())
            size += len(arrived[-1].get("body", b""))
    return arrived


async def _send(send: Send, message_id: int | str, result: bytes) -> None:
    head = b'{"jsonrpc":"2.0","id":' + json.dumps(message_id).encode() + b',"result":'
    length = (b"content-length", str(len(head) + len(result) + 1).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [*_HEADERS, length]})
    await send({"type": "http.response.body", "body": head + result + b"}"})
