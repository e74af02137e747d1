"""A cold process that looks at one text: the quick engine beside the ordinary one, both on a bare Python.

A command that is run once a shell call pays for every import and every pattern. What the interpreter takes to start,
with the modules that any command needs, is measured too and taken off. Rounds take turns, and the best counts.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from becivic.packaged import corpus_folder
from becivic_scrub.prepared import prepare

ROUNDS: Final = 9
BARE, QUICK, ORDINARY = "bare", "quick", "ordinary"
TEXTS: Final = {
    "nothing personal": "The clerk at the population desk asked for a birth certificate not older than six months.",
    "numbers in prose": "La redevance est de 25 € et le délai de 30 jours ouvrables; gratuit depuis 2019, art. 12bis, § 1.",
    "national number": "Mon numéro national est 85.07.30-033.28.",
    "phone": "You can reach me on 0470 12 34 56.",
    "address": "Nous habitons rue de la Loi 16, 1000 Bruxelles.",
}
CLEAN: Final = ("nothing personal", "numbers in prose")
_SOURCE: Final = Path(__file__).resolve().parents[1] / "src"
_BEGIN: Final = "import json, re, sys, typing; sys.path.insert(0, sys.argv[1])\n"
_SCRIPTS: Final = {
    BARE: _BEGIN,
    QUICK: _BEGIN
    + "from becivic_scrub.quick import quick_engine\n"
    + "with open(sys.argv[2], 'rb') as rules, open(sys.argv[3], 'rb') as facts:\n"
    + "    engine = quick_engine(rules.read(), json.load(facts))\n"
    + "assert not engine.anew\n"
    + "print(len(engine.find(sys.argv[4])))\n",
    ORDINARY: _BEGIN
    + "from becivic_scrub import Engine, load_rules\n"
    + "print(len(Engine(load_rules(sys.argv[2])).find(sys.argv[4])))\n",
}


def run(rounds: int = ROUNDS, texts: Iterable[str] = TEXTS) -> dict[str, Any]:
    rules = corpus_folder() / "scrub/regex-rules.json"
    with tempfile.TemporaryDirectory(prefix="becivic-bench-scrub-") as folder:
        facts = Path(folder) / "facts.json"
        facts.write_text(json.dumps(prepare(rules.read_bytes())), encoding="utf-8")
        found = {
            name: _compared([str(_SOURCE), str(rules), str(facts), TEXTS[name]], rounds) for name in texts
        }
    return {**found, "bars": _bars(found)}


def _bars(found: dict[str, dict[str, Any]]) -> dict[str, bool]:
    return {
        f"{name}: at least {least} times faster than the ordinary engine": each["times_faster"] >= least
        for name, each in found.items()
        for least in [40 if name in CLEAN else 15]
    }


def _compared(arguments: list[str], rounds: int) -> dict[str, Any]:
    taken: dict[str, list[float]] = {name: [] for name in _SCRIPTS}
    said: dict[str, str] = {}
    for _ in range(rounds):
        for name, script in _SCRIPTS.items():
            seconds, said[name] = _started(script, arguments)
            taken[name].append(seconds)
    assert said[QUICK] == said[ORDINARY], "both engines find as much"
    best = {name: min(seconds) for name, seconds in taken.items()}
    quick, ordinary = (max(best[name] - best[BARE], 1e-4) for name in (QUICK, ORDINARY))
    return {
        "bare_python_ms": round(best[BARE] * 1000, 1),
        "quick_ms": round(quick * 1000, 1),
        "ordinary_ms": round(ordinary * 1000, 1),
        "times_faster": round(ordinary / quick, 1),
    }


def _started(script: str, arguments: list[str]) -> tuple[float, str]:
    """Seconds from the start of a process to its end, and what it printed."""
    command = [sys.executable, "-I", "-S", "-c", script, *arguments]
    began = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return time.perf_counter() - began, done.stdout
