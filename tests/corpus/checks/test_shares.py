"""Shared work finds what lone work finds, whoever of the helpers survives."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Context, run_rules
from becivic.corpus.checks.shares import WORTH_SHARING, run_shared
from tests.factories.corpora import APPLICATION, CLOCK, Files

SHARED = """
    import os, sys
    from becivic.corpus.checks import shares
    from becivic.corpus.checks.all_rules import ALL_RULES
    from becivic.corpus.checks.rule import Context, run_rules
    from tests.corpus.checks.test_shares import many
    context = Context.of(many().load())
    if sys.argv[1] == "killed":
        shares._Helper._work = lambda self, outbox: os._exit(9)
    shared, alone = shares.run_shared(ALL_RULES, context, 3), run_rules(ALL_RULES, context)
    assert shared == alone, (len(shared), len(alone))
    print(len(shared))
"""


def many() -> Files:
    """Enough skills to be worth sharing, one in seven of them broken."""
    clock = Files.valid()[CLOCK].decode()
    files = Files.valid()
    for number in range(WORTH_SHARING):
        text = clock.replace("demo-clock", f"demo-clock-{number}")
        files[f"skills/demo-clock-{number}/canonical.md"] = (
            text.replace("## Process", "## Steps") if number % 7 == 0 else text
        ).encode()
    return files


@pytest.mark.parametrize("fate", ["well", "killed"])
def test_shared_and_lone_work_find_the_same(fate: str) -> None:
    """In a process of its own: a test runner has threads, and a process with threads must not fork."""
    root = Path(__file__).resolve().parents[3]
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SHARED), fate],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > WORTH_SHARING // 7


def test_a_small_corpus_is_not_worth_sharing() -> None:
    files = Files.valid().replaced(APPLICATION, "## Process", "## Steps")
    context = Context.of(files.load())
    assert run_shared(ALL_RULES, context, 2) == run_rules(ALL_RULES, context) != []
