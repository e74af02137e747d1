"""The load generator for reads: a process of its own, one request again and again on keep-alive connections.

Asks for a path, or sends what a file holds, a whole request of any kind. Answers may come with a length or in chunks;
where a word is told that a good one holds, those without it count as refused. Where a request holds `COUNT`, each has
another number there, so that no two are the same.
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
from dataclasses import dataclass
from itertools import count, repeat
from pathlib import Path
from typing import Any, Final

COUNT: Final = b"0000000000000000"
_LENGTH: Final = re.compile(rb"\r\ncontent-length: ([0-9]+)\r\n", re.IGNORECASE)
_GOOD: Final = b"HTTP/1.1 200"
_LAST_CHUNK: Final = b"\r\n0\r\n\r\n"
_WAIT: Final = 30.0


@dataclass(slots=True)
class Line:
    """One connection, what it has read of an answer, and how long that will be."""

    socket: socket.socket
    read: bytes = b""
    whole: int = 0

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

    def done(self, word: bytes) -> tuple[bool, int]:
        """Whether it is the answer that was hoped for, and how long it is."""
        found = self.read.startswith(_GOOD) and word in self.read, len(self.read)
        self.read, self.whole = b"", 0
        return found


def asking_for(path: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/html,*/*;q=0.8\r\n"
        "accept-language: en\r\naccept-encoding: gzip, br\r\n\r\n"
    ).encode()


def numbered(request: bytes) -> Iterator[bytes]:
    if COUNT not in request:
        return repeat(request)
    begin = time.time_ns() // 1000  # nor those of another run
    return (request.replace(COUNT, b"%016d" % number) for number in count(begin))


def measure(port: int, connections: int, request: bytes, seconds: float, word: bytes = b"") -> dict[str, Any]:
    requests = numbered(request)
    with ExitStack() as stack:
        selector = stack.enter_context(selectors.DefaultSelector())
        for _ in range(connections):
            connected = stack.enter_context(socket.create_connection(("127.0.0.1", port), _WAIT))
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(connected, selectors.EVENT_READ, Line(connected))
            connected.sendall(next(requests))
        return _counted(selector, requests, connections, seconds, word)


def _counted(
    selector: selectors.BaseSelector, requests: Iterator[bytes], connections: int, seconds: float, word: bytes
) -> dict[str, Any]:
    counted, refused, size, waiting = 0, 0, 0, connections
    busy, started = time.process_time(), time.perf_counter()
    until = started + seconds
    while waiting:
        ready = selector.select(_WAIT)
        if not ready:
            raise TimeoutError("the server no longer answers")
        is_over = time.perf_counter() >= until
        for key, _ in ready:
            line: Line = key.data
            if not line.is_answered():
                continue
            is_good, size = line.done(word)
            counted += 1
            refused += not is_good
            if is_over:
                waiting -= 1
            else:
                line.socket.sendall(next(requests))
    taken = time.perf_counter() - started
    return {
        "per_second": counted / taken,
        "counted": counted,
        "refused": refused,
        "bytes": size,
        "generator_busy": (time.process_time() - busy) / taken,
    }


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("port", type=int)
    arguments.add_argument("connections", type=int)
    arguments.add_argument("what", help="a path, or the name of a file after @")
    arguments.add_argument("--seconds", type=float, default=1.0)
    arguments.add_argument("--word", default="")
    given = arguments.parse_args()
    sent = Path(given.what[1:]).read_bytes() if given.what.startswith("@") else asking_for(given.what)
    print(json.dumps(measure(given.port, given.connections, sent, given.seconds, given.word.encode())))
