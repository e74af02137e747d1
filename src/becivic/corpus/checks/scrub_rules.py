"""The scrub rules file: unique names, patterns every engine reads alike and none can be hung on, fields that
exist, the eight rules that must be there (schemas 6.8; R-SCRUB-02, R-SCRUB-03, R-SCRUB-04, R-CI-27)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.findings import Place
from becivic.corpus.load import SCRUB_RULES_FILE
from becivic.corpus.schema_paths import SchemaPaths
from becivic.corpus.scrub_patterns import ScrubRule, refusals, scrub_rules
from becivic.rules.schemas import packaged_registry
from becivic.rules.scrub import BASELINE_RULES
from becivic.rules.submissions import SubmissionType

_SUBMISSION_SCHEMAS: Final = tuple(kind.schema_file for kind in SubmissionType)


@rule("scrub-rules", "scrub rules are sound", section="schemas 6.8")
def check(context: Context) -> Iterator[Problem]:
    if SCRUB_RULES_FILE not in context.corpus.files:
        yield Problem(
            Place(SCRUB_RULES_FILE),
            "the scrub rules are missing",
            "Copy the file from the corpus that ships with this program.",
        )
        return
    document = context.corpus.documents[SCRUB_RULES_FILE]
    if not document.exists:
        return  # the loader has said why
    refused = {fault.pointer for fault in document.schema_faults}
    rules = scrub_rules(document.fields)
    for pointer, message, remedy in (*_baseline(rules), *_faults(rules)):
        if pointer not in refused:
            yield Problem(document.place(pointer), message, remedy)


def _faults(rules: list[ScrubRule]) -> Iterator[tuple[str, str, str]]:
    yield from _repeated_names(rules)
    paths = SchemaPaths(packaged_registry().documents)
    for each in rules:
        yield from _pattern_faults(each)
        yield from _field_faults(each, paths)


def _baseline(rules: list[ScrubRule]) -> Iterator[tuple[str, str, str]]:
    names = {each.name for each in rules}
    for name in BASELINE_RULES:
        if name not in names:
            yield "/rules", f"the rule `{name}` is missing", "Put the rule back: at least eight are shipped."


def _repeated_names(rules: list[ScrubRule]) -> Iterator[tuple[str, str, str]]:
    seen: set[str] = set()
    for each in rules:
        if each.name and each.name in seen:
            yield (
                each.fields.at("name"),
                f"a second rule is called `{each.name}`",
                "Give each rule its own name.",
            )
        seen.add(each.name)


def _pattern_faults(each: ScrubRule) -> Iterator[tuple[str, str, str]]:
    remedy = "Write it with explicit classes, plain groups and bounded repetitions, so that RE2, Python and JavaScript agree."
    for reason in refusals(each):
        yield each.fields.at("pattern"), f"the pattern {reason}", remedy


def _field_faults(each: ScrubRule, paths: SchemaPaths) -> Iterator[tuple[str, str, str]]:
    for path, pointer in each.fields.texts("applies_to_fields"):
        if not any(paths.has(schema, path) for schema in _SUBMISSION_SCHEMAS):
            yield (
                pointer,
                "no submission schema has this field",
                "Correct the dotted path, or let the rule apply to all strings.",
            )
