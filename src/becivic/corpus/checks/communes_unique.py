"""Communes are told apart by code and slug, and agree with their region (schemas 6.4; R-COMM-01, R-COMM-02)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.commune_rules import list_faults
from becivic.corpus.reference_data import COMMUNES_FILE


@rule("communes-unique", "communes are unique and agree with their region", section="schemas 6.4")
def check(context: Context) -> Iterator[Problem]:
    document = context.corpus.documents[COMMUNES_FILE]
    faulted = {fault.pointer for fault in document.schema_faults}
    listed = document.fields.raw("communes")
    communes = listed if isinstance(listed, list) else []
    for fault in list_faults(communes):
        entry = f"/communes/{fault.position}"
        pointer = f"{entry}/{fault.field}"
        if faulted.isdisjoint((entry, pointer)):
            yield Problem(
                document.place(pointer),
                fault.message,
                "Correct the entry against Statbel's list, or refresh the whole file from it.",
            )
