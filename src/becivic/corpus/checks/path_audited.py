"""Audited delivery belongs to one source class; another may claim it, and is asked to be sure (schemas 6.12.3; C-35)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.findings import Severity
from becivic.rules.routes import AUDITED_CLASS

_FIELD: Final = "audited_document_delivery"


@rule("path-audited", "audited delivery is of its class", section="schemas 6.12.3", severity=Severity.WARNING)
def check(context: Context) -> Iterator[Problem]:
    directory = context.corpus.paths
    for entry in context.entries:
        for source in entry.sources:
            if source.fields.flag(_FIELD) and source.source_class != AUDITED_CLASS:
                yield Problem(
                    directory.place(source.fields.at(_FIELD)),
                    f"audited delivery is usual for `{AUDITED_CLASS}` only",
                    "Remove it unless every call here really delivers a logged document.",
                )
