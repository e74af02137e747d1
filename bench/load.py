"""The load generator: a process of its own, one loop over keep-alive connections, a request under way on each.

It sends the next request as soon as an answer is read, and counts only what was answered as it should be. What it sends: concerns
to stage, envelopes to validate, a path to get, or whatever a file holds, a whole request. Answers have a length or come in chunks.
"""

from __future__ import annotations

import argparse
import json
import re
import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count, repeat
from pathlib import Path
from typing import Any, Final

from becivic.clock import SystemClock
from bench.intake_messages import concerns, envelopes

ITEMS: Final = 20
"""Items of an envelope."""
COUNT: Final = b"0000000000000000"
"""Where a request of a file holds it, each has another number there, so that no two are the same."""
STAGE, VALIDATE = "stage", "validate"
_LENGTH: Final = re.compile(rb"\r\ncontent-length: ([0-9]+)\r\n", re.IGNORECASE)
_GOOD: Final = b"HTTP/1.1 200"
_LAST_CHUNK: Final = b"\r\n0\r\n\r\n"
_WAIT: Final = 30.0


@dataclass(slots=True)
class Line:
    """One connection: what it has read of an answer, how long that will be, and since when it waits."""

    socket: socket.socket
    since: float = 0.0
    read: bytes = b""
    whole: int = 0

    def send(self, request: bytes) -> None:
        self.read, self.whole, self.since = b"", 0, time.perf_counter()
        self.socket.sendall(request)

    def is_answered(self) -> bool:
        piece = self.socket.recv(262_144)
        if not piece:
            raise ConnectionError("the server closed a connection")
        self.read = self.read + piece if self.read else piece
        if not self.whole:
            self._look_at_head()
        if self.whole:
            return len(self.read) >= self.whole
        return self.read.endswith(_LAST_CHUNK)

    def _look_at_head(self) -> None:
        end = self.read.find(b"\r\n\r\n")
        length = _LENGTH.search(self.read, 0, end + 2) if end >= 0 else None
        self.whole = end + 4 + int(length[1]) if length is not None else 0


@dataclass(slots=True)
class Tally:
    """What came back. An answer counts as often as it holds the word of a good one; once where there is no such word."""

    word: bytes
    counted: int = 0
    refused: int = 0
    size: int = 0
    waits: list[float] = field(default_factory=list)

    def add(self, answer: bytes, waited: float) -> None:
        is_good = answer.startswith(_GOOD)
        found = (answer.count(self.word) if self.word else 1) if is_good else 0
        self.counted += found
        self.refused += not found
        self.size = len(answer)
        self.waits.append(waited)


@dataclass(frozen=True, slots=True)
class Load:
    """On so many connections, until the time is over or enough is sent."""

    port: int
    connections: int
    seconds: float
    most: int

    def drive(self, requests: Iterator[bytes], tally: Tally) -> float:
        """The seconds until the last answer."""
        with ExitStack() as stack:
            selector = stack.enter_context(selectors.DefaultSelector())
            lines = [Line(stack.enter_context(self._connected())) for _ in range(self.connections)]
            for line in lines:
                selector.register(line.socket, selectors.EVENT_READ, line)
            started = time.perf_counter()
            for line in lines:
                line.send(next(requests))
            left, waiting = self.most - self.connections, self.connections
            while waiting:
                for line in _answered(selector):
                    now = time.perf_counter()
                    tally.add(line.read, now - line.since)
                    if left > 0 and now - started < self.seconds:
                        left -= 1
                        line.send(next(requests))
                    else:
                        waiting -= 1
            return time.perf_counter() - started

    def _connected(self) -> socket.socket:
        found = socket.create_connection(("127.0.0.1", self.port), _WAIT)
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return found


def _answered(selector: selectors.BaseSelector) -> Iterator[Line]:
    """Those whose answer is whole, once something arrived."""
    ready = selector.select(_WAIT)
    if not ready:
        raise TimeoutError("the server no longer answers")
    for key, _ in ready:
        line: Line = key.data
        if line.is_answered():
            yield line


def requests_for(what: str, word: str) -> tuple[Iterator[bytes], bytes]:
    """What is sent, and the word that a good answer holds."""
    now = SystemClock().now()
    if what == STAGE:
        return concerns(now), b'"staged"'
    if what == VALIDATE:
        return envelopes(now, ITEMS), b'"validated"'
    request = Path(what[1:]).read_bytes() if what.startswith("@") else asking_for(what)
    return _numbered(request), word.encode()


def asking_for(path: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/html,*/*;q=0.8\r\n"
        "accept-language: en\r\naccept-encoding: gzip, br\r\n\r\n"
    ).encode()


def _numbered(request: bytes) -> Iterator[bytes]:
    if COUNT not in request:
        return repeat(request)
    begin = time.time_ns() // 1000  # nor those of another run
    return (request.replace(COUNT, b"%016d" % number) for number in count(begin))


def measure(load: Load, what: str, word: str) -> dict[str, Any]:
    requests, good = requests_for(what, word)
    tally = Tally(good)
    busy = time.process_time()
    taken = load.drive(requests, tally)
    waits = sorted(tally.waits)
    return {
        "per_second": tally.counted / taken,
        "counted": tally.counted,
        "refused": tally.refused,
        "bytes": tally.size,
        "p99_ms": waits[len(waits) * 99 // 100] * 1000,
        "generator_busy": (time.process_time() - busy) / taken,
    }


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("port", type=int)
    arguments.add_argument("connections", type=int)
    arguments.add_argument("what", help=f"{STAGE}, {VALIDATE}, a path, or the name of a file after @")
    arguments.add_argument("--seconds", type=float, default=600.0)
    arguments.add_argument("--most", type=int, default=2**40)
    arguments.add_argument("--word", default="")
    given = arguments.parse_args()
    load = Load(given.port, given.connections, given.seconds, given.most)
    print(json.dumps(measure(load, given.what, given.word)))
