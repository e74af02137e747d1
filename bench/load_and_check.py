"""Load and check of generated corpora: cost per skill, memory, and how both grow.

Each size runs in its own process so that the memory read is its own. Beside it, in the same process: reading
and hashing the same files, the floor that no loader can go below.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Context
from becivic.corpus.checks.shares import run_shared
from becivic.corpus.load import Loader
from becivic.corpus.tree import DirectoryTree
from bench.corpora import write_corpus

SIZES = (1000, 5000)


def measure(folder: Path) -> dict[str, Any]:
    tree = DirectoryTree(folder)
    started = time.perf_counter()
    total = sum(len(tree.blob_id(path)) for path in tree.paths())
    floor = time.perf_counter() - started
    assert total
    started = time.perf_counter()
    corpus = Loader().load(tree)
    loaded = time.perf_counter()
    findings = run_shared(ALL_RULES, Context.of(corpus))
    checked = time.perf_counter()
    # Helpers count in full, though most of their memory is this process's own, shared.
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    peak = sum(resource.getrusage(each).ru_maxrss for each in who) / 1024
    return {
        "skills": len(corpus.skills),
        "findings": len(findings),
        "rules": len(ALL_RULES),
        "read_and_hash_s": round(floor, 3),
        "load_s": round(loaded - started, 3),
        "check_s": round(checked - loaded, 3),
        "total_s": round(checked - started, 3),
        "times_the_floor": round((checked - started) / floor, 1),
        "peak_mb": round(peak, 1),
    }


def run() -> dict[str, Any]:
    results = []
    for size in SIZES:
        with tempfile.TemporaryDirectory(prefix="becivic-bench-") as parent:
            folder = write_corpus(Path(parent) / "corpus", size)
            child = subprocess.run(
                [sys.executable, "-m", "bench.load_and_check", str(folder)],
                check=True,
                capture_output=True,
                text=True,
            )
            results.append(json.loads(child.stdout))
    per_skill = [result["total_s"] / result["skills"] for result in results]
    return {
        "sizes": results,
        "growth_of_cost_per_skill": round(per_skill[1] / per_skill[0], 2),
        "bars": {
            "5,000 skills in under 10 s": results[-1]["total_s"] < 10,
            "under 600 MB": results[-1]["peak_mb"] < 600,
            "linear (cost per skill grows less than 1.3 times)": per_skill[1] / per_skill[0] < 1.3,
        },
    }


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]))))
