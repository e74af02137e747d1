"""The load generator for reads: a process of its own, one request again and again on keep-alive connections.

Answers may come with a length or in chunks; each must be as long as the first one.
"""

from __future__ import annotations

import argparse
import json
import re
import selectors
import socket
import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

_LENGTH: Final = re.compile(rb"\r\ncontent-length: ([0-9]+)\r\n", re.IGNORECASE)
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

    def done(self) -> tuple[bytes, int]:
        """The first line of the answer, and how long it was."""
        found = self.read[:12], len(self.read)
        self.read, self.whole = b"", 0
        return found


def measure(port: int, connections: int, path: str, seconds: float) -> dict[str, Any]:
    request = (
        f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/html,*/*;q=0.8\r\n"
        "accept-language: en\r\naccept-encoding: gzip, br\r\n\r\n"
    ).encode()
    with ExitStack() as stack:
        selector = stack.enter_context(selectors.DefaultSelector())
        for _ in range(connections):
            connected = stack.enter_context(socket.create_connection(("127.0.0.1", port), _WAIT))
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(connected, selectors.EVENT_READ, Line(connected))
            connected.sendall(request)
        return _counted(selector, request, connections, seconds)


def _counted(
    selector: selectors.BaseSelector, request: bytes, connections: int, seconds: float
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
            status, size = line.done()
            counted += 1
            refused += status != b"HTTP/1.1 200"
            if is_over:
                waiting -= 1
            else:
                line.socket.sendall(request)
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
    arguments.add_argument("path")
    arguments.add_argument("--seconds", type=float, default=1.0)
    given = arguments.parse_args()
    print(json.dumps(measure(given.port, given.connections, given.path, given.seconds)))
