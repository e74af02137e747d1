"""Lines from stdin and to stdout, for a protocol that is spoken over them: read in a thread, written whole.

What a host gives for stdin may be a pipe, a file or nothing, on any system; and whatever else prints in this process must
not be taken for an answer.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from typing import Final

LINE_MOST: Final = 4 * 1024 * 1024
"""Bytes of a line: far more than any message is long."""

_CHUNK: Final = 65536
_SHOWN: Final = 16


class Wire:
    """Made inside a running loop. The thread that reads ends with the process, whoever still holds the other end."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._out = os.fdopen(os.dup(1), "wb", closefd=True)
        os.dup2(2, 1)  # whoever prints from now on speaks to a person
        threading.Thread(target=self._read, daemon=True, name="becivic-stdin").start()

    async def line(self) -> bytes:
        """Empty when there are no more."""
        return await self._lines.get()

    async def say(self, line: bytes) -> None:
        await asyncio.to_thread(self._write, line + b"\n")

    def _write(self, line: bytes) -> None:
        self._out.write(line)
        self._out.flush()

    def _read(self) -> None:
        for line in _lines(lambda: os.read(0, _CHUNK)):
            try:
                self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
            except RuntimeError:
                return  # the loop is closed: nobody listens any more


def _lines(read: Callable[[], bytes]) -> Iterator[bytes]:
    """Each with its end, and an empty one at last. The rest of one that is too long is passed over; what is left of it is no
    JSON, and is told as such. Read without Python's own stream, whose lock a thread may not hold when a program ends."""
    held, is_too_long = b"", False
    while chunk := read():
        *whole, held = (held + chunk).split(b"\n")
        for line in whole:
            if not is_too_long:
                yield line + b"\n"
            is_too_long = False
        if len(held) > LINE_MOST:
            if not is_too_long:
                yield held[:_SHOWN]
            held, is_too_long = b"", True
    if held and not is_too_long:
        yield held
    yield b""
