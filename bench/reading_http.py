"""Reads a second: one catalogue row as JSON and one skill page, ours beside Datasette over the same rows and beside a
bare Starlette handler that returns the same bytes.

Servers and load generator are processes of their own on the same uvicorn settings, without access logs; rounds take
turns, and the best of each counts, so that a busy neighbour slows all alike.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import psutil

from bench.intake_servers import listening_port
from bench.reading_servers import ANSWERS, DATABASE

OURS, BARE, DATASETTE = "ours", "bare", "datasette"
SKILL: Final = "nationality-application"
CONNECTIONS: Final = 32
ROUNDS: Final = 4
SECONDS: Final = 1.5
_READY_WITHIN: Final = 60.0
_KEPT: Final = ("content-type", "content-encoding", "etag", "cache-control", "vary")


def run(rounds: int = ROUNDS, seconds: float = SECONDS, connections: int = CONNECTIONS) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="becivic-bench-reading-") as folder, ExitStack() as stack:
        place = Path(folder)
        ours = stack.enter_context(_server([sys.executable, "-m", "becivic.cli", "serve"], place))
        uid = _prepare(ours.port, place)
        command = [sys.executable, "-m", "bench.reading_servers"]
        servers = {
            OURS: ours,
            BARE: stack.enter_context(_server([*command, BARE, folder], place)),
            DATASETTE: stack.enter_context(_server([*command, DATASETTE, folder], place)),
        }
        row, page = f"/api/volatile-values/{uid}", f"/skills/{SKILL}"
        asked = {
            "row_as_json": {
                OURS: row,
                BARE: row,
                DATASETTE: f"/rows/volatile_values/{uid}.json?_shape=objects",
            },
            "skill_page": {OURS: page, BARE: page, DATASETTE: f"/rows/skills/{SKILL}"},
        }
        found = {
            name: _compared(servers, paths, rounds, seconds, connections) for name, paths in asked.items()
        }
    return {**found, "bars": _bars(found)}


def _bars(found: dict[str, Any]) -> dict[str, bool]:
    row, page = found["row_as_json"], found["skill_page"]
    return {
        "row: at least 10 times Datasette": row["times_datasette"] >= 10,
        "page: at least 20 times Datasette": page["times_datasette"] >= 20,
        "row: at least 70 % of a bare handler": row["of_bare_handler"] >= 0.7,
        "page: at least 70 % of a bare handler": page["of_bare_handler"] >= 0.7,
    }


def _compared(
    servers: dict[str, _Server], paths: dict[str, str], rounds: int, seconds: float, connections: int
) -> dict[str, Any]:
    best: dict[str, dict[str, Any]] = {}
    for _ in range(rounds):
        for name, server in servers.items():
            found = server.load(paths[name], connections, seconds)
            if name not in best or found["per_second"] > best[name]["per_second"]:
                best[name] = found
    rates = {name: found["per_second"] for name, found in best.items()}
    return {
        **{name: round(rate) for name, rate in rates.items()},
        "times_datasette": round(rates[OURS] / rates[DATASETTE], 1),
        "of_bare_handler": round(rates[OURS] / rates[BARE], 3),
        "bytes": {name: found["bytes"] for name, found in best.items()},
        "server_cpu_us": {name: round(found["server_cpu_us"]) for name, found in best.items()},
        "generator_busy": {name: round(found["generator_busy"], 2) for name, found in best.items()},
    }


class _Server:
    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self._process = process
        self.port = port

    def load(self, path: str, connections: int, seconds: float) -> dict[str, Any]:
        command = [sys.executable, "-m", "bench.reading_load", str(self.port), str(connections), path]
        before = self._cpu_seconds()
        child = subprocess.run(
            [*command, "--seconds", str(seconds)], check=True, capture_output=True, text=True
        )
        found: dict[str, Any] = json.loads(child.stdout)
        assert not found["refused"], f"{found['refused']} requests for {path} were refused"
        return {**found, "server_cpu_us": (self._cpu_seconds() - before) / found["counted"] * 1e6}

    def _cpu_seconds(self) -> float:
        spent = psutil.Process(self._process.pid).cpu_times()
        return float(spent.user + spent.system)


@contextmanager
def _server(command: list[str], place: Path) -> Iterator[_Server]:
    log = place / f"log-{len(list(place.glob('log-*')))}"
    plain = {"NO_COLOR": "1", "COLUMNS": "200", "TERM": "dumb", "PORT": "0"}
    with log.open("wb") as stderr:
        environment = {**os.environ, **plain, "BECIVIC_HOME": str(place / "home")}
        process = subprocess.Popen(command, env=environment, stderr=stderr)
    try:
        yield _Server(process, listening_port(log, process))
    finally:
        process.terminate()
        process.wait()


def _prepare(port: int, place: Path) -> str:
    """What we answer for the bare handler, our rows for Datasette; the uid of the row that is asked for."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=_READY_WITHIN) as client:
        values, after = list[dict[str, Any]](), ""
        while True:
            told = client.get(f"/api/volatile-values?limit=200{after}").json()
            values += told["items"]
            if "next" not in told:
                break
            after = f"&after={told['next']}"
        uid = values[0]["uid"]
        skill = client.get(f"/api/skills/{SKILL}").json()
        _write_rows(place / DATABASE, values, skill)
        paths = (f"/api/volatile-values/{uid}", f"/skills/{SKILL}")
        listed = [_kept(client, path, place / f"body-{number}") for number, path in enumerate(paths)]
    (place / ANSWERS).write_text(json.dumps(listed), encoding="utf-8")
    return str(uid)


def _kept(client: httpx.Client, path: str, file: Path) -> dict[str, Any]:
    """The bytes as they come over the wire, packed as the load generator asks for them."""
    headers = {"accept": "text/html,*/*;q=0.8", "accept-language": "en", "accept-encoding": "gzip, br"}
    with client.stream("GET", path, headers=headers) as answer:
        answer.raise_for_status()
        file.write_bytes(b"".join(answer.iter_raw()))
        kept = {name: answer.headers[name] for name in _KEPT if name in answer.headers}
    return {"path": path, "file": file.name, "headers": kept}


def _write_rows(file: Path, values: list[dict[str, Any]], skill: dict[str, Any]) -> None:
    """One table for the values, one with the skill: every field is a column, what is no text as JSON."""
    database = sqlite3.connect(file)
    with database:
        for table, key, rows in (("volatile_values", "uid", values), ("skills", "id", [skill])):
            columns = sorted({name for row in rows for name in row})
            made = ", ".join(f'"{name}" TEXT{" PRIMARY KEY" if name == key else ""}' for name in columns)
            database.execute(f'CREATE TABLE "{table}" ({made})')
            marks = ", ".join("?" for _ in columns)
            for row in rows:
                cells = [_cell(row.get(name)) for name in columns]
                database.execute(f'INSERT INTO "{table}" VALUES ({marks})', cells)
    database.close()


def _cell(value: object) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=ROUNDS)
    arguments.add_argument("--seconds", type=float, default=SECONDS)
    given = arguments.parse_args()
    print(json.dumps(run(given.rounds, given.seconds), indent=2))
