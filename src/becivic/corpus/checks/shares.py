"""Runs the rules with the help of the other processors. For the command line only.

Bodies take most of the time, and each is judged by itself: every helper gets a share of the skills. Helpers are
forked once the corpus is loaded, so that nothing is copied but the findings on their way back. A server has
threads and must not fork; it calls `run_rules`.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Final

from becivic.corpus.checks.rule import Context, Rule, in_order, run_on_bodies, run_on_the_rest, run_rules
from becivic.corpus.findings import Finding

WORTH_SHARING: Final = 300
"""Below this many skills a second process costs more than it saves."""

_MOST: Final = 4
"""Each helper brings its own memory; beyond a few they mostly wait for each other."""


def run_shared(rules: Sequence[Rule], context: Context, processes: int | None = None) -> list[Finding]:
    """The same findings as `run_rules`, sooner where there are processors to spare."""
    wanted = processes or min(os.cpu_count() or 1, _MOST)
    skills = list(context.skills)
    if wanted < 2 or len(skills) < WORTH_SHARING or not hasattr(os, "fork"):
        return run_rules(rules, context)
    shares = [replace(context, batch=skills[start::wanted]) for start in range(wanted)]
    helpers = [_Helper(rules, share) for share in shares[1:]]
    findings = run_on_bodies(rules, shares[0]) | run_on_the_rest(rules, context)
    for helper in helpers:
        findings |= helper.findings()
    return in_order(findings)


class _Helper:
    """A forked process with a share of its own; what it finds comes back through a pipe."""

    def __init__(self, rules: Sequence[Rule], share: Context) -> None:
        self._rules, self._share = rules, share
        forked = multiprocessing.get_context("fork")
        self._inbox, outbox = forked.Pipe(duplex=False)
        self._process = forked.Process(target=self._work, args=(outbox,), daemon=True)
        self._process.start()
        outbox.close()

    def _work(self, outbox: Connection) -> None:
        outbox.send(run_on_bodies(self._rules, self._share))

    def findings(self) -> set[Finding]:
        """What it found. If the process died on the way, its share is judged here after all."""
        try:
            found: set[Finding] = self._inbox.recv()
        except EOFError:
            found = run_on_bodies(self._rules, self._share)
        self._process.join()
        return found
