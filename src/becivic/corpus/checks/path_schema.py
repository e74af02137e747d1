"""The path catalogue fits its schema, down to the branch of each source's class and handoff (schemas 6.12; R-CI-26,
R-PATH-01..08, R-SRC-01..13, R-SRC-16, R-ACT-01..06).

A branch that fails says what it wants but not why; this rule adds the field that called for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from becivic.corpus import schema_words
from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.directory import PATHS_INDEX, PathDirectory, Source
from becivic.corpus.fields import Fields
from becivic.corpus.findings import Place
from becivic.rules import pointers
from becivic.rules.routes import Handoff, PredicateOp, SourceClass
from becivic.rules.schemas import SchemaFault, SchemaFile

_BY_CLASS: Final = frozenset({"procedure", "validation_path", "fallback_only", "audited_document_delivery"})
_BY_HANDOFF: Final = (["actor", "primary"], ["auth", "method"], ["source_class"])
_IN_BRANCHES: Final = frozenset(
    {"const", "enum", "not", "required", "contains", "minItems", "pattern", "type"}
)
"""Keywords that a branch uses; the others hold for every source alike."""


@rule("path-schema", "paths/index.json fits its schema", section="schemas 6.12.9")
def check(context: Context) -> Iterator[Problem]:
    directory = context.corpus.paths
    if PATHS_INDEX not in context.corpus.files:
        yield Problem(
            Place(PATHS_INDEX),
            "the path catalogue is missing",
            f"Add {PATHS_INDEX}; with no path yet its `paths` is an empty object.",
        )
    for fault in directory.document.schema_faults:
        yield _problem(directory, fault)


def _problem(directory: PathDirectory, fault: SchemaFault) -> Problem:
    schema, words, why = SchemaFile.PATHS_INDEX, fault.message, ""
    match pointers.split(fault.pointer):
        case ["paths", key, "sources", index, *rest]:
            schema = SchemaFile.PATH_SOURCE
            source = _source(directory, key, int(index))
            words, why = _words(source, fault), _why(source, rest, fault)
        case ["paths", key, *rest]:
            schema = SchemaFile.PATH
            if rest == ["status"] and "superseded_by" in directory.entries[key].fields:
                why = ", because it names a successor in superseded_by"
        case ["paths"] if fault.keyword == "propertyNames":
            words = "has a key that is not written like a path id"
    described = schema_words.describe(replace(fault, message=words), "the catalogue")
    return Problem(directory.place(fault.pointer), described + why, schema_words.remedy(fault, schema))


def _source(directory: PathDirectory, key: str, index: int) -> Source:
    return Source(Fields.of(directory.entries[key].fields.raw("sources")[index]))


def _words(source: Source, fault: SchemaFault) -> str:
    """What is wrong, where the schema's own words would not say it."""
    match fault.keyword:
        case "not":
            return "must be a way to sign in"
        case "contains":
            return _wanted_signals(source)
        case _:
            return fault.message


def _wanted_signals(source: Source) -> str:
    """Which of the signals that the class asks for are absent; one that is there has a wrong value."""
    wanted = SourceClass(source.source_class).template.success_checks  # a branch speaks of its class only
    listed = source.fields.child("validation_path").children("success_signals")
    given = {signal.text("check") for signal in listed}
    absent = [check for check in wanted if check not in given]
    return f"lacks {' and '.join(absent)}" if absent else f"has a wrong value for {' or '.join(wanted)}"


def _why(source: Source, rest: list[str], fault: SchemaFault) -> str:
    """The field that called for the branch, or nothing where the fault is in no branch."""
    if fault.keyword not in _IN_BRANCHES:
        return ""
    match rest:
        case ["audience", "predicates", index, *below] if below == ["value"] or fault.missing == "value":
            predicates = source.fields.child("audience").raw("predicates")
            return _because("operator", Fields.of(predicates[int(index)]).raw("op"), PredicateOp)
        case _ if rest in _BY_HANDOFF and fault.keyword in ("const", "not"):
            return _because("handoff", source.fields.child("actor").child("handoff").raw("when"), Handoff)
        case [first, *_] if first in _BY_CLASS:
            return _because("class", source.source_class, SourceClass)
        case [] if fault.missing in _BY_CLASS:
            return _because("class", source.source_class, SourceClass)
    return ""


def _because(noun: str, value: object, vocabulary: type[Handoff | SourceClass | PredicateOp]) -> str:
    """Only a value of the vocabulary is repeated: anything else is a fault of its own."""
    known = next((member.value for member in vocabulary if member.value == value), None)
    return f", because the {noun} is `{known}`" if known else ""
