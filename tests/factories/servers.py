"""A real `becivic serve` on loopback, on a port of its own choosing."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx

_WAIT = 60.0
_PACKAGED = (
    "import sys; from pathlib import Path; from becivic.cli import main, serve; folder = Path(sys.argv.pop());"
    "serve.corpus_folder = lambda: folder; main()"
)
"""The command line over another packaged corpus, named by the last argument."""
_OFTEN = (
    "from dataclasses import replace; from datetime import timedelta; from becivic.jobs import schedule;"
    "from becivic.cli import serve; from becivic.names import PlainNameFinder;"
    "schedule.JOBS = {{job.name: replace(job, every=timedelta(seconds={often})) for job in schedule.JOBS.values()}};"
    "plainly = serve.open_workshop;"
    "serve.open_workshop = lambda *given: replace(plainly(*given), finder=PlainNameFinder());"
    "by_the_table = serve.Runner; serve.Runner = lambda *given: by_the_table(*given[:5]);"
)
"""Jobs by the second instead of by the hour, so that whoever watches them need not wait, nor load models."""


class Serving:
    """The process. As a context manager it is stopped at the end, whatever happened."""

    def __init__(
        self,
        home: Path,
        *,
        packaged: Path | None = None,
        often: int | None = None,
        env: dict[str, str] | None = None,
    ) -> None:
        code = (_OFTEN.format(often=often) if often else "") + _PACKAGED
        arguments = ["-c", code, "serve", str(packaged)] if packaged else ["-m", "becivic.cli", "serve"]
        plain = {"NO_COLOR": "1", "COLUMNS": "200", "TERM": "dumb", "PORT": "0", "BECIVIC_HOME": str(home)}
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            env={**os.environ, **plain, **(env or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines: list[str] = []
        self._arrivals: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._arrivals.put(line)
        self._arrivals.put(None)

    def until(self, fits: Callable[[str], bool]) -> str:
        """The first line of stderr that fits; fails when the process ends without one."""
        while (line := self._arrivals.get(timeout=_WAIT)) is not None:
            self.lines.append(line)
            if fits(line):
                return line
        raise AssertionError(f"the server ended: {self.lines}")

    def ready(self) -> Self:
        line = self.until(lambda text: "listens on" in text)
        found = re.search(r"http://\S+", line)
        assert found is not None
        self.url = found.group()
        self.until(lambda text: text.strip().startswith("stop"))
        return self

    def get(self, path: str, **headers: str) -> httpx.Response:
        return httpx.get(
            self.url + path, headers={k.replace("_", "-"): v for k, v in headers.items()}, timeout=_WAIT
        )

    def eventually(self, fits: Callable[[], bool]) -> None:
        """Ask again a bounded number of times."""
        for _ in range(400):
            if fits():
                return
            time.sleep(0.02)
        raise AssertionError("it never came true")

    def stop(self, number: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.ended()

    def ended(self) -> int:
        """The exit code, once everything it said has been read."""
        code = self.process.wait(_WAIT)
        self._reader.join(_WAIT)
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
            self.process.wait(_WAIT)
        self._reader.join(_WAIT)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()


@contextmanager
def serving(home: Path, **how: object) -> Iterator[Serving]:
    """A server that is up; it must also stop well, if the test has not stopped it."""
    with Serving(home, **how) as server:  # type: ignore[arg-type]
        yield server.ready()
        assert server.stop() == 0, server.said
