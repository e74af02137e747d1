"""Calls a second: each tool that reads, ours beside the one tool of a bare server on the same SDK, in both eras.

What is sent are plain requests over keep-alive connections, the same bytes to both but for the tool; no client of the
SDK is in the way.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from bench.load import COUNT
from bench.mcp_calls import CALLS, MODERN, OLDER, request
from bench.measured import OURS, Benchmark, Measured, Unit, at_least, compared, hardest
from bench.rounds import Run
from bench.servers import BECIVIC, Running, module, servers
from bench.versions import version_of

BARE: Final = f"a bare one-tool server on the SDK (mcp {version_of('mcp')})"
CONNECTIONS: Final = 8
ROUNDS: Final = 3
SECONDS: Final = 0.3
LEAST: Final = 0.7
"""Of what the bare server does."""
_ANEW: Final = ", never the same call twice"
_GOOD: Final = '"isError":false'

Rates = Mapping[str, list[float]]


def measure(run: Run, connections: int = CONNECTIONS) -> list[Measured]:
    commands = {OURS: BECIVIC, BARE: module("mcp_bare", "{home}")}
    with tempfile.TemporaryDirectory(prefix="becivic-bench-mcp-") as folder, servers(commands) as running:
        asking = _Asking(run, Path(folder), connections, running)
        modern, older = asking.rates(MODERN, is_anew=True), asking.rates(OLDER, is_anew=False)
    again = [
        compared(call.name, modern, BARE, Unit.PER_SECOND, ours=call.name, bar=at_least(LEAST))
        for call in CALLS
    ]
    anew = [
        compared(call.name + _ANEW, modern, BARE, Unit.PER_SECOND, ours=call.name + _ANEW) for call in CALLS
    ]
    before = [
        compared(call.name, older, BARE, Unit.PER_SECOND, ours=call.name, bar=at_least(LEAST))
        for call in CALLS
    ]
    return [*again, hardest(before, f"Any of them, by the protocol of {OLDER}"), *anew]


class _Asking(NamedTuple):
    run: Run
    place: Path
    connections: int
    running: Mapping[str, Running]

    def rates(self, version: str, *, is_anew: bool) -> Rates:
        """The bare server is asked as often as each of ours, in the same rounds."""
        ours, bare = self.running[OURS], self.running[BARE]
        works = {BARE: self._rate(bare, request(bare.port, version, CALLS[0]))}
        works |= {call.name: self._rate(ours, request(ours.port, version, call)) for call in CALLS}
        if is_anew:
            other = f"x-count: {COUNT.decode()}"
            works |= {
                call.name + _ANEW: self._rate(ours, request(ours.port, version, call, other))
                for call in CALLS
            }
        return self.run.turns(version, ROUNDS, works)

    def _rate(self, server: Running, message: bytes) -> Callable[[], float]:
        file = Path(tempfile.mkstemp(dir=self.place)[1])
        file.write_bytes(message)
        if COUNT not in message:  # once before it counts: the first answer is made, and then kept
            server.load(self.connections, f"@{file}", most=self.connections, word=_GOOD)
        load = partial(
            server.load, self.connections, f"@{file}", seconds=self.run.seconds(SECONDS), word=_GOOD
        )
        return lambda: load().per_second


BENCHMARK: Final = Benchmark(
    title="A tool called over HTTP",
    about=(
        "Every tool that reads, beside the least that a server on the same SDK can be: one tool, a constant answer, nothing looked up. Answers that "
        "are asked for again are kept (ADR 35), and the bar is on those; where no two calls are the same, each goes the whole way, with a real search "
        "or a real page in it. People's questions are of the second kind, agents' reading of the first."
    ),
    packages=("mcp", "starlette", "uvicorn"),
    measure=measure,
)
