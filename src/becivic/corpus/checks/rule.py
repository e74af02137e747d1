"""What a rule is: a stable id, a severity, and a function from a context to problems."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from becivic.corpus.directory import PathEntry
from becivic.corpus.findings import Finding, Place, Severity
from becivic.corpus.load import Corpus
from becivic.corpus.quiet import collector_paused
from becivic.corpus.seed import Catalogue
from becivic.corpus.skill import Skill
from becivic.rules.contract import BOT_EMAILS

_LOG = logging.getLogger(__name__)
_BATCH: Final = 64
"""Enough to share what a rule looks up first, few enough to stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a change request says of itself, for the rules that compare against a base."""

    base: Corpus
    author_email: str = ""
    submission_type: str = ""
    """From the commit trailer; empty for a maintainer's own change (C-21)."""

    @property
    def by_bot(self) -> bool:
        return self.author_email in BOT_EMAILS


@dataclass(frozen=True, slots=True)
class Context:
    """Everything a rule may look at."""

    corpus: Corpus
    catalogue: Catalogue
    change: Change | None = None
    batch: Collection[Skill] | None = None
    """The skills to judge now, where a rule is run batch by batch; whatever they point at is in `corpus`."""
    path_batch: Collection[PathEntry] | None = None
    """The same for paths."""
    file_batch: Collection[str] | None = None
    """The same for files."""

    @classmethod
    def of(cls, corpus: Corpus, change: Change | None = None, catalogue: Catalogue | None = None) -> Context:
        return cls(corpus, corpus.catalogue if catalogue is None else catalogue, change)

    @property
    def skills(self) -> Collection[Skill]:
        return self.corpus.skills.values() if self.batch is None else self.batch

    @property
    def entries(self) -> Collection[PathEntry]:
        return self.corpus.paths.entries.values() if self.path_batch is None else self.path_batch

    @property
    def files(self) -> Collection[str]:
        return self.corpus.files if self.file_batch is None else self.file_batch


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule saw. The severity is the rule's unless the problem says otherwise."""

    place: Place
    message: str
    remedy: str
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One law, checkable."""

    id: str
    summary: str
    section: str
    severity: Severity
    check: Callable[[Context], Iterable[Problem]] = field(repr=False)
    needs_base: bool = False
    reads_bodies: bool = False
    """Judges each skill by itself and looks into its body: run batch by batch, see `run_rules`."""

    def run(self, context: Context) -> Iterator[Finding]:
        if self.needs_base and context.change is None:
            return
        for problem in self.check(context):
            yield Finding(
                self.id, problem.severity or self.severity, problem.place, problem.message, problem.remedy
            )


def rule(
    rule_id: str,
    summary: str,
    *,
    section: str,
    severity: Severity = Severity.ERROR,
    needs_base: bool = False,
    reads_bodies: bool = False,
) -> Callable[[Callable[[Context], Iterable[Problem]]], Rule]:
    """Make a Rule of a generator function."""

    def decorate(check: Callable[[Context], Iterable[Problem]]) -> Rule:
        return Rule(rule_id, summary, section, severity, check, needs_base, reads_bodies)

    return decorate


body_rule = partial(rule, reads_bodies=True)
"""A rule that judges each of `context.skills` by itself, by its body."""


def run_rules(rules: Iterable[Rule], context: Context) -> list[Finding]:
    """Every finding of every rule and of the loader, by file and line. A rule that cannot run has fired."""
    listed = list(rules)
    return in_order([*run_on_bodies(listed, context), *run_on_the_rest(listed, context)])


def run_on_bodies(rules: Iterable[Rule], context: Context) -> set[Finding]:
    """The rules that look into bodies, batch by batch; each body is read once and forgotten."""
    findings: set[Finding] = set()
    on_bodies = [each for each in rules if each.reads_bodies]
    skills = list(context.skills)
    with collector_paused():
        for start in range(0, len(skills), _BATCH):
            part = replace(context, batch=skills[start : start + _BATCH])
            for each in on_bodies:
                findings.update(_run(each, part))
            for (
                skill
            ) in part.skills:  # what a body is read into is ten times its text; all at once would not fit
                skill.body.forget()
    return findings


def run_on_the_rest(rules: Iterable[Rule], context: Context) -> set[Finding]:
    """The rules that look at everything else, and what the loader found."""
    findings = set(context.corpus.findings)
    with collector_paused():
        for each in rules:
            if not each.reads_bodies:
                findings.update(_run(each, context))
    return findings


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    return sorted(set(findings), key=lambda finding: finding.sort_key)


def _run(each: Rule, context: Context) -> list[Finding]:
    try:
        return list(each.run(context))
    except Exception:  # noqa: BLE001  safety fails closed: a rule that cannot run counts as fired (design 6)
        _LOG.exception("rule %s could not run", each.id)
        return [
            Finding(
                each.id,
                Severity.ERROR,
                Place(context.corpus.tree.label),
                "the rule could not run on this corpus, which counts as a fault",
                "Report it with the corpus that caused it; the log has the details.",
            )
        ]
