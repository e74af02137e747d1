"""One connection: how large and how slow a request may be, and how it ends when it is not read whole."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from becivic.web import connection
from becivic.web.connection import HEAD_BYTES
from becivic.web.request_body import read_body
from becivic.web.server import Server, listen

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
CHUNKED = b"POST /read HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"


class Answering:
    """`/` answers without reading a body, `/read` reads it, `/wait` answers when it is released."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.left = 0
        self.connections: set[Any] = set()
        self.asked = asyncio.Event()
        self.release = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.paths.append(scope["path"])
        self.asked.set()
        body = b"fine"
        if scope["path"] == "/read":
            try:
                body = await read_body(receive, scope)
            except ClientDisconnect:
                self.left += 1
                return
        if scope["path"] == "/wait":
            await self.release.wait()
        headers = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class Caller:
    """Speaks HTTP by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def says(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def hears(self) -> tuple[int, bytes]:
        """One answer, by its Content-Length."""
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("ascii").lower().split("\r\n")
        fields = dict(line.split(": ", 1) for line in head[1:] if line)
        return int(head[0].split(" ")[1]), await self._reader.readexactly(int(fields["content-length"]))

    async def hears_the_end(self) -> bytes:
        """Everything up to the end of the connection."""
        try:
            return await self._reader.read()
        except ConnectionResetError:
            return b""

    async def hears_a_refusal(self) -> int:
        status, body = await self.hears()
        assert json.loads(body)["status"] == status
        assert await self.hears_the_end() == b""
        return status

    async def leaves(self) -> None:
        self._writer.close()
        await asyncio.gather(self._writer.wait_closed(), return_exceptions=True)


@asynccontextmanager
async def conversation() -> AsyncIterator[tuple[Answering, Caller]]:
    app, ready = Answering(), asyncio.Event()
    listener = listen("127.0.0.1", 0)
    server = Server(app, ready.set)
    server.config.lifespan = "off"
    app.connections = server.server_state.connections
    running = asyncio.create_task(server.serve([listener]))
    await ready.wait()
    caller = Caller(*await asyncio.open_connection(*listener.getsockname()))
    try:
        yield app, caller
    finally:
        await caller.leaves()
        server.should_exit = True
        await running


def talk(script: Callable[[Answering, Caller], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(60), conversation() as (app, caller):
            await script(app, caller)

    asyncio.run(run())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_WITHIN", 0.05)
    monkeypatch.setattr(connection, "REST_WITHIN", 0.05)


def head(size: int, method: str = "GET") -> bytes:
    return f"{method} / HTTP/1.1\r\nHost: a\r\nX-Long: {'x' * (size - 20)}\r\n\r\n".encode()


def test_requests_follow_each_other_on_one_connection() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        for _ in range(3):
            await caller.says(GET)
            assert await caller.hears() == (200, b"fine")
        await caller.says(CHUNKED + b"2\r\n{}\r\n0\r\nX-Trailer: yes\r\n\r\n" + GET)
        assert [await caller.hears(), await caller.hears()] == [(200, b"{}"), (200, b"fine")]

    talk(script)


def test_a_head_of_the_largest_size_is_taken() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(head(HEAD_BYTES))
        assert await caller.hears() == (200, b"fine")

    talk(script)


@pytest.mark.parametrize(
    "request_head",
    [head(HEAD_BYTES + 100), head(8 * HEAD_BYTES), head(8 * HEAD_BYTES).rstrip(), b"\r\n" * HEAD_BYTES],
    ids=["a little", "much", "without an end", "empty lines"],
)
def test_a_head_too_large_is_refused_before_anybody_sees_it(request_head: bytes) -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(request_head)
        assert await caller.hears_a_refusal() == 431
        assert app.paths == []

    talk(script)


def test_a_head_too_large_in_many_small_pieces_is_refused() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(b"GET / HTTP/1.1\r\n")
        for number in range(HEAD_BYTES // 1000 + 1):
            await caller.says(f"X-{number}: {'x' * 1000}\r\n".encode())
        assert await caller.hears_a_refusal() == 431

    talk(script)


UNREADABLE = {
    "TLS": b"\x16\x03\x01 hello\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "no host in the URL": b"GET http:///?hello HTTP/1.1\r\nHost: a\r\n\r\n",
    "no path in the URL": b"GET http://hello HTTP/1.1\r\nHost: a\r\n\r\n",
    "no such port": b"GET http://a:65536/?hello HTTP/1.1\r\nHost: a\r\n\r\n",
    "CONNECT": b"CONNECT hello:1 HTTP/1.1\r\nHost: hello:1\r\n\r\n",
    "CONNECT with a path": b"CONNECT /hello HTTP/1.1\r\nHost: a\r\n\r\n",
    "no Host": b"GET /hello HTTP/1.1\r\n\r\n",
    "two Hosts": b"GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "no Host and an upgrade": b"GET /hello HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n",
}


@pytest.mark.parametrize("first", [b"", GET], ids=["at once", "after another"])
@pytest.mark.parametrize("request_head", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_refused_in_our_words_and_not_logged(
    request_head: bytes, first: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def script(app: Answering, caller: Caller) -> None:
        if first:
            await caller.says(first)
            assert await caller.hears() == (200, b"fine")
        await caller.says(request_head)
        assert await caller.hears_a_refusal() == 400
        assert app.paths == ["/"] * bool(first)

    talk(script)
    assert "hello" not in caplog.text
    assert "127.0.0.1" not in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_who_speaks_http_1_0_need_not_name_a_host() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(b"GET / HTTP/1.0\r\n\r\n")
        assert await caller.hears() == (200, b"fine")
        assert await caller.hears_the_end() == b""

    talk(script)


@pytest.mark.parametrize(
    "line", [b"GET / HTTP/1.0\r\n", GET.removesuffix(b"\r\n") + b"Connection: close\r\n"]
)
def test_who_asks_for_another_protocol_and_for_the_end_gets_an_answer_and_the_end(line: bytes) -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(line + b"Connection: upgrade\r\nUpgrade: x\r\n\r\n" + GET)
        assert await caller.hears() == (200, b"fine")
        assert await caller.hears_the_end() == b""
        assert app.paths == ["/"]

    talk(script)


UPGRADE = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: %b\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"


@pytest.mark.parametrize("protocol", [b"websocket", b"h2c"])
def test_a_request_for_another_protocol_is_answered_in_this_one_and_not_logged(
    protocol: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """A common client asks for HTTP/2 in this way with every first request, and sends its body behind it."""
    caplog.set_level(logging.DEBUG)
    get = b"GET / HTTP/1.1\r\nHost: a\r\n" + UPGRADE % protocol
    post = b"POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n" + UPGRADE % protocol
    chunked = CHUNKED.removesuffix(b"\r\n") + UPGRADE % protocol

    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(get + post + b"GET " + chunked + b"2\r\n{}\r\n0\r\n\r\n" + GET)
        answers = [await caller.hears() for _ in range(4)]
        assert answers == [(200, b"fine"), (200, b"GET "), (200, b"{}"), (200, b"fine")]
        await caller.says(get)
        assert await caller.hears() == (200, b"fine")
        await caller.says(post)
        await caller.says(b"body")
        assert await caller.hears() == (200, b"body")

    talk(script)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_trailers_without_end_are_cut_off() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(CHUNKED + b"2\r\n{}\r\n0\r\nX-Trailer: " + b"x" * 8 * HEAD_BYTES)
        assert await caller.hears_a_refusal() == 431

    talk(script)


def test_a_body_that_is_not_framed_as_said_is_refused_once_and_the_reader_hears_of_it() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(CHUNKED)
        await app.asked.wait()
        await caller.says(b"many\r\n")
        assert await caller.hears_a_refusal() == 400
        while not app.left:  # noqa: ASYNC110  the application is told a moment later
            await asyncio.sleep(0)

    talk(script)


def test_an_answer_under_way_is_never_interrupted_by_a_refusal() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(b"GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        await app.asked.wait()
        await caller.says(b"\r\n" * HEAD_BYTES)
        assert await caller.hears_the_end() == b""

    talk(script)


@pytest.mark.usefixtures("impatient")
def test_a_caller_who_says_nothing_is_left_without_a_word() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        assert await caller.hears_the_end() == b""

    talk(script)


@pytest.mark.usefixtures("impatient")
def test_a_head_that_does_not_end_is_refused_in_time() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(b"GET / HTTP/1.1\r\nHost:")
        assert await caller.hears_a_refusal() == 408

    talk(script)


def test_a_later_head_has_a_time_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(GET)
        assert (await caller.hears())[0] == 200
        monkeypatch.setattr(connection, "HEAD_WITHIN", 0)
        await caller.says(b"GET / HT")
        assert await caller.hears_a_refusal() == 408

    talk(script)


def test_time_does_not_run_while_an_answer_is_awaited() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        (held,) = app.connections
        assert held._deadline is not None
        await caller.says(b"GET /wait HTTP/1.1\r\nHost: a\r\n\r\nGET")
        await app.asked.wait()
        assert held._deadline is None
        app.release.set()
        assert await caller.hears() == (200, b"fine")

    talk(script)


@pytest.mark.usefixtures("impatient")
def test_the_rest_of_a_request_that_was_answered_early_does_not_hold_the_connection() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx")
        assert await caller.hears() == (200, b"fine")
        assert await caller.hears_the_end() == b""

    talk(script)


def test_a_request_answered_early_may_still_end_and_another_follow() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx")
        assert await caller.hears() == (200, b"fine")
        await caller.says(b"x" * 99 + GET)
        assert await caller.hears() == (200, b"fine")

    talk(script)


def test_a_caller_who_asked_first_and_was_answered_without_its_body_starts_anew() -> None:
    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(
            b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n"
        )
        assert await caller.hears() == (200, b"fine")
        assert await caller.hears_the_end() == b""

    talk(script)


def test_a_caller_who_leaves_in_the_middle_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def script(app: Answering, caller: Caller) -> None:
        await caller.says(b"POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx")
        await app.asked.wait()
        await caller.leaves()
        while not app.left:  # noqa: ASYNC110  the application is told a moment later
            await asyncio.sleep(0)

    talk(script)
    assert "127.0.0.1" not in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
