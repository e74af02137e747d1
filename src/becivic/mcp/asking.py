"""Asks the application what a tool wants to know, inside the process: the same routes, limits and words as over HTTP.

Knows nothing of MCP. Whoever calls a tool is passed on with its address, so that limits and salts are one.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

from starlette.types import ASGIApp, Message, Scope

from becivic.web.observed import INSIDE

FORWARDED: Final = b"x-forwarded-for"

Pairs = tuple[tuple[str, str], ...]
"""A query: names and values, in order."""


class Caller(NamedTuple):
    """Who calls, as far as a server may know: its peer, and what proxies wrote. Kept nowhere."""

    client: tuple[str, int] | None = None
    forwarded: tuple[bytes, ...] = ()

    @classmethod
    def of(cls, scope: Scope) -> Caller:
        client = scope.get("client")
        hops = tuple(value for name, value in scope["headers"] if name == FORWARDED)
        return cls((str(client[0]), int(client[1])) if client else None, hops)


@dataclass(frozen=True, slots=True)
class Question:
    """A request to the API. `path` is not quoted yet."""

    path: str
    query: Pairs = ()
    method: str = "GET"
    body: bytes | None = None
    accept: str = "application/json"
    bearer: str = ""

    @property
    def address(self) -> str:
        """As somebody would ask for it over HTTP."""
        query = urlencode(self.query)
        return f"{quote(self.path)}?{query}" if query else quote(self.path)


class Answered(NamedTuple):
    status: int
    body: bytes
    tag: str
    """Names the content where the answer may be kept; empty where not."""

    @property
    def is_good(self) -> bool:
        return self.status == 200

    def json(self) -> dict[str, Any]:
        found = json.loads(self.body)
        return found if isinstance(found, dict) else {}


Ask = Callable[[Question, Caller], Awaitable[Answered]]


def asker(app: Callable[[], ASGIApp]) -> Ask:
    """Over an application that may only be there when somebody asks."""

    async def ask(question: Question, caller: Caller) -> Answered:
        answer = _Answer()
        await app()(_scope(question, caller), _receiving(question.body), answer.take)
        return answer.told()

    return ask


def _scope(question: Question, caller: Caller) -> Scope:
    headers = [(b"host", b"becivic"), (b"accept", question.accept.encode("ascii"))]
    headers += [(FORWARDED, hop) for hop in caller.forwarded]
    if question.body is not None:
        headers += [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(question.body)).encode()),
        ]
    if question.bearer:
        headers.append((b"authorization", b"Bearer " + question.bearer.encode("utf-8", "replace")))
    raw = quote(question.path).encode("ascii")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": question.method,
        "scheme": "http",
        "path": question.path,
        "raw_path": raw,
        "root_path": "",
        "query_string": urlencode(question.query).encode("ascii"),
        "headers": headers,
        "client": caller.client,
        "server": None,
        "state": {},
        INSIDE: True,
    }


def _receiving(body: bytes | None) -> Callable[[], Awaitable[Message]]:
    async def receive() -> Message:
        return {"type": "http.request", "body": body or b"", "more_body": False}

    return receive


class _Answer:
    """What the application sends, put together."""

    __slots__ = ("_headers", "_parts", "_status")

    def __init__(self) -> None:
        self._status = 500
        self._headers: dict[bytes, bytes] = {}
        self._parts: list[bytes] = []

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            self._headers = dict(message["headers"])
        else:
            self._parts.append(message.get("body", b""))

    def told(self) -> Answered:
        held = self._headers
        is_kept = b"no-store" not in held.get(b"cache-control", b"no-store")
        tag = held.get(b"etag", b"").decode("latin-1") if is_kept else ""
        return Answered(self._status, b"".join(self._parts), tag)
