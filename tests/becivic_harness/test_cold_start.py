"""A command asks one question and ends: what a check needs is loaded, and nothing that is slow to load."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic_harness import preflight
from tests.factories.payloads import FIXTURES
from tests.factories.scrub_process import pythons, run

SOURCE = Path(preflight.__file__).parents[1]

_CHECK = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
given = json.load(open(sys.argv[2], encoding="utf-8"))
import re, typing, datetime
def spent(work):
    started = time.process_time()
    work()
    return time.process_time() - started
def loop():
    for _ in range(400_000):
        pass
def check():
    from becivic_harness import communes, diffing, ids, items, preflight, schema
    assert schema.faults(sys.argv[3], given) == []
before, took = spent(loop), spent(check)
slow = {"dataclasses", "inspect", "pathlib", "urllib", "argparse", "tempfile", "pkgutil", "hashlib", "unicodedata", "becivic_scrub"}
print(json.dumps({"times": took / max(before, spent(loop)), "slow": sorted(slow & set(sys.modules))}))
"""


@pytest.mark.parametrize("python", pythons())
@pytest.mark.parametrize(("name", "schema"), [
    ("concerns/valid/skill-general.json", "concern"), ("profiles/valid/full-brussels.json", "profile"),
])  # fmt: skip
def test_a_cold_check_costs_little_and_loads_nothing_slow(python: str, name: str, schema: str) -> None:
    """Against a plain loop of 400 000 steps, for which a quick machine takes a hundredth of a second."""
    command = [python, "-I", "-S", "-c", _CHECK, str(SOURCE), str(FIXTURES / name), schema]
    run(command)  # the first time compiles what is not compiled yet
    ran = run(command)
    assert (ran.code, ran.err) == (0, "")
    said = json.loads(ran.out)
    assert said["slow"] == []
    assert said["times"] < 4
