"""Golden buffers: what stands in a buffer after each step, what was refused, and what was sent to whom in which order."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tests.conformance.runner.buffer_steps import STEPS, Bench
from tests.conformance.runner.case import Ask, Case, Miss, read
from tests.conformance.runner.disk import readable_below
from tests.conformance.runner.moments import moment
from tests.conformance.runner.service import serving

NOW = "2026-11-18T10:00:00Z"


def cases(folder: Path) -> list[Case]:
    files = sorted((folder / "buffers").glob("*.json"))
    return [
        Case(file.stem, tuple(read(file)["proves"]), partial(_check, folder, read(file))) for file in files
    ]


def _check(folder: Path, case: Mapping[str, Any], ask: Ask) -> Iterator[Miss]:
    with tempfile.TemporaryDirectory() as made, serving(folder / "library", moment(NOW)) as service:
        bench = Bench(ask, service, Path(made).resolve(), NOW)
        steps: list[dict[str, Any]] = case["steps"]
        if steps[0]["do"] not in ("open", "server"):
            steps = [{"do": "open"}, *steps]
        for number, step in enumerate(steps):
            place = f"step {number} ({step['do']})"
            for miss in STEPS[step["do"]](bench, step):
                yield miss._replace(where=f"{place}{miss.where and ', '}{miss.where}")
        yield from readable_below(bench.folder, case.get("must_go", ()))


__all__ = ["cases"]
