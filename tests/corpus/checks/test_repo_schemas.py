"""repo-schemas: a corpus carries the schemas it is held to."""

from __future__ import annotations

import json

import pytest

from becivic.corpus.checks import repo_schemas
from becivic.corpus.findings import Severity
from becivic.rules.schemas import RETIRED_SCHEMA_FILES, SchemaFile
from tests.factories.corpora import Files, assert_caught, assert_clean
from tests.requirement import requirement

CONCERN = "schemas/concern.schema.json"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), repo_schemas.check)


@requirement("R-REPO-06")
@pytest.mark.parametrize("name", SchemaFile)
def test_a_missing_schema_is_caught(name: str) -> None:
    file = f"schemas/{name}"
    assert_caught(Files.valid().without(file), repo_schemas.check, file, 1, says="missing")


@requirement("R-REPO-06")
@pytest.mark.parametrize("file", ["schemas/categories.json", "schemas/source-classes.json"])
def test_a_missing_list_is_caught(file: str) -> None:
    assert_caught(Files.valid().without(file), repo_schemas.check, file, 1, says="missing")


@requirement("R-CI-29")
def test_missing_types_are_only_a_warning() -> None:
    [finding] = Files.valid().without("schemas/types.json").findings([repo_schemas.check])
    assert (finding.place.file, finding.severity) == ("schemas/types.json", Severity.WARNING)


@requirement("R-REPO-06")
@pytest.mark.parametrize("content", ["{}\n", "not json", "null\n", b"\xff"])
def test_a_schema_that_differs_from_the_one_in_force_is_caught(content: str | bytes) -> None:
    files = Files.valid().with_file(CONCERN, content)
    assert_caught(files, repo_schemas.check, CONCERN, 1, says="differs")


def test_layout_alone_makes_no_difference() -> None:
    compact = json.dumps(json.loads(Files.valid()[CONCERN]))
    assert_clean(Files.valid().with_file(CONCERN, compact), repo_schemas.check)


@requirement("R-REPO-07")
@pytest.mark.parametrize("name", RETIRED_SCHEMA_FILES)
def test_a_retired_schema_is_caught(name: str) -> None:
    file = f"schemas/{name}"
    assert_caught(Files.valid().with_file(file, "{}\n"), repo_schemas.check, file, 1, says="retired")
