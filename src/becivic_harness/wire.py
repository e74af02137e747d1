"""Owns one request to the server and its answer. Nothing of the person is in it but what the caller puts there.

`http.client` rather than `urllib`: it is there in a third of the time, and a command is one request.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from becivic_harness import __version__
from becivic_harness.here import Here
from becivic_harness.refusals import USAGE, Refused

if TYPE_CHECKING:
    import http.client

_LARGEST: Final = 16 << 20
_PIECE: Final = 1 << 16
_LONGEST: Final = 12.0
"""Seconds that a run waits for the server, all its requests together: other commands wait for their turn meanwhile."""
_NOT_REACHED: Final = "the server was not reached"
_LOOPBACK: Final = re.compile(r"localhost|::1|127(\.[0-9]{1,3}){3}")


class Unreachable(Exception):
    """No usable answer: no network, no server, or one that cannot serve now. The message holds no address."""


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300

    def json(self) -> dict[str, Any]:
        """The object it holds; an answer that holds none is no answer of this service."""
        try:
            found = json.loads(self.body.decode("utf-8"))
        except (ValueError, RecursionError):
            raise Unreachable("what answered does not speak our language") from None
        if not isinstance(found, dict):
            raise Unreachable("what answered does not speak our language")
        return found


def get(here: Here, path: str, query: Any = (), **headers: str) -> Answer:  # noqa: ANN401  what urlencode takes
    from urllib.parse import urlencode

    asked = f"{path}?{urlencode(query, doseq=True)}" if query else path
    return ask(here, "GET", asked, None, headers)


def post(here: Here, path: str, document: object, **headers: str) -> Answer:
    body = json.dumps(document, ensure_ascii=False).encode("utf-8")
    return ask(here, "POST", path, body, {"Content-Type": "application/json", **headers})


def ask(here: Here, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
    """One request. What is not an answer of the service is Unreachable; 5xx is too, for nothing was decided."""
    import socket
    from http.client import HTTPException

    seconds = min(2 * here.patience, _LONGEST - here.waited)
    connection, base = _connection(here, seconds)
    if here.is_cut_off or seconds <= 0:
        raise Unreachable(_NOT_REACHED)
    sent = {"Accept": "application/json", "User-Agent": f"becivic-harness/{__version__}", **headers}
    begun = time.monotonic()

    def exchange() -> Answer:
        connection.request(method, base + path, body, sent)
        with connection.getresponse() as heard:
            headers_heard = {name.lower(): value for name, value in heard.getheaders()}
            return Answer(heard.status, headers_heard, _read(heard, begun + seconds))

    try:
        answer = _within(seconds, exchange)
    except (Unreachable, socket.timeout, TimeoutError) as slow:
        here.is_cut_off = True
        raise slow if isinstance(slow, Unreachable) else Unreachable(_NOT_REACHED) from None
    except (OSError, HTTPException, ValueError):
        raise Unreachable(_NOT_REACHED) from None
    finally:
        here.waited += time.monotonic() - begun
        _hang_up(connection)
    if answer.status >= 500:
        raise Unreachable(f"the server cannot answer now ({answer.status})")
    if 300 <= answer.status < 400:
        raise Unreachable("the server sends us elsewhere; name the address it leads to with --api")
    return answer


def _connection(here: Here, seconds: float) -> tuple[http.client.HTTPConnection, str]:
    """Not opened yet, with what every path there begins with."""
    from http.client import HTTPConnection, HTTPSConnection
    from urllib.parse import urlsplit

    if not here.api:
        raise Unreachable("no server is named: give --api URL, or set BECIVIC_API")
    try:
        server = urlsplit(here.api)
        host, port = server.hostname or "", server.port
    except ValueError:
        raise Refused(
            "usage",
            "The address of the server is none.",
            "Write it like https://civic.example.org.",
            code=USAGE,
        ) from None
    _refuse_open_lines(server.scheme, host)
    kind = HTTPSConnection if server.scheme == "https" else HTTPConnection
    return kind(host, port, timeout=min(here.patience, seconds)), server.path.rstrip("/")


def _within(seconds: float, work: Callable[[], Answer]) -> Answer:
    """A name is looked up without any limit, and a limit on each read is none on headers that drip in: the whole is
    watched from outside."""
    import threading

    done: list[Answer | Exception] = []

    def run() -> None:
        try:
            done.append(work())
        except Exception as error:  # noqa: BLE001  raised again where somebody waits for it
            done.append(error)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    worker.join(seconds)
    if not done:
        raise TimeoutError
    found = done.pop()
    if isinstance(found, Exception):
        raise found
    return found


def _hang_up(connection: http.client.HTTPConnection) -> None:
    """Also on a worker that still reads: it ends then."""
    import socket

    line = connection.sock
    if line is not None:
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
    connection.close()


def _read(heard: http.client.HTTPResponse, until: float) -> bytes:
    """All of the answer, unless it is too large or drips in for ever."""
    pieces: list[bytes] = []
    size = 0
    while piece := heard.read1(_PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > _LARGEST or time.monotonic() > until:
            raise Unreachable("the server's answer has no end")
    return b"".join(pieces)


def _refuse_open_lines(scheme: str, host: str) -> None:
    if scheme == "https" or (scheme == "http" and _LOOPBACK.fullmatch(host)):
        return
    raise Refused(
        "insecure_server",
        "The address of the server is neither https nor on this machine.",
        "Name one with --api or BECIVIC_API, such as https://civic.example.org.",
        code=USAGE,
    )
