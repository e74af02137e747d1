"""Listening and stopping: one process, a socket bound before anything else, an orderly end on SIGTERM or Ctrl+C."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from becivic.rules.errors import BeCivicError
from becivic.web.connection import Connection

STOP_WITHIN: Final = 10
"""Seconds that answers under way have to finish once a stop was asked for."""

_LAST_SECOND: Final = 1
"""Before those are over, connections of callers who do not read are closed, so that no answer has to be cancelled."""

KEEP_ALIVE: Final = 75
"""Seconds an idle connection stays open: longer than common proxies keep theirs, so that none meets a closed one."""

_BACKLOG: Final = 2048

_UNREAD_WITHIN: Final = 60_000
"""Milliseconds after which a caller who takes in nothing of an answer is given up."""


class ListenRefused(BeCivicError):
    """The address or port cannot be had. `where` names the variable."""


def listen(address: str, port: int) -> socket.socket:
    """A listening socket, so that a busy port is known before anything is loaded."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        # Named as TCP, or asyncio leaves Nagle's algorithm on and every answer waits 40 ms for an ACK.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except OSError as error:
        raise listen_refusal(error, address, port) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # pragma: no branch  Linux; connections inherit it
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD_WITHIN)
        listener.bind((address, port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise listen_refusal(error, address, port) from None
    return listener


def listen_refusal(error: OSError, address: str, port: int) -> ListenRefused:
    """What the system said, in words a person can act on."""
    match error.errno:
        case errno.EADDRINUSE:
            wrong, remedy = (
                f"{port} is already in use on {address}.",
                "Stop what uses it, or set another port.",
            )
            return ListenRefused(wrong, where="PORT", remedy=remedy)
        case errno.EACCES:
            wrong, remedy = f"{port} is not for this user to open.", "Choose one from 1024 up."
            return ListenRefused(wrong, where="PORT", remedy=remedy)
        case errno.EADDRNOTAVAIL | errno.EAFNOSUPPORT:
            wrong, remedy = f"{address} is not an address of this machine.", "Use 127.0.0.1 or 0.0.0.0."
            return ListenRefused(wrong, where="BECIVIC_BIND", remedy=remedy)
        case _:
            wrong = f"{address} port {port} cannot be opened ({error.strerror})."
            return ListenRefused(wrong, where="BECIVIC_BIND", remedy="Choose another address or port.")


class Server(uvicorn.Server):
    """uvicorn without its own signal handling: that one ends by killing the process with the signal it got."""

    def __init__(self, app: ASGIApp, when_ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                loop="auto",  # uvloop where it is installed
                http=Connection,
                ws="none",
                lifespan="on",
                log_config=None,
                log_level=logging.WARNING,  # unset counts as its trace level, which writes addresses
                access_log=False,
                proxy_headers=False,  # X-Forwarded-For is believed from BECIVIC_TRUSTED_PROXIES alone
                server_header=False,
                backlog=_BACKLOG,
                timeout_keep_alive=KEEP_ALIVE,
                timeout_graceful_shutdown=STOP_WITHIN,
            )
        )
        self._when_ready = when_ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        ending = asyncio.get_running_loop().call_later(STOP_WITHIN - _LAST_SECOND, self._abort_connections)
        try:
            await super().shutdown(sockets)
        finally:
            ending.cancel()

    def _abort_connections(self) -> None:
        """Whoever writes to one is told that the caller has left, and ends."""
        for connection in tuple(self.server_state.connections):
            assert isinstance(connection, Connection)  # the configuration names no other
            connection.transport.abort()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_ready()


class Stopping:
    """What SIGTERM and Ctrl+C do: before the server runs, leave; then stop in order; asked again, stop now."""

    def __init__(self) -> None:
        self.server: uvicorn.Server | None = None

    @property
    def is_asked(self) -> bool:
        """Whether a stop was asked for: answers under way are finished, and nobody should send more."""
        return self.server is not None and self.server.should_exit

    def __call__(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        if self.server is None:
            raise SystemExit(0)
        self.server.force_exit = self.server.should_exit
        self.server.should_exit = True

    @contextmanager
    def on_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
