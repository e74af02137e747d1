"""The servers that are compared, each in a process and a folder of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import psutil

from becivic.rules.limits import Limit

OURS, OBVIOUS, BARE = "ours", "obvious_stack", "bare_handler"
_READY_WITHIN: Final = 60.0
_PLENTY: Final = "10000000"


class Running:
    """A server that listens, and what the load generator measures of it."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self._process = process
        self.port: Final = port

    def load(
        self, connections: int, what: str, generator: str = "intake_load", **bounds: float | str
    ) -> dict[str, Any]:
        """One run of a load generator; `bounds` are its options: for how long, or the most that it sends."""
        options = [word for name, value in bounds.items() for word in (f"--{name}", str(value))]
        command = [
            sys.executable,
            "-m",
            f"bench.{generator}",
            str(self.port),
            str(connections),
            what,
            *options,
        ]
        before = self._cpu_seconds()
        child = subprocess.run(command, check=True, capture_output=True, text=True)
        found: dict[str, Any] = json.loads(child.stdout)
        assert not found["refused"], f"{found['refused']} requests were refused"
        return {**found, "server_cpu_us": (self._cpu_seconds() - before) / found["counted"] * 1e6}

    def _cpu_seconds(self) -> float:
        """What the server has computed so far: a measure that a busy neighbour cannot stretch much."""
        spent = psutil.Process(self._process.pid).cpu_times()
        return float(spent.user + spent.system)

    def resident_mb(self) -> float:
        return float(psutil.Process(self._process.pid).memory_info().rss / 2**20)


@contextmanager
def servers(*names: str) -> Iterator[dict[str, Running]]:
    """All of them up at once, so that rounds can take turns."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(_server(name)) for name in names}


@contextmanager
def _server(name: str) -> Iterator[Running]:
    with tempfile.TemporaryDirectory(prefix=f"becivic-bench-{name}-") as folder:
        home, log = Path(folder), Path(folder) / "log"
        with log.open("wb") as stderr:
            process = subprocess.Popen(_command(name, home), env=environment(home), stderr=stderr)
        try:
            yield Running(process, listening_port(log, process))
        finally:
            process.terminate()
            process.wait()


def _command(name: str, home: Path) -> list[str]:
    if name == OURS:
        return [sys.executable, "-m", "becivic.cli", "serve"]
    return [sys.executable, "-m", f"bench.{name}", str(home / "bench.db")]


def environment(home: Path) -> dict[str, str]:
    """That of a process: no limits, and nothing outside of its own folder."""
    limits = {f"BECIVIC_{limit.setting.upper()}": _PLENTY for limit in Limit}
    plain = {"NO_COLOR": "1", "COLUMNS": "200", "TERM": "dumb", "PORT": "0"}
    ours = {"BECIVIC_HOME": str(home), "BECIVIC_TRUSTED_PROXIES": "127.0.0.0/8"}
    return {**os.environ, **plain, **ours, **limits}


def listening_port(log: Path, process: subprocess.Popen[bytes]) -> int:
    deadline = time.monotonic() + _READY_WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        said = re.search(r"listens on http://127\.0\.0\.1:([0-9]+)\s", log.read_text(encoding="utf-8"))
        if said:
            return int(said[1])
        time.sleep(0.05)
    raise RuntimeError(f"The server did not start: {log.read_text(encoding='utf-8')[-2000:]}")
