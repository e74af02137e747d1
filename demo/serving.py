"""A real `becivic serve` on loopback, as a process that the demo and the tests start, listen to and end."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import httpx

from becivic.config import without_settings

WAIT: Final = 60.0
PLAIN: Final = {"NO_COLOR": "1", "COLUMNS": "200", "TERM": "dumb"}
"""No colours, wide lines: what a program reads."""
SERVE: Final = ("-m", "becivic.cli", "serve")
_WATCHING: Final = (
    "import os, signal, threading;"
    "threading.Thread(target=lambda: os.read(0, 1) or os.kill(os.getpid(), signal.SIGTERM), daemon=True).start();"
    "from becivic.cli import main; main()"
)
WITH_US: Final = ("-c", _WATCHING, "serve")
"""The same, for no longer than whoever started it: its standard input is a pipe that nobody writes to, and the system closes
that with the other end, however that one ended."""


class NeverCame(AssertionError):
    """Somebody waited for something that a server should have said or shown."""


class Serving:
    """The process. As a context manager it is stopped at the end, whatever happened."""

    def __init__(
        self,
        home: Path,
        *,
        command: Sequence[str] = SERVE,
        env: Mapping[str, str] | None = None,
        log: Path | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *command],
            env={
                **without_settings(os.environ),
                **PLAIN,
                "PORT": "0",
                "BECIVIC_HOME": str(home),
                "BECIVIC_PROBES": "off",  # whatever public URL a test gives it, it sends nothing to other servers
                **(env or {}),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines: list[str] = []
        self._log = log
        self._arrivals: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stderr or ():
            self._arrivals.put(line)
            if self._log is not None:
                with self._log.open("a", encoding="utf-8") as kept:
                    kept.write(line)
        self._arrivals.put(None)

    def until(self, fits: Callable[[str], bool]) -> str:
        """The first line of stderr that fits; fails when the process ends without one."""
        try:
            while (line := self._arrivals.get(timeout=WAIT)) is not None:
                self.lines.append(line)
                if fits(line):
                    return line
        except queue.Empty:
            raise NeverCame(f"the server has been silent for {WAIT:.0f} s: {self.said.strip()}") from None
        raise NeverCame(f"the server ended: {self.said.strip()}")

    def ready(self) -> Self:
        line = self.until(lambda text: "listens on" in text)
        found = re.search(r"http://\S+", line)
        if found is None:
            raise NeverCame(f"the server did not say where it listens: {line}")
        self.url = found.group()
        self.until(lambda text: text.strip().startswith("stop"))
        return self

    def get(self, path: str, **headers: str) -> httpx.Response:
        return httpx.get(
            self.url + path, headers={k.replace("_", "-"): v for k, v in headers.items()}, timeout=WAIT
        )

    def eventually(self, fits: Callable[[], bool]) -> None:
        """Ask again a bounded number of times."""
        for _ in range(400):
            if fits():
                return
            time.sleep(0.02)
        raise NeverCame("it never came true")

    def stop(self, number: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.ended()

    def ended(self) -> int:
        """The exit code, once everything it said has been read."""
        code = self.process.wait(WAIT)
        self._reader.join(WAIT)
        while (line := self._arrivals.get()) is not None:
            self.lines.append(line)
        self._arrivals.put(None)
        return code

    @property
    def said(self) -> str:
        return "".join(self.lines)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(WAIT)
        self._reader.join(WAIT)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
