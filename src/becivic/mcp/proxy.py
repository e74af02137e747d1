"""`becivic mcp --api URL`: hands every message of a host to a server's `/mcp`, and its answer back.

Speaks both eras of the protocol without knowing its methods, so it need not load the SDK: it starts in a blink. Keeps
nothing but the version that a session of the older era agreed on. What a server answers is somebody else's word: bounded,
and never taken for ours.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import httpx

from becivic.rules.errors import ErrorCategory

WITHIN: Final = 60.0
"""Seconds that a server has to answer."""

ANSWER_MOST: Final = 4 * 1024 * 1024
"""Bytes of an answer: far more than a server of ours gives."""

_VERSION: Final = "io.modelcontextprotocol/protocolVersion"
_NAMED_BY: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_PLAIN: Final = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?")
_DETAIL_MOST: Final = 300
_REDIRECTED: Final = range(300, 400)
_INTERNAL: Final = -32603
_INVALID: Final = -32600
_PARSE: Final = -32700
_UNREACHABLE: Final = ErrorCategory.STAGING_UNAVAILABLE.value

Say = Callable[[bytes], Awaitable[None]]
Lines = Callable[[], Awaitable[bytes]]
"""The next line of the host; empty when there are no more."""


class _Answer(NamedTuple):
    status_code: int
    content: bytes
    """Empty where there is more than an answer may have."""


class Proxy:
    def __init__(self, client: httpx.AsyncClient, address: str, say: Say) -> None:
        self._client: Final = client
        self._address: Final = address
        self._shown: Final = _without_user(address)
        self._say: Final = say
        self._agreed = ""

    async def hand_on(self, line: bytes) -> None:
        """One message. Whatever goes wrong on the way, a request gets its answer."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            await self._error(None, _PARSE, "Parse error: this is not JSON.")
            return
        if not isinstance(message, dict):
            await self._error(None, _INVALID, "Invalid request: one message a line.")
            return
        try:
            async with asyncio.timeout(WITHIN):
                answer = await self._asked(line, self._headers(message))
        except (httpx.HTTPError, TimeoutError):
            await self._cannot(message, {"detail": "The server cannot be reached."})
            return
        if "id" in message:  # a notification has no answer
            await self._hand_back(message, answer)

    async def _asked(self, line: bytes, headers: dict[str, str]) -> _Answer:
        """No more of an answer is taken in than one may have."""
        async with self._client.stream("POST", self._address, content=line, headers=headers) as answer:
            parts, taken = [], 0
            async for part in answer.aiter_bytes():
                taken += len(part)
                if taken > ANSWER_MOST:
                    return _Answer(answer.status_code, b"")
                parts.append(part)
            return _Answer(answer.status_code, b"".join(parts))

    async def _hand_back(self, message: dict[str, Any], answer: _Answer) -> None:
        if answer.status_code == 202:
            await self._error(
                message["id"], _INVALID, "Invalid request: the server takes this for no request."
            )
            return
        found = _read(answer)
        if found is None or "jsonrpc" not in found:
            await self._cannot(message, _refusal(answer, found))
            return
        if message.get("method") == "initialize":
            result = found.get("result")
            self._agreed = str(result.get("protocolVersion") or "") if isinstance(result, dict) else ""
        await self._say(json.dumps({**found, "id": message["id"]}).encode())

    def _headers(self, message: dict[str, Any]) -> dict[str, str]:
        """What a message says of itself, where HTTP wants it said too (2026-07-28); before, the version agreed on."""
        headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        meta = params.get("_meta")
        version = meta.get(_VERSION) if isinstance(meta, dict) else None
        if not isinstance(version, str):
            return headers | ({"mcp-protocol-version": _field(self._agreed)} if self._agreed else {})
        method = str(message.get("method", ""))
        headers |= {"mcp-protocol-version": _field(version), "mcp-method": _field(method)}
        name = params.get(_NAMED_BY.get(method, ""))
        return headers | ({"mcp-name": _field(name)} if isinstance(name, str) else {})

    async def _cannot(self, message: dict[str, Any], told: dict[str, Any]) -> None:
        """To a call as a result, which an agent can act on; to anything else as the protocol's own error."""
        if "id" not in message:
            return
        remedy = (
            f"Look whether {self._shown} answers, then try again. Under the same id nothing is kept twice."
        )
        said = {"error": _UNREACHABLE, "remedy": remedy, **told}
        if message.get("method") != "tools/call":
            await self._error(message["id"], _INTERNAL, f"{said['detail']} {said['remedy']}")
            return
        text = f"Refused: {said['error']}. {said['detail']}\nWhat to do: {said['remedy']}"
        result = {"resultType": "complete", "content": [{"type": "text", "text": text}]}
        await self._tell(message["id"], {"result": {**result, "structuredContent": said, "isError": True}})

    async def _error(self, message_id: object, code: int, message: str) -> None:
        await self._tell(message_id, {"error": {"code": code, "message": message}})

    async def _tell(self, message_id: object, told: dict[str, Any]) -> None:
        await self._say(json.dumps({"jsonrpc": "2.0", "id": message_id, **told}).encode())


def _read(answer: _Answer) -> dict[str, Any] | None:
    """An object of sound JSON, or nothing."""
    try:
        found = json.loads(answer.content, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _no_number(_: str) -> None:
    raise ValueError


def _refusal(answer: _Answer, found: dict[str, Any] | None) -> dict[str, Any]:
    """What a problem says of itself, in bounds; or what can be said of an answer that is none."""
    said = {
        name: value[:_DETAIL_MOST]
        for name in ("error", "detail", "remedy")
        if isinstance(value := (found or {}).get(name), str)
    }
    if "detail" in said:
        waits = (found or {}).get("retry_after")
        return {**said, **({"retry_after": waits} if isinstance(waits, int) else {})}
    if answer.status_code in _REDIRECTED:
        return {
            "detail": "The server sends callers elsewhere.",
            "remedy": "Start this with the address it leads to, such as https://…",
        }
    return {
        "detail": f"The server answered with status {answer.status_code}, and with nothing that can be read."
    }


def _field(text: str) -> str:
    """A text as a header carries it: as it is, or in base64 as the protocol writes it."""
    if _PLAIN.fullmatch(text) and not text.startswith("=?base64?"):
        return text
    return f"=?base64?{base64.b64encode(text.encode('utf-8', 'replace')).decode('ascii')}?="


def _without_user(address: str) -> str:
    """What may be shown of an address: not who calls it, nor by which word."""
    parts = urlsplit(address)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


async def run(api: str, lines: Lines, say: Say) -> None:
    """Until the host closes its end; then whatever is under way is finished."""
    async with httpx.AsyncClient(timeout=WITHIN, trust_env=False) as client:
        proxy = Proxy(client, f"{api.rstrip('/')}/mcp", say)
        under_way: set[asyncio.Task[None]] = set()
        while line := await lines():
            if not line.strip():
                continue
            task = asyncio.create_task(proxy.hand_on(line))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
            if b'"initialize"' in line:
                await task  # those that follow go by the version it agrees on
        if under_way:
            await asyncio.wait(under_way)
