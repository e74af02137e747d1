"""The outside in a test: servers on loopback that say whatever a test wants, and a whole web that exists in a table."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from becivic.fetching import Answer, Fetcher, NoAnswer, Trouble
from becivic.fetching.pace import Pace
from becivic.fetching.resolving import IsAllowed, Resolve
from becivic.fetching.web_address import WebAddress
from becivic.fetching.wire import Wire
from becivic.rules.rot import Manners

QUICK: Final = Manners(connect_seconds=2, seconds=2, pause_seconds=0)
NO_ROBOTS: Final = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"

Said = bytes | Callable[[socket.socket], None]
"""What a server answers: these bytes, or whatever this does to the connection."""


def said(body: bytes = b"", status: str = "200 OK", **headers: str) -> bytes:
    """An answer with its length, and headers by their names with underscores."""
    given = {
        "Content-Length": str(len(body)),
        **{name.replace("_", "-"): text for name, text in headers.items()},
    }
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {text}" for name, text in given.items()), "", ""]
    return "\r\n".join(lines).encode("utf-8") + body


def sent_to(url: str, status: str = "302 Found") -> bytes:
    return said(status=status, Location=url)


class Clock:
    """Counts seconds; whoever sleeps moves it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@dataclass
class LoopbackServer:
    """Answers by path; what was asked for is kept as it came."""

    answers: dict[str, Said]
    port: int
    requests: list[str] = field(default_factory=list)

    def url(self, path: str = "/", host: str = "page.example", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"

    @property
    def asked(self) -> list[str]:
        """The request lines, without what is the same in all."""
        return [request.partition(" HTTP/1.1")[0] for request in self.requests]

    def answer(self, connection: socket.socket) -> None:
        head = b""
        while b"\r\n\r\n" not in head and (more := connection.recv(4096)):
            head += more
        if not head:
            return
        self.requests.append(head.decode("latin-1"))
        answer = self.answers.get(self.requests[-1].partition(" ")[2].partition(" ")[0], NO_ROBOTS)
        if isinstance(answer, bytes):
            connection.sendall(answer)
        else:
            answer(connection)


@contextmanager
def loopback_server(
    answers: Mapping[str, Said], tls: ssl.SSLContext | None = None, address: str = "127.0.0.1"
) -> Iterator[LoopbackServer]:
    """A real server while this lasts, one connection at a time."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.create_server((address, 0), family=family)
    server = LoopbackServer(dict(answers), listener.getsockname()[1])
    thread = threading.Thread(target=_serve, args=(server, listener, tls))
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(10)
        listener.close()


def _serve(server: LoopbackServer, listener: socket.socket, tls: ssl.SSLContext | None) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with suppress(OSError), connection:  # whoever has heard enough hangs up
            connection.settimeout(10)
            if tls is None:
                server.answer(connection)
            else:
                with tls.wrap_socket(connection, server_side=True) as secured:
                    server.answer(secured)


def at_home(_: str, __: int) -> list[str]:
    """Every name is this machine."""
    return ["127.0.0.1"]


def anywhere(_: str, __: int) -> bool:
    """Lets a test connect to itself, which nobody else may."""
    return True


def fetcher(
    *,
    resolve: Resolve = at_home,
    is_allowed: IsAllowed = anywhere,
    manners: Manners = QUICK,
    tls: ssl.SSLContext | None = None,
    clock: Callable[[], float] | None = None,
) -> Fetcher:
    """One that reaches loopback. The time on the wire is real; nobody sleeps."""
    import time  # noqa: PLC0415  only here is the wire's time real

    pace = Clock()
    wire = Wire(
        tls or ssl.create_default_context(),
        clock or time.monotonic,
        "BeCivic/test (+https://becivic.test)",
        manners,
    )
    return Fetcher(wire, Pace(pace, pace.sleep, manners), resolve, is_allowed)


Told = Answer | Trouble


class PretendWire(Wire):
    """A web in a table: by address, or by method and address. What is not in it is not there."""

    def __init__(self, web: Mapping[str, Told], manners: Manners) -> None:
        super().__init__(ssl.create_default_context(), Clock(), "BeCivic/test", manners)
        object.__setattr__(self, "web", web)
        object.__setattr__(self, "asked", [])

    web: Mapping[str, Told]
    asked: list[str]

    def ask(self, method: str, address: WebAddress, ips: Sequence[str], seconds: float) -> Answer:
        self.asked.append(f"{method} {address.url}")
        found = self.web.get(f"{method} {address.url}", self.web.get(address.url, Answer(404, {})))
        if isinstance(found, Trouble):
            raise NoAnswer(found)
        return Answer(found.status, found.headers, b"" if method == "HEAD" else found.body, found.is_whole)


def pretend(web: Mapping[str, Told], manners: Manners = QUICK) -> tuple[Fetcher, list[str]]:
    """A fetcher on that web, and what it asks as it asks it."""
    wire = PretendWire(web, manners)
    pace = Clock()
    return Fetcher(wire, Pace(pace, pace.sleep, manners), at_home, anywhere), wire.asked


def page(body: str = "", status: int = 200, **headers: str) -> Answer:
    given = {"content-type": "text/html", **{name.replace("_", "-"): text for name, text in headers.items()}}
    return Answer(status, given, body.encode())
