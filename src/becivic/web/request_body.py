"""Reading what a caller sends: JSON by its media type, never more than the cap, never longer than the time (design 6)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope

from becivic.rules import caps
from becivic.rules.errors import BeCivicError

BODY_WITHIN: Final = 30.0
"""Seconds that a body has to arrive whole."""

DISCARDED: Final = 4 * 1024 * 1024
"""How much of a body too large is read and thrown away: most clients write it all before they read a refusal."""

DISCARDED_WITHIN: Final = 5.0
"""Seconds that this may take."""

_JSON: Final = re.compile(rb"application/json|[!#$&^_.+a-z0-9-]+/[!#$&^_.+a-z0-9-]+\+json")


class BodyRefused(BeCivicError):
    """A body that is not taken, with the HTTP status that says so."""

    def __init__(self, status: int, detail: str, remedy: str) -> None:
        super().__init__(detail, remedy=remedy)
        self.status = status
        self.detail = detail


def check_media_type(scope: Scope) -> None:
    """JSON, declared as such and not compressed.

    No page of another site can send `application/json` without asking first (CORS preflight); without a media type it can.
    """
    types = list(_stated(scope, b"content-type"))
    if len(types) != 1 or not _JSON.fullmatch(_essence(types[0])):
        raise BodyRefused(
            415, "The body is not declared as JSON.", "Send it with Content-Type: application/json."
        )
    codings = b",".join(_stated(scope, b"content-encoding"))
    if any(coding.strip().lower() not in (b"", b"identity") for coding in codings.split(b",")):
        raise BodyRefused(415, "The body is packed.", "Send it without Content-Encoding.")


async def read_body(
    receive: Receive, scope: Scope, *, most: int = caps.BODY_BYTES, timeout_seconds: float = BODY_WITHIN
) -> bytes:
    """The body whole. Raises BodyRefused, or ClientDisconnect when the caller left before its end."""
    try:
        async with asyncio.timeout(timeout_seconds):
            return await _read(receive, scope, most)
    except TimeoutError:
        raise BodyRefused(
            408, "The body did not arrive in time.", "Send it again, over a better connection."
        ) from None


def replayed(arrived: Iterable[Message], receive: Receive) -> Receive:
    """What has arrived already, once more, and then whatever comes: for whoever stands behind one who looked."""
    waiting = iter(tuple(arrived))

    async def again() -> Message:
        found = next(waiting, None)
        return await receive() if found is None else found

    return again


async def _read(receive: Receive, scope: Scope, most: int) -> bytes:
    announced = _announced(scope)
    if announced > most:
        if announced <= DISCARDED:
            await _discard(receive, scope)
        raise _too_large(most)
    parts: list[bytes] = []
    room, more = most, True
    while more:
        part, more = await _next(receive)
        room -= len(part)
        if room < 0:
            parts.clear()
            if more:
                await _discard(receive, scope)
            raise _too_large(most)
        parts.append(part)
    return b"".join(parts)


async def _discard(receive: Receive, scope: Scope) -> None:
    """Take in the rest, within reason, so that a caller who is still writing gets to read why it was refused."""
    if any(_stated(scope, b"expect")):
        return  # that one asks before it writes
    room, more = DISCARDED, True
    with suppress(TimeoutError):
        async with asyncio.timeout(DISCARDED_WITHIN):
            while more and room > 0:
                part, more = await _next(receive)
                room -= len(part)


async def _next(receive: Receive) -> tuple[bytes, bool]:
    """The next piece, and whether another follows."""
    message = await receive()
    if message["type"] == "http.disconnect":
        raise ClientDisconnect
    return message.get("body", b""), message.get("more_body", False)


def _announced(scope: Scope) -> int:
    lengths = list(_stated(scope, b"content-length"))
    if not lengths:
        return 0
    if len(lengths) > 1 or not re.fullmatch(rb"[0-9]{1,18}", lengths[0]):
        raise BodyRefused(
            400, "Content-Length is not a whole number, said once.", "Leave it to the HTTP library."
        )
    return int(lengths[0])


def _too_large(most: int) -> BodyRefused:
    return BodyRefused(
        413, f"The body is larger than {most // 1024} KiB.", "Send fewer items at a time, or a smaller one."
    )


def _stated(scope: Scope, header: bytes) -> Iterator[bytes]:
    return (value for name, value in scope["headers"] if name == header)


def _essence(media_type: bytes) -> bytes:
    return media_type.partition(b";")[0].strip(b" \t").lower()
