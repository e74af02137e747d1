"""Load and check of generated corpora: cost for each skill, memory, and how both grow.

Each size runs in a process of its own so that the memory read is its own. Beside it, in the same process: reading and
hashing the same files, the floor that no loader can go below; and what one would write on the first day.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any, Final

import jsonschema
import yaml

from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Context
from becivic.corpus.checks.shares import run_shared
from becivic.corpus.load import Loader
from becivic.corpus.tree import DirectoryTree
from becivic.rules.schemas import SchemaFile, packaged_registry
from bench.children import told
from bench.corpora import write_corpus
from bench.measured import OURS, Benchmark, Measured, Told, Unit, at_most, compared, ours_at_most
from bench.rounds import Run, seconds_of
from bench.validate_concern import reference
from bench.versions import version_of

SIZES: Final = (1000, 5000)
ROUNDS: Final = 1
FLOOR: Final = "reading and hashing the same files"
PLAIN: Final = (
    f"PyYAML {version_of('PyYAML')} and python-jsonschema {version_of('jsonschema')}, frontmatter alone"
)


def measure(run: Run) -> list[Measured]:
    sizes = [run.size(each) for each in SIZES]
    with tempfile.TemporaryDirectory(prefix="becivic-bench-") as parent:
        small, large = (write_corpus(Path(parent) / f"corpus-{size}", size) for size in sizes)
        works = {
            "small": partial(_of, small),
            "large": partial(_of, large),
            "plain": partial(_of, small, "plain"),
        }
        found = run.turns("corpus", ROUNDS, works)
    few, many = (f"{size:,} skills" for size in sizes)
    taken = {name: [each["total"] for each in found[name]] for name in ("small", "large")}
    each = {
        name: [total / size * 1000 for total in taken[name]] for name, size in zip(taken, sizes, strict=True)
    }
    peaks = {name: [one["peak"] for one in found[name]] for name in taken}
    beside = {OURS: taken["small"], PLAIN: [one["total"] for one in found["plain"]]}
    floors = {OURS: taken["large"], FLOOR: [one["floor"] for one in found["large"]]}
    return [
        compared(f"Load and check {few}", beside, PLAIN, Unit.SECONDS),
        compared(f"Load and check {many}", floors, FLOOR, Unit.SECONDS, told=Told.TIME, bar=ours_at_most(10)),
        Measured(
            f"One skill among {many}", f"one among {few}", Unit.MILLISECONDS,
            tuple(each["large"]), tuple(each["small"]), Told.TIME, at_most(1.3),
        ),
        Measured(
            f"Memory at its peak, {many}", few, Unit.MEGABYTES,
            tuple(peaks["large"]), tuple(peaks["small"]), Told.MEMORY, ours_at_most(600),
        ),
    ]  # fmt: skip


def _of(folder: Path, *how: str) -> dict[str, Any]:
    return told("bench.load_and_check", str(folder), *how)


def ours(folder: Path) -> dict[str, float]:
    tree = DirectoryTree(folder)
    floor = seconds_of(lambda: [tree.blob_id(path) for path in tree.paths()])
    total = seconds_of(lambda: run_shared(ALL_RULES, Context.of(Loader().load(tree))))
    # Helpers count in full, though most of their memory is this process's own, shared.
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    peak = sum(resource.getrusage(each).ru_maxrss for each in who) / 1024
    return {"floor": floor, "total": total, "peak": peak}


def plain(folder: Path) -> dict[str, float]:
    """Every frontmatter read and held to its schema, and not one rule of ours."""
    schema = reference(packaged_registry(), SchemaFile.SKILL)
    files = sorted(folder.glob("skills/generated-*/canonical.md"))
    return {"total": seconds_of(lambda: [_valid(schema, each) for each in files])}


def _valid(schema: jsonschema.Draft202012Validator, file: Path) -> bool:
    return schema.is_valid(yaml.safe_load(file.read_text(encoding="utf-8").split("---\n", 2)[1]))


BENCHMARK: Final = Benchmark(
    title="A corpus loaded and checked",
    about=(
        f"Generated corpora, valid and tagged as real ones are, loaded and held to all {len(ALL_RULES)} rules on every processor. "
        "What one would write on the first day reads and validates frontmatter alone: no bodies, no tags, no graph, none of the rules, "
        "on one processor."
    ),
    packages=("PyYAML", "jsonschema-rs"),
    measure=measure,
)

if __name__ == "__main__":
    print(json.dumps({"plain": plain}.get(sys.argv[-1], ours)(Path(sys.argv[1]))))
