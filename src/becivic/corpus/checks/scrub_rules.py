"""The scrub rules file: unique names, patterns every engine reads alike and none can be hung on, checksums and
fields that exist, the eight rules that must be there (schemas 6.8; R-SCRUB-02, R-SCRUB-03, R-SCRUB-04, R-CI-27)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.fields import Fields
from becivic.corpus.findings import Place
from becivic.corpus.schema_paths import SchemaPaths
from becivic.corpus.scrub_patterns import refusals
from becivic.corpus.scrubbing import SCRUB_RULES_FILE
from becivic.rules.schemas import packaged_registry
from becivic.rules.scrub import BASELINE_RULES
from becivic.rules.submissions import SubmissionType
from becivic_scrub.checksums import CHECKSUMS

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
    rules = document.fields.children("rules")
    for pointer, message, remedy in (*_baseline(rules), *_faults(rules)):
        if pointer not in refused:
            yield Problem(document.place(pointer), message, remedy)


def _faults(rules: list[Fields]) -> Iterator[tuple[str, str, str]]:
    yield from _repeated_names(rules)
    paths = SchemaPaths(packaged_registry().documents)
    for each in rules:
        yield from _pattern_faults(each)
        yield from _checksum_faults(each)
        yield from _field_faults(each, paths)


def _baseline(rules: list[Fields]) -> Iterator[tuple[str, str, str]]:
    names = {each.text("name") for each in rules}
    for name in BASELINE_RULES:
        if name not in names:
            yield "/rules", f"the rule `{name}` is missing", "Put the rule back: at least eight are shipped."


def _repeated_names(rules: list[Fields]) -> Iterator[tuple[str, str, str]]:
    seen: set[str] = set()
    for each in rules:
        name = each.text("name")
        if name and name in seen:
            yield each.at("name"), f"a second rule is called `{name}`", "Give each rule its own name."
        seen.add(name)


def _pattern_faults(each: Fields) -> Iterator[tuple[str, str, str]]:
    remedy = "Write it with explicit classes, plain groups and bounded repetitions, so that RE2, Python and JavaScript agree."
    for reason in refusals(each.text("pattern"), each.text("flags")):
        yield each.at("pattern"), f"the pattern {reason}", remedy


def _checksum_faults(each: Fields) -> Iterator[tuple[str, str, str]]:
    if each.raw("checksum") is not None and each.text("checksum") not in CHECKSUMS:
        yield (
            each.at("checksum"),
            "the engine knows no checksum of this name",
            f"Name one of {', '.join(CHECKSUMS)}; or null, and every match counts.",
        )


def _field_faults(each: Fields, paths: SchemaPaths) -> Iterator[tuple[str, str, str]]:
    for path, pointer in each.texts("applies_to_fields"):
        if not any(paths.has(schema, path) for schema in _SUBMISSION_SCHEMAS):
            yield (
                pointer,
                "no submission schema has this field",
                "Correct the dotted path, or let the rule apply to all strings.",
            )
