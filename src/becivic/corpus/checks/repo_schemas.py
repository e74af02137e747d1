"""A corpus carries the schemas it is held to, and none of the old ones (schemas 6.2; R-REPO-06, R-REPO-07).

The closed lists must be there too; only types.json may be missing, with a warning (R-CI-29).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.findings import Place, Severity
from becivic.corpus.reference_data import CATEGORIES_FILE, SOURCE_CLASSES_FILE, TYPES_FILE
from becivic.corpus.tree import Tree
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.schemas import RETIRED_SCHEMA_FILES, packaged_registry

_LISTS: Final = (CATEGORIES_FILE, SOURCE_CLASSES_FILE, TYPES_FILE)
_MISSING_REMEDY: Final = "Copy the file from the corpus that ships with this program."


@rule("repo-schemas", "the published schemas are the ones in force", section="schemas 6.2")
def check(context: Context) -> Iterator[Problem]:
    corpus = context.corpus
    for name, law in packaged_registry().documents.items():
        file = f"schemas/{name}"
        if file not in corpus.files:
            yield Problem(Place(file), "the schema is missing", _MISSING_REMEDY)
        elif _read(corpus.tree, file) != law:
            yield Problem(
                Place(file),
                "the schema differs from the one this program enforces",
                "Change schemas together with the program that enforces them.",
            )
    yield from _list_problems(corpus.files)
    for file in sorted(corpus.files & {f"schemas/{name}" for name in RETIRED_SCHEMA_FILES}):
        yield Problem(Place(file), "the schema is retired", "Remove the file; its successors replace it.")


def _list_problems(files: frozenset[str]) -> Iterator[Problem]:
    for file in _LISTS:
        if file not in files:
            severity = Severity.WARNING if file == TYPES_FILE else None
            yield Problem(Place(file), "the closed list is missing", _MISSING_REMEDY, severity)


def _read(tree: Tree, file: str) -> Any:  # noqa: ANN401  any JSON value
    try:
        return parse_json(tree.read(file))
    except JsonRefused:
        return None
