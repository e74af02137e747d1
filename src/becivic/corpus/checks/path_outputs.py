"""A path to something one files puts out a document, and outputs have known types (schemas 6.12.1, 6.12.6; R-PATH-04)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.reference_data import TYPES_FILE
from becivic.rules.routes import Purpose
from becivic.rules.skills import IoType

_IO_TYPES: Final = frozenset(kind.value for kind in IoType)


@rule("path-outputs", "a path for a submission puts out a document", section="schemas 6.12.6")
def check(context: Context) -> Iterator[Problem]:
    directory = context.corpus.paths
    listed = frozenset(context.corpus.types.document.fields.child("io_types").data) or _IO_TYPES
    for entry in context.entries:
        outputs = entry.fields.children("outputs")
        types = {output.text("type") for output in outputs}
        if entry.fields.text("purpose") == Purpose.SUBMISSION and IoType.DOCUMENT_ARTEFACT not in types:
            yield Problem(
                directory.place(entry.fields.at("outputs")),
                f"the purpose is `{Purpose.SUBMISSION}`, but no output is a `{IoType.DOCUMENT_ARTEFACT}`",
                "Add the document that the path leads to, or correct the purpose.",
            )
        for output in outputs:
            kind = output.text("type")
            if kind in _IO_TYPES and kind not in listed:  # any other name is refused by the schema
                yield Problem(
                    directory.place(output.at("type")),
                    f"the type `{kind}` is not in {TYPES_FILE}",
                    f"Use one of: {', '.join(sorted(listed))}.",
                )
