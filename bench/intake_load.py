"""The load generator: a process of its own, one loop over keep-alive connections, a request under way on each.

It sends the next request as soon as an answer is read, and counts only what was answered as it should be.
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
from typing import Any, Final

from becivic.clock import SystemClock
from bench.intake_messages import concerns, envelopes

ITEMS: Final = 20
"""Items of an envelope."""

_LENGTH: Final = re.compile(rb"content-length: ([0-9]+)")
_WAIT: Final = 30.0


@dataclass(slots=True)
class Line:
    """One connection: what it has read of an answer, and since when it waits for the rest."""

    socket: socket.socket
    since: float = 0.0
    read: bytes = b""

    def send(self, request: bytes) -> None:
        self.since = time.perf_counter()
        self.socket.sendall(request)

    def answer(self) -> bytes | None:
        """The whole answer, once it is there."""
        piece = self.socket.recv(65536)
        if not piece:
            raise ConnectionError("the server closed a connection")
        self.read += piece
        head, _, body = self.read.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if length is None or len(body) < int(length[1]):
            return None
        whole, self.read = self.read, b""
        return whole


@dataclass(slots=True)
class Tally:
    """What came back."""

    word: bytes
    counted: int = 0
    refused: int = 0
    waits: list[float] = field(default_factory=list)

    def add(self, answer: bytes, waited: float) -> None:
        found = answer.count(self.word) if answer.startswith(b"HTTP/1.1 200") else 0
        self.counted += found
        self.refused += not found
        self.waits.append(waited)


def drive(
    port: int, connections: int, requests: Iterator[bytes], tally: Tally, *, seconds: float, most: int
) -> float:
    """Send until the time is over or enough is sent; the seconds until the last answer."""
    with ExitStack() as stack:
        selector = stack.enter_context(selectors.DefaultSelector())
        lines = [Line(stack.enter_context(_connected(port))) for _ in range(connections)]
        for line in lines:
            selector.register(line.socket, selectors.EVENT_READ, line)
        started = time.perf_counter()
        for line in lines:
            line.send(next(requests))
        left, waiting = most - connections, connections
        while waiting:
            for line, answer in _answers(selector):
                now = time.perf_counter()
                tally.add(answer, now - line.since)
                if left > 0 and now - started < seconds:
                    left -= 1
                    line.send(next(requests))
                else:
                    waiting -= 1
        return time.perf_counter() - started


def _connected(port: int) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port), _WAIT)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


def _answers(selector: selectors.BaseSelector) -> Iterator[tuple[Line, bytes]]:
    """Those that are whole, once something arrived."""
    ready = selector.select(_WAIT)
    if not ready:
        raise TimeoutError("the server no longer answers")
    for key, _ in ready:
        line: Line = key.data
        answer = line.answer()
        if answer is not None:
            yield line, answer


def measure(port: int, connections: int, what: str, *, seconds: float, most: int) -> dict[str, Any]:
    now = SystemClock().now()
    requests, word = (
        (concerns(now), b'"staged"') if what == "stage" else (envelopes(now, ITEMS), b'"validated"')
    )
    tally = Tally(word)
    busy = time.process_time()
    taken = drive(port, connections, requests, tally, seconds=seconds, most=most)
    waits = sorted(tally.waits)
    return {
        "per_second": tally.counted / taken,
        "counted": tally.counted,
        "refused": tally.refused,
        "p50_ms": waits[len(waits) // 2] * 1000,
        "p99_ms": waits[len(waits) * 99 // 100] * 1000,
        "generator_busy": (time.process_time() - busy) / taken,
    }


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("port", type=int)
    arguments.add_argument("connections", type=int)
    arguments.add_argument("what", choices=["stage", "validate"])
    arguments.add_argument("--seconds", type=float, default=600.0)
    arguments.add_argument("--most", type=int, default=2**40)
    given = arguments.parse_args()
    print(
        json.dumps(measure(given.port, given.connections, given.what, seconds=given.seconds, most=given.most))
    )
