"""Data files fit their schemas (schemas 6.4, 6.8; R-CI-01). Communes and authorities must be there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus import schema_words
from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.findings import Place
from becivic.corpus.load import DOCUMENTS
from becivic.corpus.reference_data import AUTHORITIES_FILE, COMMUNES_FILE

_SCHEMAS: Final = {file: schema for file, schema in DOCUMENTS.items() if file != PATHS_INDEX}
"""Everything the loader holds to a schema but the path catalogue, which has a rule of its own."""

_NEEDED: Final = (COMMUNES_FILE, AUTHORITIES_FILE)


@rule("data-schema", "data files fit their schemas", section="schemas 6.4")
def check(context: Context) -> Iterator[Problem]:
    for file in _NEEDED:
        if file not in context.corpus.files:
            yield Problem(
                Place(file), "the data file is missing", "Add the file; skills and paths point into it."
            )
    for file, schema in _SCHEMAS.items():
        document = context.corpus.documents[file]
        for fault in document.schema_faults:
            yield Problem(
                document.place(fault.pointer),
                schema_words.describe(fault, "the file"),
                schema_words.remedy(fault, schema),
            )
