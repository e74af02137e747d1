"""Rule 15: every committed row is about something its type may be about, and that exists (lifecycle 10.1; R-CI-16).

A concern about the graph itself asserts a gap, so its target need not exist (R-XREF-04).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.fields import Fields
from becivic.corpus.findings import Finding, Place
from becivic.corpus.load import json_lines
from becivic.rules.identifiers import matches
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType

_CONCERNS: Final = "data-snapshot/concerns.jsonl"
_ROWS: Final = {
    _CONCERNS: SubmissionType.CONCERN,
    "data-snapshot/validations.jsonl": SubmissionType.VALIDATION,
}


@rule("rule-15", "committed rows are about things that exist", section="lifecycle 10.1")
def check(context: Context) -> Iterator[Problem]:
    targets = _Targets(context)
    for file, kind in _ROWS.items():
        refused: list[Finding] = []
        for line, row in _rows(context, file, refused):
            if fault := _fault(targets, kind, row):
                yield Problem(Place(file, line), *fault)
        yield from (Problem(each.place, each.message, each.remedy) for each in refused)


def _rows(context: Context, file: str, refused: list[Finding]) -> Iterator[tuple[int, Fields]]:
    if file in context.corpus.files:
        for line, value in json_lines(context.corpus.tree.read(file), file, refused):
            yield line, Fields.of(value)


def _fault(targets: _Targets, kind: SubmissionType, row: Fields) -> tuple[str, str] | None:
    target = next((each for each in TargetType if each.value == row.raw("target_type")), None)
    if target is None or not kind.permits(target):
        permitted = ", ".join(kind.facts.targets)
        return f"a {kind} is not about this target_type", f"Correct the row; permitted are: {permitted}."
    target_id = row.raw("target_id")
    if not target.must_resolve and target_id is None:
        return None
    if not matches(target.id_pattern, target_id):
        return f"the target_id is not written like that of a {target}", f"Write it as {target.id_pattern}."
    if target.must_resolve and not targets.has(target, str(target_id)):
        return f"no {target} `{target_id}` exists", "Correct the row, or remove it with its target."
    return None


@dataclass(frozen=True)
class _Targets:
    """Who exists: in the corpus, in the catalogue, in the snapshot."""

    context: Context

    @cached_property
    def _concerns(self) -> frozenset[str]:
        return frozenset(row.text("uid") for _, row in _rows(self.context, _CONCERNS, []))

    def has(self, target: TargetType, target_id: str) -> bool:
        corpus = self.context.corpus
        match target:
            case TargetType.SKILL:
                return corpus.knows_skill(target_id)
            case TargetType.PATH:
                return target_id in corpus.paths.entries
            case TargetType.PATH_SOURCE:
                path, _, source = target_id.partition(":")
                entry = corpus.paths.entries.get(path)
                return entry is not None and any(each.id == source for each in entry.sources)
            case TargetType.OBSERVATION:
                return target_id in self._concerns
            case _:
                return self.context.catalogue.row(target_id) is not None
