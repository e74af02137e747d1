"""fm-schema-version: version 3 is accepted with a warning."""

from __future__ import annotations

from becivic.corpus.checks import fm_schema, fm_schema_version
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_schema_version.check)


@requirement("R-VERS-02")
def test_version_three_is_a_warning_at_its_line_and_no_error() -> None:
    files = Files.valid().replaced(APPLICATION, "schema_version: 4", "schema_version: 3")
    line = files.line_of(APPLICATION, "schema_version:")
    assert_caught(files, fm_schema_version.check, APPLICATION, line, says="superseded")
    assert_clean(files, fm_schema.check)


def test_a_version_nobody_knows_is_the_schemas_to_refuse() -> None:
    files = Files.valid().replaced(APPLICATION, "schema_version: 4", "schema_version: 5")
    assert_clean(files, fm_schema_version.check)
