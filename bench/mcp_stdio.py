"""Seconds until a host has its first answer over stdio: `becivic mcp` on a home and for a server, beside a bare server
on the same SDK; and until it has the answer of a tool.

From the start of the process to the line that answers `initialize`, or `server/discover` in the newer era, is what a
person waits for when a host starts. Rounds take turns, and the median counts.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.intake_servers import OURS, environment, servers
from bench.mcp_http import CALLS, MODERN, OLDER, parameters

HOME, API, BARE = "home", "api", "bare"
ROUNDS: Final = 7
MOST: Final = 1.3
"""Times what the bare server takes."""
_FIRST: Final = {MODERN: "server/discover", OLDER: "initialize"}
_CLIENT: Final = {"name": "bench", "version": "1"}


def run(rounds: int = ROUNDS, versions: tuple[str, ...] = (MODERN, OLDER)) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="becivic-bench-stdio-") as folder, servers(OURS) as running:
        home = Path(folder)
        becivic = [sys.executable, "-m", "becivic.cli", "mcp"]
        commands = {
            HOME: [*becivic, "--home", folder],
            API: [*becivic, "--api", f"http://127.0.0.1:{running[OURS].port}"],
            BARE: [sys.executable, "-m", "bench.mcp_bare"],
        }
        started(commands[HOME], home, OLDER)  # the first start fills the home
        found = {version: _compared(commands, home, version, rounds) for version in versions}
    return {**found, "bars": _bars(found)}


def _bars(found: dict[str, dict[str, Any]]) -> dict[str, bool]:
    return {
        f"{version}, {name}: first answer within 1.3 times a bare server's": each["times_bare"][name] <= MOST
        for version, each in found.items()
        for name in (HOME, API)
    }


def _compared(commands: dict[str, list[str]], home: Path, version: str, rounds: int) -> dict[str, Any]:
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            taken[name].append(started(command, home, version))
    first = {name: median(each for each, _ in found) for name, found in taken.items()}
    tool = {name: median(each for _, each in found) for name, found in taken.items()}
    return {
        "first_answer_ms": {name: round(each * 1000) for name, each in first.items()},
        "times_bare": {name: round(each / first[BARE], 3) for name, each in first.items()},
        "tool_answer_ms": {name: round(each * 1000) for name, each in tool.items()},
    }


def started(command: list[str], home: Path, version: str) -> tuple[float, float]:
    """Seconds from the start of the process to the first answer, and to the answer of the first tool."""
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
    return first, tool


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


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=ROUNDS)
    print(json.dumps(run(arguments.parse_args().rounds), indent=2))
