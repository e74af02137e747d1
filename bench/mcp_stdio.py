"""How long until a host has its first answer over stdio: `becivic mcp` on a home and for a server, beside a bare server
on the same SDK; and until it has the answer of a tool."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.mcp_calls import CALLS, MODERN, OLDER, parameters
from bench.measured import Bar, Benchmark, Measured, Told, Unit, at_most, compared
from bench.rounds import Run
from bench.servers import BECIVIC, environment, module, serving
from bench.versions import version_of

HOME, API = "with the library on the own disk", "for a server elsewhere"
BARE: Final = f"a bare server on the SDK (mcp {version_of('mcp')})"
ROUNDS: Final = 3
MOST: Final = 1.3
"""Times what the bare server takes."""
_FIRST: Final = {MODERN: "server/discover", OLDER: "initialize"}
_CLIENT: Final = {"name": "bench", "version": "1"}


class Started(NamedTuple):
    """Milliseconds from the start of the process."""

    first: float
    """To the line that answers the greeting: what a person waits for when a host starts."""
    tool: float
    """To the answer of the first tool."""


def measure(run: Run, versions: tuple[str, ...] = (MODERN, OLDER)) -> list[Measured]:
    with tempfile.TemporaryDirectory(prefix="becivic-bench-stdio-") as folder, serving(BECIVIC) as server:
        becivic = [sys.executable, "-m", "becivic.cli", "mcp"]
        commands = {
            HOME: [*becivic, "--home", folder],
            API: [*becivic, "--api", f"http://127.0.0.1:{server.port}"],
            BARE: list(module("mcp_bare")),
        }
        started(commands[HOME], Path(folder), OLDER)  # the first start fills the home
        return [each for version in versions for each in _compared(run, commands, Path(folder), version)]


def _compared(run: Run, commands: dict[str, list[str]], home: Path, version: str) -> list[Measured]:
    works = {name: partial(started, command, home, version) for name, command in commands.items()}
    found = run.turns(version, ROUNDS, works)
    firsts = {name: [each.first for each in rounds] for name, rounds in found.items()}
    tools = {name: [each.tool for each in rounds] for name, rounds in found.items()}

    def told(what: str, taken: dict[str, list[float]], name: str, bar: Bar | None) -> Measured:
        said = f"{what}, {name} ({version})"
        return compared(said, taken, BARE, Unit.MILLISECONDS, ours=name, told=Told.TIME, bar=bar)

    answers = [told("First answer", firsts, name, at_most(MOST)) for name in (HOME, API)]
    return [*answers, *(told("Answer of a tool", tools, name, None) for name in (HOME, API))]


def started(command: list[str], home: Path, version: str) -> Started:
    began = time.perf_counter()
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(home),
    ) as process:
        ask = _asking(process)
        try:
            ask(1, _FIRST[version], _greeting(version))
            first = time.perf_counter() - began
            answer = ask(2, "tools/call", parameters(version, CALLS[0]))
            tool = time.perf_counter() - began
            assert not answer["result"]["isError"], answer
        finally:
            process.communicate(timeout=30)  # it ends when its host closes its end
    return Started(first * 1000, tool * 1000)


def _asking(process: subprocess.Popen[bytes]) -> Callable[[int, str, dict[str, Any]], dict[str, Any]]:
    assert process.stdin is not None
    assert process.stdout is not None
    said, told = process.stdin, process.stdout

    def ask(number: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        said.write(json.dumps(message).encode() + b"\n")
        said.flush()
        answer: dict[str, Any] = json.loads(told.readline())
        assert answer.get("id") == number, answer
        assert "result" in answer, answer
        return answer

    return ask


def _greeting(version: str) -> dict[str, Any]:
    if version == MODERN:
        return parameters(version)
    return {"protocolVersion": version, "capabilities": {}, "clientInfo": _CLIENT}


BENCHMARK: Final = Benchmark(
    title="A host that starts the server itself",
    about=(
        "From the start of the process to its first answer over stdio, beside the least that a server on the same SDK can be; importing the SDK is "
        "nearly all of that. The first tool that is called on a home waits until the library is read, which the bare server does not have."
    ),
    packages=("mcp",),
    measure=measure,
)
