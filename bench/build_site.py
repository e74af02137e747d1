"""The whole site written out: ours beside mkdocs-material with the same text, and how ours grows.

Every build is a command of its own, timed from its start to its end, into an empty folder. Ours writes five files for a
skill (page, markdown, source, feed, package), theirs one. Rounds take turns, and the best of each counts, so
that a busy neighbour slows both alike.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import psutil

from bench.corpora import write_corpus
from bench.mkdocs_pages import write_pages

OURS, THEIRS = "becivic", "mkdocs_material"
SIZES: Final = (1000, 5000)
ROUNDS: Final = 2
_LOOKED_AT: Final = 0.25
"""Every so many seconds its memory is looked at: more often would take time from whoever uses all processors."""

_ENGLISH: Final = ("--language", "en")
_UNSEARCHED: Final = ("--no-search",)


def run(sizes: tuple[int, int] = SIZES, rounds: int = ROUNDS) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="becivic-bench-build-") as parent:
        place = Path(parent)
        small, large = (write_corpus(place / f"corpus-{size}", size) for size in sizes)
        pages = write_pages(place / "pages", small)
        compared = {OURS: _ours(small, *_ENGLISH, *_UNSEARCHED), THEIRS: _theirs(pages)}
        best = _best(compared, place, rounds)
        grown = _best({OURS: _ours(large, *_ENGLISH, *_UNSEARCHED)}, place, 1)[OURS]
        more = {"four_languages": _ours(small, *_UNSEARCHED), "with_search": _ours(small, *_ENGLISH)}
        found = {
            "skills": list(sizes),
            **best,
            "times_faster": round(best[THEIRS]["seconds"] / best[OURS]["seconds"], 1),
            "times_less_work": round(best[THEIRS]["cpu_seconds"] / best[OURS]["cpu_seconds"], 1),
            "larger": grown,
            "growth": round(grown["seconds"] / best[OURS]["seconds"], 2),
            **_best(more, place, 1),
        }
    return {**found, "bars": _bars(found)}


def _bars(found: dict[str, Any]) -> dict[str, bool]:
    return {
        "1,000 skills at least 10 times faster than mkdocs-material": found["times_faster"] >= 10,
        "5,000 skills in at most 7 times the time of 1,000": found["growth"] <= 7,
        "5,000 skills in under 1 GB": found["larger"]["peak_mb"] < 1000,
    }


def _ours(corpus: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "becivic.cli", "build", "{out}", "--corpus", str(corpus), *options]


def _theirs(pages: Path) -> list[str]:
    return [sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(pages / "mkdocs.yml"), "-d", "{out}"]


def _best(commands: dict[str, list[str]], place: Path, rounds: int) -> dict[str, dict[str, Any]]:
    best: dict[str, dict[str, Any]] = {}
    for _ in range(rounds):
        for name, command in commands.items():
            found = _built(command, place)
            if name not in best or found["seconds"] < best[name]["seconds"]:
                best[name] = found
    return best


def _built(command: Sequence[str], place: Path) -> dict[str, Any]:
    """One build, and what it took: its own time and memory, and those of whatever it started.

    What it wrote stays until all are done: ext4 looks through every place that was freed in the last minutes before it
    gives out a new one, and a build just after another was deleted would pay for that."""
    folder = Path(tempfile.mkdtemp(dir=place))
    out, log = folder / "out", folder / "log"
    environment = {**os.environ, "NO_COLOR": "1", "NO_MKDOCS_2_WARNING": "1", "BECIVIC_HOME": str(folder)}
    before, started = _cpu_seconds(), time.perf_counter()
    with log.open("wb") as said:
        process = subprocess.Popen(
            [each.format(out=out) for each in command], env=environment, stdout=said, stderr=said
        )
    with ThreadPoolExecutor(1) as watcher:
        watched = watcher.submit(_peak, process.pid)
        process.wait()
        seconds = time.perf_counter() - started
        peak = watched.result()
    assert not process.returncode, log.read_text(encoding="utf-8")[-2000:]
    return {
        "seconds": round(seconds, 2),
        "cpu_seconds": round(_cpu_seconds() - before, 2),
        "peak_mb": round(peak / 2**20, 1),
        "files": sum(1 for each in out.rglob("*") if each.is_file()),
    }


def _peak(process: int) -> int:
    """Until it has ended. Helpers count in full, though most of their memory is the first one's, shared."""
    peak = 0
    with suppress(psutil.NoSuchProcess):  # it has ended
        first = psutil.Process(process)
        while first.status() != psutil.STATUS_ZOMBIE:
            family = [first, *first.children(recursive=True)]
            peak = max(peak, sum(map(_memory, family)))
            time.sleep(_LOOKED_AT)
    return peak


def _memory(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:  # a helper that has ended
        return 0


def _cpu_seconds() -> float:
    """Of all that has ended by now."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sizes", type=int, nargs=2, default=SIZES)
    arguments.add_argument("--rounds", type=int, default=ROUNDS)
    given = arguments.parse_args()
    print(json.dumps(run(tuple(given.sizes), given.rounds), indent=2))
