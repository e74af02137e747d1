"""Durable staged POSTs a second, ours beside the obvious stack and beside a bare handler; items validated a second;
and what the server weighs after many submissions. Servers and load generator are processes of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from bench.load import ITEMS, STAGE, VALIDATE
from bench.measured import OURS, Bar, Benchmark, Measured, Told, Unit, at_least, at_most, compared
from bench.rounds import Run
from bench.servers import BECIVIC, Loaded, Running, busiest, module, servers, serving
from bench.versions import version_of

OBVIOUS: Final = f"FastAPI {version_of('fastapi')}, pydantic, SQLAlchemy"
BARE: Final = "a bare handler that checks nothing"
CONNECTIONS: Final = (64, 16, 1)
ROUNDS: Final = 3
SECONDS: Final = 1.0
SENT: Final = (5_000, 20_000)
"""Submissions after which the server is weighed."""
SENT_LONG: Final = (20_000, 200_000)
_SERVERS: Final = {
    OURS: BECIVIC,
    OBVIOUS: module("obvious_stack", "{home}/bench.db"),
    BARE: module("bare_handler", "{home}/bench.db"),
}


def measure(run: Run) -> list[Measured]:
    with servers(_SERVERS) as running:
        staged = [each for number in CONNECTIONS for each in _staged(run, running, number)]
        validated = _validated(run, running[OURS])
    return [*staged, validated, _weighed(run)]


def _staged(run: Run, running: Mapping[str, Running], connections: int) -> list[Measured]:
    works = {name: _rate(run, server, connections, STAGE) for name, server in running.items()}
    found = run.turns(f"{connections} connections", ROUNDS, works)
    taken = {name: [each.per_second for each in rounds] for name, rounds in found.items()}
    what, note = f"Durable submissions, {connections} at a time", busiest(*found.values())
    bars: dict[str, Bar | None] = {OBVIOUS: None, BARE: None}
    if connections == max(CONNECTIONS):
        bars = {OBVIOUS: at_least(6), BARE: at_least(0.4)}
    return [
        compared(what, taken, beside, Unit.PER_SECOND, bar=bar, note=note if bar else "")
        for beside, bar in bars.items()
    ]


def _validated(run: Run, server: Running) -> Measured:
    alone = "submitting them one by one"
    works = {OURS: _rate(run, server, 16, VALIDATE), alone: _rate(run, server, 16, STAGE)}
    found = run.turns("validating", ROUNDS, works)
    taken = {name: [each.per_second for each in rounds] for name, rounds in found.items()}
    return compared(f"Items judged and not kept, {ITEMS} an envelope", taken, alone, Unit.PER_SECOND)


def _rate(run: Run, server: Running, connections: int, what: str) -> Callable[[], Loaded]:
    return partial(server.load, connections, what, seconds=run.seconds(SECONDS))


def _weighed(run: Run) -> Measured:
    """A fresh server after few and after many."""
    few, many = (max(64, round(each * run.share)) for each in (SENT_LONG if run.is_long else SENT))
    with serving(BECIVIC) as server:
        run.tell(f"memory after {few:,} submissions")
        server.load(64, STAGE, most=few)
        first = server.resident_mb()
        run.tell(f"memory after {many:,} submissions")
        server.load(64, STAGE, most=many - few)
        last = server.resident_mb()
    grown = at_most(1 + max(0.1, 30 / first))
    what = f"Memory of the server after {many:,} submissions"
    return Measured(what, f"after {few:,}", Unit.MEGABYTES, (last,), (first,), Told.MEMORY, grown)


BENCHMARK: Final = Benchmark(
    title="A submission taken in",
    about=(
        "Concerns over keep-alive connections, answered once they are on the disk. Beside ours: the endpoint as one would write it on the first "
        "day, with the same scrub rules one after the other, and the least that can be called durable, which parses, inserts and answers and checks "
        "nothing at all. The disk decides a lot."
    ),
    packages=("starlette", "uvicorn", "fastapi", "pydantic", "SQLAlchemy"),
    measure=measure,
)
