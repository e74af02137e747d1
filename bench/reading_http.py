"""Reads a second: one catalogue row as JSON and one skill page, ours beside Datasette over the same rows and beside a
bare Starlette handler that returns the same bytes. All on the same uvicorn settings, without access logs."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from bench.measured import OURS, Benchmark, Measured, Unit, at_least, compared
from bench.reading_rows import SKILL, prepare
from bench.rounds import Run
from bench.servers import BECIVIC, Running, busiest, module, servers, serving
from bench.versions import version_of

BARE: Final = "a bare Starlette handler with the same bytes"
DATASETTE: Final = f"Datasette {version_of('datasette')} over the same rows"
CONNECTIONS: Final = 32
ROUNDS: Final = 5
SECONDS: Final = 1.0


def measure(run: Run, connections: int = CONNECTIONS) -> list[Measured]:
    with tempfile.TemporaryDirectory(prefix="becivic-bench-reading-") as folder, serving(BECIVIC) as ours:
        uid = prepare(ours.port, Path(folder))
        commands = {
            DATASETTE: module("reading_servers", "datasette", folder),
            BARE: module("reading_servers", "bare", folder),
        }
        row, page = f"/api/volatile-values/{uid}", f"/skills/{SKILL}"
        rows = {OURS: row, BARE: row, DATASETTE: f"/rows/volatile_values/{uid}.json?_shape=objects"}
        pages = {OURS: page, BARE: page, DATASETTE: f"/rows/skills/{SKILL}"}
        with servers(commands) as others:
            running = {OURS: ours, **others}
            return [
                *_compared(run, "One row of the catalogue as JSON", running, rows, connections, 10),
                *_compared(run, "The page of one skill", running, pages, connections, 20),
            ]


def _compared(
    run: Run,
    what: str,
    running: Mapping[str, Running],
    paths: Mapping[str, str],
    connections: int,
    times: float,
) -> list[Measured]:
    seconds = run.seconds(SECONDS)
    works = {
        name: partial(server.load, connections, paths[name], seconds=seconds)
        for name, server in running.items()
    }
    found = run.turns(what, ROUNDS, works)
    rates = {name: [each.per_second for each in rounds] for name, rounds in found.items()}
    note = busiest(*found.values())
    return [
        compared(what, rates, DATASETTE, Unit.PER_SECOND, bar=at_least(times)),
        compared(what, rates, BARE, Unit.PER_SECOND, bar=at_least(0.7), note=note),
    ]


BENCHMARK: Final = Benchmark(
    title="A page or a row read",
    about=(
        f"The same path again and again on {CONNECTIONS} keep-alive connections. Datasette has our rows in a database of its own and makes its page "
        "at every request; the bare handler has our finished bytes and one route for each, the most that Starlette can do. Ours keeps finished "
        "bytes too, and looks at every request whether they are still true."
    ),
    packages=("starlette", "uvicorn", "datasette"),
    measure=measure,
)
