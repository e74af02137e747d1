"""The tools over stdin and stdout, in this process. The first answer comes before anything of the library is loaded.

Whoever starts this says how the house is opened; that begins once the host has its first answer. Lines are read and
written here and not by the SDK: each is held to the same frame as over HTTP, and no thread of it keeps the program alive.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from functools import cache
from importlib import import_module
from typing import Any, Final

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from starlette.requests import Request

from becivic.mcp import frames
from becivic.mcp.server import REFUSED, make_server

FINISH_WITHIN: Final = 30.0
"""Seconds that calls under way have once the host has said its last word."""

Opening = Callable[[], AbstractAsyncContextManager[Any]]
"""Gives the house that the tools ask, and holds what it stands on until it is left."""

Lines = Callable[[], Awaitable[bytes]]
"""The next line of the host; empty when there are no more."""

Say = Callable[[bytes], Awaitable[None]]
"""Raises OSError where nobody reads any more."""

_LOCAL: Final = {"type": "http", "headers": [], "client": ("127.0.0.1", 0)}
"""Whoever calls is on this machine, like everybody who calls over loopback (design 7.1)."""

_log = logging.getLogger(__name__)


async def serve(opening: Opening, public_url: str, lines: Lines, say: Say) -> None:
    """Until the host closes its end. A house that cannot be opened is told to whoever calls, logged, and raised at the end."""
    house = _House(opening)
    server = make_server(lambda: _handlers(house.there), public_url)
    server.middleware.append(_AfterTheFirst(house.wanted))
    keeping = asyncio.create_task(house.keep())
    try:
        await _Conversation(lines, say).hold(server)
    finally:
        house.leave()
        await asyncio.wait((keeping,))
    keeping.result()


@cache
def _handlers(house: Callable[[], Awaitable[Any]]) -> Any:  # noqa: ANN401  as make_server takes them
    """Imported when a host first asks for more than who we are."""
    return import_module("becivic.mcp.handlers").Handlers(house)


class _Conversation:
    """Lines in, lines out, with the SDK between them."""

    def __init__(self, lines: Lines, say: Say) -> None:
        self._lines = lines
        self._say = say
        self._asked: set[types.RequestId] = set()
        self._answered = asyncio.Event()

    async def hold(self, server: Server[Any]) -> None:
        incoming, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        write, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
        serving = asyncio.create_task(server.run(read, write, server.create_initialization_options()))
        listening = asyncio.create_task(self._listen(incoming))
        speaking = asyncio.create_task(self._speak(outgoing))
        tasks = (serving, listening, speaking)
        try:
            await asyncio.wait((serving, speaking), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _listen(self, incoming: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        async with incoming:
            while line := await self._lines():
                if line.strip():
                    await self._hear(line, incoming)
            await self._finish()

    async def _hear(self, line: bytes, incoming: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        found = frames.read(line)
        if isinstance(found, frames.Wrong):
            await self._say(found.as_json())
        elif found is not None:
            message = types.jsonrpc_message_adapter.validate_json(found.message, by_name=False)
            if isinstance(message, types.JSONRPCRequest):
                self._asked.add(message.id)
            request = Request({**_LOCAL, REFUSED: found.unread})
            await incoming.send(SessionMessage(message, ServerMessageMetadata(request_context=request)))

    async def _finish(self) -> None:
        """A program that asks and closes its end is answered all the same."""
        try:
            async with asyncio.timeout(FINISH_WITHIN):
                while self._asked:
                    self._answered.clear()
                    await self._answered.wait()
        except TimeoutError:
            _log.warning("The host left before it was answered.")

    async def _speak(self, outgoing: MemoryObjectReceiveStream[SessionMessage]) -> None:
        async for told in outgoing:
            message = told.message
            try:
                await self._say(message.model_dump_json(by_alias=True, exclude_unset=True).encode())
            except OSError:
                return  # nobody reads any more
            if isinstance(message, types.JSONRPCResponse | types.JSONRPCError) and message.id is not None:
                self._asked.discard(message.id)
                self._answered.set()


class _AfterTheFirst:
    """Says so once a request was answered. The SDK calls it around each."""

    def __init__(self, answered: asyncio.Event) -> None:
        self._answered = answered

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        answer = await call_next(ctx)
        self._answered.set()
        return answer


class _House:
    """Opened by itself once the first request is answered, or when somebody needs it before."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening
        self.wanted = asyncio.Event()
        self._left = asyncio.Event()
        self._there: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def there(self) -> Any:  # noqa: ANN401  whatever was opened
        """Raises what kept it from being opened."""
        self.wanted.set()
        return await asyncio.shield(self._there)

    async def keep(self) -> None:
        """In one task from beginning to end: what is opened in a task is closed in it."""
        await self.wanted.wait()
        if self._left.is_set():
            return
        try:
            async with self._opening() as house:
                self._there.set_result(house)
                await self._left.wait()
        except Exception as error:
            if not self._there.done():
                self._there.set_exception(error)
                self._there.exception()  # whoever asks is told; nobody else need be
                _log.error("%s", error)
            raise

    def leave(self) -> None:
        self._left.set()
        self.wanted.set()
