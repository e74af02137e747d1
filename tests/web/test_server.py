"""Listening: what the system refuses, in words; and what a signal does at each moment."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import re
import signal
import socket
import sys
import time
from itertools import count

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from becivic.observing.tallies import Tallies
from becivic.observing.tracing import REQUEST
from becivic.web.connection import Connection
from becivic.web.observed import Observed
from becivic.web.server import (
    KEEP_ALIVE,
    STOP_WITHIN,
    ListenRefused,
    Server,
    Stopping,
    listen,
    listen_refusal,
)


def test_a_free_port_is_taken_and_listened_on() -> None:
    with listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        assert listener.getsockname()[1] > 0


def test_answers_are_not_held_back_by_nagle() -> None:
    """asyncio turns Nagle's algorithm off only on connections whose listener was named as TCP."""

    async def nodelay() -> int:
        listener = listen("127.0.0.1", 0)
        accepted: asyncio.Future[socket.socket] = asyncio.get_running_loop().create_future()

        class Watching(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                accepted.set_result(transport.get_extra_info("socket"))

        async with await asyncio.get_running_loop().create_server(Watching, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            option = (await accepted).getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            writer.close()
            await writer.wait_closed()
        return option

    assert asyncio.run(nodelay()) != 0


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Linux alone knows it")
def test_a_caller_who_takes_in_nothing_of_an_answer_is_given_up() -> None:
    with listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 60_000


def test_the_server_runs_on_the_fast_loop_and_our_connections() -> None:
    found: list[object] = []
    server = Server(PlainTextResponse("fine"), lambda: found.append(asyncio.get_running_loop()))
    server.config.lifespan = "off"
    server.should_exit = True
    with listen("127.0.0.1", 0) as listener:
        server.run([listener])
    assert type(found[0]).__module__.partition(".")[0] == ("uvloop" if sys.platform != "win32" else "asyncio")
    assert server.config.http_protocol_class is Connection
    assert (server.config.backlog, server.config.timeout_keep_alive) == (2048, KEEP_ALIVE)


def test_uvicorn_never_logs_at_the_level_where_it_writes_addresses() -> None:
    Server(PlainTextResponse("fine"), lambda: None)
    for name in ("uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        assert logging.getLogger(name).level == logging.WARNING


def test_a_busy_port_is_named_at_once() -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(ListenRefused) as caught:
            listen("127.0.0.1", port)
    assert str(caught.value) == (
        f"PORT: {port} is already in use on 127.0.0.1. Stop what uses it, or set another port."
    )


def test_an_address_of_another_machine_is_named() -> None:
    with pytest.raises(
        ListenRefused, match=r"^BECIVIC_BIND: 192\.0\.2\.1 is not an address of this machine\."
    ):
        listen("192.0.2.1", 0)


def test_a_kind_of_address_the_system_does_not_know_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object) -> None:
        raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")

    monkeypatch.setattr(socket, "socket", unknown)
    with pytest.raises(ListenRefused, match=r"^BECIVIC_BIND: ::1 is not an address of this machine"):
        listen("::1", 0)


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.EACCES, "PORT: 80 is not for this user to open. Choose one from 1024 up."),
        (
            errno.ENOBUFS,
            "BECIVIC_BIND: 127.0.0.1 port 80 cannot be opened (No buffer space available). Choose another address or port.",
        ),
    ],
)
def test_every_other_refusal_is_one_sentence(number: int, says: str) -> None:
    assert str(listen_refusal(OSError(number, os.strerror(number)), "127.0.0.1", 80)) == says


def test_a_signal_before_the_server_runs_ends_the_program_well() -> None:
    with Stopping().on_signals(), pytest.raises(SystemExit) as caught:
        signal.raise_signal(signal.SIGTERM)
    assert caught.value.code == 0


def test_a_first_signal_stops_in_order_and_a_second_at_once() -> None:
    before = signal.getsignal(signal.SIGINT)
    stopping = Stopping()
    stopping.server = server = uvicorn.Server(uvicorn.Config("unused"))
    with stopping.on_signals():
        asked = [stopping.is_asked]
        signal.raise_signal(signal.SIGINT)
        asked.append(stopping.is_asked)
        assert asked == [False, True]
        assert (server.should_exit, server.force_exit) == (True, False)
        signal.raise_signal(signal.SIGTERM)
        assert (server.should_exit, server.force_exit) == (True, True)
    assert signal.getsignal(signal.SIGINT) is before


class Slow:
    """A server with one address that answers when it is told to, and not before."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.release = asyncio.Event()
        self.ready = asyncio.Event()
        self.listener = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        self.server = Server(Starlette(routes=[Route("/", self._answer)]), self.ready.set)

    async def _answer(self, _: Request) -> Response:
        self.asked.set()
        await self.release.wait()
        return PlainTextResponse("done")

    async def ask(self) -> httpx.Response:
        async with httpx.AsyncClient() as client:
            return await client.get(self.url, timeout=30)


def test_a_request_under_way_is_answered_and_no_new_one_is_taken() -> None:
    async def exchange() -> httpx.Response:
        slow = Slow()
        running = asyncio.create_task(slow.server.serve([slow.listener]))
        await slow.ready.wait()
        asking = asyncio.create_task(slow.ask())
        await slow.asked.wait()
        slow.server.should_exit = True
        while slow.listener.fileno() != -1:  # noqa: ASYNC110  the library says it in no other way
            await asyncio.sleep(0.01)
        with pytest.raises(httpx.ConnectError):
            await slow.ask()
        slow.release.set()
        await running
        return await asking

    assert asyncio.run(exchange()).text == "done"


def test_of_requests_sent_in_one_go_each_has_its_own_id_and_is_counted() -> None:
    tallies, ids, ready = Tallies(), count(1), asyncio.Event()

    async def told(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(0)  # so that the next one has arrived when this one is answered
        await PlainTextResponse(REQUEST.get())(scope, receive, send)

    server = Server(Observed(told, tallies, lambda: f"id-{next(ids)}", time.perf_counter), ready.set)
    server.config.lifespan = "off"

    async def exchange() -> bytes:
        listener = listen("127.0.0.1", 0)
        running = asyncio.create_task(server.serve([listener]))
        await ready.wait()
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        another = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
        writer.write((another + b"\r\n") * 3 + another + b"Connection: close\r\n\r\n")
        said = await reader.read()
        writer.close()
        await writer.wait_closed()
        server.should_exit = True
        await running
        return said

    said = asyncio.run(exchange())
    assert re.findall(rb"x-request-id: (\S+)", said) == [b"id-1", b"id-2", b"id-3", b"id-4"]
    assert re.findall(rb"^id-\d", said, re.MULTILINE) == [b"id-1", b"id-2", b"id-3", b"id-4"]
    assert tallies.requests.total() == 4


def test_a_request_that_never_ends_is_cut_off(caplog: pytest.LogCaptureFixture) -> None:
    async def exchange() -> None:
        slow = Slow()
        assert slow.server.config.timeout_graceful_shutdown == STOP_WITHIN
        slow.server.config.timeout_graceful_shutdown = 0
        running = asyncio.create_task(slow.server.serve([slow.listener]))
        await slow.ready.wait()
        asking = asyncio.create_task(slow.ask())
        await slow.asked.wait()
        slow.server.should_exit = True
        await running
        await asyncio.gather(asking, return_exceptions=True)

    caplog.set_level(logging.ERROR)
    asyncio.run(exchange())
    assert "timeout graceful shutdown exceeded" in caplog.text
    assert "127.0.0.1" not in caplog.text
