"""The whole site written out: ours beside mkdocs-material with the same text, and how ours grows.

Every build is a command of its own, timed from its start to its end, into an empty folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import psutil

from becivic.config import without_settings
from bench.children import children_cpu
from bench.corpora import write_corpus
from bench.measured import (
    OURS,
    Bar,
    Benchmark,
    Measured,
    Told,
    Unit,
    at_least,
    at_most,
    compared,
    ours_at_most,
)
from bench.mkdocs_pages import write_pages
from bench.rounds import Run
from bench.versions import version_of

THEIRS: Final = f"mkdocs-material {version_of('mkdocs-material')}"
LARGER, SEARCHED, LANGUAGES = "larger", "with search", "in four languages"
SIZES: Final = (1000, 5000)
ROUNDS: Final = 1
"""One: theirs takes most of a minute."""
_LOOKED_AT: Final = 0.25
"""Every so many seconds its memory is looked at: more often would take time from whoever uses all processors."""
_ENGLISH: Final = ("--language", "en")
_UNSEARCHED: Final = ("--no-search",)


class Built(NamedTuple):
    """Of one build, with whatever it started."""

    seconds: float
    cpu: float
    peak_mb: float
    files: int


def measure(run: Run) -> list[Measured]:
    sizes = [run.size(each) for each in SIZES]
    with tempfile.TemporaryDirectory(prefix="becivic-bench-build-") as parent:
        built = builds(run, Path(parent), *sizes)
    few, many = (f"{size:,} skills" for size in sizes)
    seconds = {name: [each.seconds for each in rounds] for name, rounds in built.items()}
    work = {name: [each.cpu for each in rounds] for name, rounds in built.items()}
    peaks = {name: [each.peak_mb for each in rounds] for name, rounds in built.items()}
    files = f"ours wrote {built[OURS][0].files:,} files, theirs {built[THEIRS][0].files:,}"
    return [
        compared(f"{few} built", seconds, THEIRS, Unit.SECONDS, bar=at_least(10), note=files),
        compared(f"{few} built, processor time", work, THEIRS, Unit.SECONDS),
        compared(f"{few} built, memory", peaks, THEIRS, Unit.MEGABYTES, told=Told.MEMORY),
        _grown(f"{many} built", few, seconds, LARGER, at_most(7)),
        Measured(
            f"{many} built, memory", few, Unit.MEGABYTES,
            tuple(peaks[LARGER]), tuple(peaks[OURS]), Told.MEMORY, ours_at_most(1000),
        ),
        _grown(f"{few} built in four languages", "in English alone", seconds, LANGUAGES),
        _grown(f"{few} built with a search index", "without", seconds, SEARCHED),
    ]  # fmt: skip


def _grown(
    what: str, beside: str, seconds: dict[str, list[float]], name: str, bar: Bar | None = None
) -> Measured:
    return Measured(what, beside, Unit.SECONDS, tuple(seconds[name]), tuple(seconds[OURS]), Told.TIME, bar)


def builds(run: Run, place: Path, few: int, many: int) -> dict[str, list[Built]]:
    run.tell("writing two corpora")
    small, large = (write_corpus(place / f"corpus-{size}", size) for size in (few, many))
    pages = write_pages(place / "pages", small)
    beside = {OURS: _ours(small, *_ENGLISH, *_UNSEARCHED), THEIRS: _theirs(pages)}
    more = {
        LARGER: _ours(large, *_ENGLISH, *_UNSEARCHED),
        LANGUAGES: _ours(small, *_UNSEARCHED),
        SEARCHED: _ours(small, *_ENGLISH),
    }
    return {**_built(run, ROUNDS, place, beside), **_built(run, 1, place, more)}


def _built(run: Run, rounds: int, place: Path, commands: dict[str, list[str]]) -> dict[str, list[Built]]:
    works = {name: partial(_build, command, place) for name, command in commands.items()}
    return run.turns("builds", rounds, works)


def _ours(corpus: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "becivic.cli", "build", "{out}", "--corpus", str(corpus), *options]


def _theirs(pages: Path) -> list[str]:
    return [sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(pages / "mkdocs.yml"), "-d", "{out}"]


def _build(command: Sequence[str], place: Path) -> Built:
    """What it wrote stays until all are done: ext4 looks through every place that was freed in the last minutes before it
    gives out a new one, and a build just after another was deleted would pay for that."""
    folder = Path(tempfile.mkdtemp(dir=place))
    out, log = folder / "out", folder / "log"
    plain = {"NO_COLOR": "1", "NO_MKDOCS_2_WARNING": "1"}
    environment = {**without_settings(os.environ), **plain, "BECIVIC_HOME": str(folder)}
    words = [each.format(out=out) for each in command]
    before, started = children_cpu(), time.perf_counter()
    with log.open("wb") as said, ThreadPoolExecutor(1) as watcher:
        process = subprocess.Popen(words, env=environment, stdout=said, stderr=said)
        watched = watcher.submit(_peak, process.pid)
        process.wait()
        seconds = time.perf_counter() - started
        peak = watched.result()
    assert not process.returncode, log.read_text(encoding="utf-8")[-2000:]
    files = sum(1 for each in out.rglob("*") if each.is_file())
    return Built(seconds, children_cpu() - before, peak / 2**20, files)


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


BENCHMARK: Final = Benchmark(
    title="The whole site written out as files",
    about=(
        "Every build is a command of its own into an empty folder, timed from its start to its end. Theirs gets the same text with the values put in "
        "and the tags gone, and no search either. Ours writes five files for a skill (page, markdown, source, feed, package), theirs one; ours uses "
        "every processor, theirs one, so processor time is told too."
    ),
    packages=("mkdocs", "mkdocs-material", "pagefind"),
    measure=measure,
)
