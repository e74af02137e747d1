"""Data files fit their schemas (schemas 6.4, 6.8; R-CI-01). Communes and authorities must be there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.corpus import schema_words
from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.findings import Place
from becivic.corpus.load import SCRUB_RULES_FILE
from becivic.corpus.reference_data import (
    AUTHORITIES_FILE,
    CATEGORIES_FILE,
    COMMUNES_FILE,
    SOURCE_CLASSES_FILE,
    TYPES_FILE,
)
from becivic.corpus.seed import SEED_FILE
from becivic.rules.schemas import SchemaFile

_SCHEMAS: Final = {
    COMMUNES_FILE: SchemaFile.COMMUNES,
    AUTHORITIES_FILE: SchemaFile.AUTHORITIES,
    TYPES_FILE: SchemaFile.TYPES,
    CATEGORIES_FILE: SchemaFile.CATEGORIES,
    SOURCE_CLASSES_FILE: SchemaFile.SOURCE_CLASSES,
    SEED_FILE: SchemaFile.CATALOGUE_SEED,
    SCRUB_RULES_FILE: SchemaFile.REGEX_RULES,
}
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
