"""Calls a second: each tool that reads, ours beside the one tool of a bare server on the same SDK, in both eras.

What is sent are plain requests over keep-alive connections, the same bytes to both but for the tool; no client of the
SDK is in the way. Servers are processes of their own on the same uvicorn settings, and rounds take turns: each tool of
ours stands beside what the bare one does in the same second, and the best of each counts.

Ours files answers (ADR 35), so each tool is asked in two ways: the same call again and again, which the bars are on, and
calls of which no two are the same, so that every one goes the whole way. People's questions are of the second kind.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.intake_servers import OURS, Running, servers
from bench.reading_load import COUNT

BARE: Final = "mcp_bare"
ANEW: Final = "ours_anew"
"""No two calls the same."""
CONNECTIONS: Final = 8
ROUNDS: Final = 3
SECONDS: Final = 0.7
LEAST: Final = 0.7
"""Of what the bare server does."""

MODERN, OLDER = "2026-07-28", "2025-11-25"
_GOOD: Final = '"isError":false'


class Call(NamedTuple):
    name: str
    tool: str
    arguments: Mapping[str, Any]


CALLS: Final = (
    Call("find_skill", "find_skill", {"query": "my residence card expires next month"}),
    Call("read_skill, short", "read_skill", {"id": "meta-no-skill-fallback"}),
    Call("read_skill, long", "read_skill", {"id": "nationality-application"}),
    Call("get_skill_graph", "get_skill_graph", {}),
    Call("get_path_directory, all", "get_path_directory", {}),
    Call("get_path_directory, one", "get_path_directory", {"path_id": "address-lookup-best"}),
    Call("get_skill_observations", "get_skill_observations", {"skill_id": "nationality-application"}),
    Call("search_corpus", "search_corpus", {"query": "birth certificate"}),
    Call("get_current_status", "get_current_status", {}),
    Call("get_onboarding_form", "get_onboarding_form", {"skill_id": "nationality-application", "locale": "fr"}),
)  # fmt: skip
"""Every tool that reads; the bare server is asked for the first."""


def run(rounds: int = ROUNDS, seconds: float = SECONDS, connections: int = CONNECTIONS) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="becivic-bench-mcp-") as folder, servers(OURS, BARE) as running:
        load = _Load(Path(folder), seconds, connections)
        found = {
            version: {call.name: _compared(running, load, version, call, rounds) for call in CALLS}
            for version in (MODERN, OLDER)
        }
    return {**found, "bars": _bars(found)}


def _bars(found: dict[str, dict[str, Any]]) -> dict[str, bool]:
    return {
        f"{version}, {name}, the same call again: at least 70 % of a bare server": each["of_bare"] >= LEAST
        for version, calls in found.items()
        for name, each in calls.items()
    }


class _Load(NamedTuple):
    """How a server is asked: again and again on so many connections, for so long."""

    place: Path
    seconds: float
    connections: int

    def of(self, server: Running, message: bytes) -> dict[str, Any]:
        file = self.place / "request"
        file.write_bytes(message)
        return server.load(self.connections, f"@{file}", "reading_load", seconds=self.seconds, word=_GOOD)


def _compared(
    running: dict[str, Running], load: _Load, version: str, call: Call, rounds: int
) -> dict[str, Any]:
    ours, bare = running[OURS], running[BARE]
    asked = {
        OURS: (ours, request(ours.port, version, call)),
        ANEW: (ours, request(ours.port, version, call, f"x-count: {COUNT.decode()}")),
        BARE: (bare, request(bare.port, version, CALLS[0])),
    }
    best: dict[str, dict[str, Any]] = {}
    for _ in range(rounds):
        for name, (server, message) in asked.items():
            found = load.of(server, message)
            if name not in best or found["per_second"] > best[name]["per_second"]:
                best[name] = found
    rates = {name: each["per_second"] for name, each in best.items()}
    return {
        **{name: round(rate) for name, rate in rates.items()},
        "of_bare": round(rates[OURS] / rates[BARE], 3),
        "anew_of_bare": round(rates[ANEW] / rates[BARE], 3),
        "bytes": best[OURS]["bytes"],
        "server_cpu_us": {name: round(each["server_cpu_us"]) for name, each in best.items()},
        "generator_busy": {name: round(each["generator_busy"], 2) for name, each in best.items()},
    }


def request(port: int, version: str, call: Call, *headers: str) -> bytes:
    """A call as a client of that era sends it; in the newer one headers say what is in the body."""
    said = ["content-type: application/json", "accept: application/json, text/event-stream"]
    said += [f"mcp-protocol-version: {version}", *headers]
    if version == MODERN:
        said += ["mcp-method: tools/call", f"mcp-name: {call.tool}"]
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters(version, call)}
    body = json.dumps(message).encode()
    head = [f"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1:{port}", *said, f"content-length: {len(body)}"]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


def parameters(version: str, call: Call | None = None) -> dict[str, Any]:
    """Of a request; in the newer era every one says who sends it."""
    told: dict[str, Any] = {"name": call.tool, "arguments": dict(call.arguments)} if call else {}
    if version == MODERN:
        told["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    return told


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=ROUNDS)
    arguments.add_argument("--seconds", type=float, default=SECONDS)
    given = arguments.parse_args()
    print(json.dumps(run(given.rounds, given.seconds), indent=2))
