"""The servers that are compared, each in a process and a folder of its own, and what the load generator finds of them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import psutil

from becivic.config import without_settings
from becivic.rules.limits import Limit
from bench.children import told

BECIVIC: Final = (sys.executable, "-m", "becivic.cli", "serve")
_READY_WITHIN: Final = 60.0
_PLENTY: Final = "10000000"


def module(name: str, *arguments: str) -> tuple[str, ...]:
    """A server of this folder; `{home}` among the arguments is its own folder."""
    return (sys.executable, "-m", f"bench.{name}", *arguments)


class Loaded(NamedTuple):
    """What one run of the load generator found."""

    per_second: float
    p99_ms: float
    size: int
    server_us: float
    """Processor time of the server for each answer, which a busy neighbour cannot stretch much."""
    generator_busy: float


class Running:
    """A server that listens."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self._process = process
        self.port: Final = port

    def load(self, connections: int, what: str, **bounds: float | str) -> Loaded:
        """`bounds` are options of the generator: for how long, the most that it sends, the word of a good answer."""
        options = [word for name, value in bounds.items() for word in (f"--{name}", str(value))]
        before = self._cpu_seconds()
        found = told("bench.load", str(self.port), str(connections), what, *options)
        assert not found["refused"], f"{found['refused']} requests were refused"
        spent = (self._cpu_seconds() - before) / max(found["counted"], 1) * 1e6
        return Loaded(found["per_second"], found["p99_ms"], found["bytes"], spent, found["generator_busy"])

    def _cpu_seconds(self) -> float:
        spent = psutil.Process(self._process.pid).cpu_times()
        return float(spent.user + spent.system)

    def resident_mb(self) -> float:
        return float(psutil.Process(self._process.pid).memory_info().rss / 2**20)


@contextmanager
def servers(commands: Mapping[str, tuple[str, ...]]) -> Iterator[dict[str, Running]]:
    """All of them up at once, so that rounds can take turns."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(serving(command)) for name, command in commands.items()}


@contextmanager
def serving(command: tuple[str, ...]) -> Iterator[Running]:
    with tempfile.TemporaryDirectory(prefix="becivic-bench-") as folder:
        home, log = Path(folder), Path(folder) / "log"
        words = [each.format(home=home) for each in command]
        with log.open("wb") as stderr:
            process = subprocess.Popen(words, env=environment(home), stderr=stderr)
        try:
            yield Running(process, _listening_port(log, process))
        finally:
            process.terminate()
            process.wait()


def environment(home: Path) -> dict[str, str]:
    """That of a process: no limits, and nothing outside of its own folder."""
    limits = {f"BECIVIC_{limit.setting.upper()}": _PLENTY for limit in Limit}
    plain = {"NO_COLOR": "1", "COLUMNS": "200", "TERM": "dumb", "PORT": "0"}
    ours = {"BECIVIC_HOME": str(home), "BECIVIC_TRUSTED_PROXIES": "127.0.0.0/8"}
    return {**without_settings(os.environ), **plain, **ours, **limits}


def _listening_port(log: Path, process: subprocess.Popen[bytes]) -> int:
    deadline = time.monotonic() + _READY_WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        said = re.search(r"listens on http://127\.0\.0\.1:([0-9]+)\s", log.read_text(encoding="utf-8"))
        if said:
            return int(said[1])
        time.sleep(0.05)
    raise RuntimeError(f"The server did not start: {log.read_text(encoding='utf-8')[-2000:]}")


def busiest(*rounds: list[Loaded]) -> str:
    """Whether the generator stood in the way: near 100 % it would be measured instead of the servers."""
    busy = max(each.generator_busy for found in rounds for each in found)
    return f"the load generator was busy {busy:.0%} of the time at most"
