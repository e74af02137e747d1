"""A cold process that looks at one text: the quick engine beside the ordinary one, both on a bare Python.

A command that is run once a shell call pays for every import and every pattern. What the interpreter takes to start,
with the modules that any command needs, is measured too and taken off.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from becivic.packaged import corpus_folder
from becivic_scrub.prepared import prepare
from bench.children import Ended, ended
from bench.measured import OURS, Benchmark, Measured, Unit, at_least, compared
from bench.rounds import Run

ROUNDS: Final = 3
BARE, ORDINARY = "a bare Python", "the ordinary engine"
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
    OURS: _BEGIN
    + "from becivic_scrub.quick import quick_engine\n"
    + "with open(sys.argv[2], 'rb') as rules, open(sys.argv[3], 'rb') as facts:\n"
    + "    engine = quick_engine(rules.read(), json.load(facts))\n"
    + "assert not engine.anew\n"
    + "print(len(engine.find(sys.argv[4])))\n",
    ORDINARY: _BEGIN
    + "from becivic_scrub import Engine, load_rules\n"
    + "print(len(Engine(load_rules(sys.argv[2])).find(sys.argv[4])))\n",
}


def measure(run: Run, texts: Iterable[str] = tuple(TEXTS)) -> list[Measured]:
    rules = corpus_folder() / "scrub/regex-rules.json"
    with tempfile.TemporaryDirectory(prefix="becivic-bench-scrub-") as folder:
        facts = Path(folder) / "facts.json"
        facts.write_text(json.dumps(prepare(rules.read_bytes())), encoding="utf-8")
        return [_compared(run, name, [str(_SOURCE), str(rules), str(facts), TEXTS[name]]) for name in texts]


def _compared(run: Run, name: str, arguments: list[str]) -> Measured:
    works = {which: partial(_started, script, arguments) for which, script in _SCRIPTS.items()}
    found = run.turns(name, ROUNDS, works)
    assert {each.said for each in found[OURS]} == {each.said for each in found[ORDINARY]}, "both find as much"
    bare = median(each.seconds for each in found[BARE])
    taken = {
        which: [max(each.seconds - bare, 1e-4) * 1000 for each in found[which]] for which in (OURS, ORDINARY)
    }
    bar = at_least(40 if name in CLEAN else 15)
    return compared(f"From cold, one text: {name}", taken, ORDINARY, Unit.MILLISECONDS, bar=bar)


def _started(script: str, arguments: list[str]) -> Ended:
    return ended([sys.executable, "-I", "-S", "-c", script, *arguments])


BENCHMARK: Final = Benchmark(
    title="A text looked through by a process that has just started",
    about=(
        "What the client on a person's own machine does at every command: the engine that prepares only what a text asks for, beside the "
        "ordinary one that compiles every pattern first. Both find the same. The start of Python itself is taken off both."
    ),
    packages=(),
    measure=measure,
)
