"""fm-schema: frontmatter fits the skill schema; what has a rule of its own is left to it."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import fm_schema
from becivic.rules.skills import COMPUTED_FIELD, REQUIRED_FIELDS, RETIRED_FIELDS
from becivic.rules.statuses import Origin, Status
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

FIRST_FIELD = 2


def without_field(files: Files, file: str, name: str) -> Files:
    lines = files[file].decode("utf-8").splitlines(keepends=True)
    return files.with_file(file, "".join(line for line in lines if not line.startswith(f"{name}:")))


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_schema.check)


@requirement("R-FM-02", "R-CI-01")
@pytest.mark.parametrize("name", REQUIRED_FIELDS)
@pytest.mark.parametrize("file", [APPLICATION, CLOCK, FALLBACK])
def test_a_required_field_that_is_missing_is_caught_at_every_status(file: str, name: str) -> None:
    files = without_field(Files.valid(), file, name)
    found = assert_caught(files, fm_schema.check, file, FIRST_FIELD, says=f"`{name}` is missing")
    assert found.remedy == f"Add the field `{name}`."


@requirement("R-FM-02")
def test_a_skeleton_needs_its_version_and_contract_too() -> None:
    files = Files.valid().replaced(CLOCK, "status: beta", "status: draft")
    files = without_field(files, CLOCK, "submission_contract_version")
    assert_caught(files, fm_schema.check, CLOCK, FIRST_FIELD, says="submission_contract_version")


@requirement("R-FM-04", "R-CI-04")
@pytest.mark.parametrize(
    "status", ["proposal", "active", "retracted", "rolled_back", "Alpha", "[alpha]", "4"]
)
def test_a_status_outside_the_six_is_caught_at_its_line(status: str) -> None:
    files = Files.valid().replaced(APPLICATION, "status: alpha", f"status: {status}")
    line = files.line_of(APPLICATION, "status: ")
    assert_caught(files, fm_schema.check, APPLICATION, line, says="draft, alpha, beta, stable")


@requirement("R-FM-04")
@pytest.mark.parametrize("status", list(Status))
def test_each_of_the_six_statuses_fits(status: Status) -> None:
    assert_clean(Files.valid().replaced(APPLICATION, "status: alpha", f"status: {status}"), fm_schema.check)


@requirement("R-FM-05")
def test_an_origin_that_is_neither_ours_nor_the_communitys_is_caught() -> None:
    files = Files.valid().replaced(APPLICATION, "origin: be-civic", "origin: somebody")
    assert_caught(
        files, fm_schema.check, APPLICATION, files.line_of(APPLICATION, "origin:"), says="community"
    )


@requirement("R-FM-05")
@pytest.mark.parametrize("origin", list(Origin))
def test_both_origins_fit(origin: Origin) -> None:
    files = Files.valid().replaced(APPLICATION, "origin: be-civic", f"origin: {origin}")
    assert_clean(files, fm_schema.check)


@requirement("R-CI-01")
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("tags: [demo]", "colour: red", "no such field"),
        ("title: Apply for a demonstration", "title: 4", "type string"),
        ("version: 0.1.0", "version: 0.1", "type string"),
        ("version: 0.1.0", "version: v0.1.0", "must match"),
        ("schema_version: 4", "schema_version: 5", "3, 4"),
        ("schema_version: 4", "schema_version: 2", "3, 4"),
        ("    timing: pre-filing", "    timing: later", "at-filing"),
        ("  - name: home_commune", "  - name: Home Commune", "must match"),
        ('  communes: ["21009"]', "  communes: [ixelles]", "must match"),
        ('  communes: ["21009"]', "  communes: [21009.5]", "type string"),
        ("summary: File", "summary: 12 #", "type string"),
    ],
)
def test_a_value_the_schema_refuses_is_caught_at_its_line(old: str, new: str, says: str) -> None:
    files = Files.valid().replaced(APPLICATION, old, new)
    assert_caught(files, fm_schema.check, APPLICATION, files.line_of(APPLICATION, new), says=says)


@requirement("R-FM-08", "R-CI-07")
@pytest.mark.parametrize(
    "category", ["Belgium-federal", "2belgium", "belgium_federal", "b", "-belgium", "été"]
)
def test_a_category_that_is_not_kebab_case_is_caught(category: str) -> None:
    files = Files.valid().replaced(APPLICATION, "category: belgium-federal", f"category: {category}")
    line = files.line_of(APPLICATION, "category:")
    assert_caught(files, fm_schema.check, APPLICATION, line, says="/category")


def test_a_value_is_never_repeated_in_the_message() -> None:
    files = Files.valid().replaced(APPLICATION, "status: alpha", "status: 85.07.30-033.28")
    [finding] = files.findings([fm_schema.check])
    assert "85.07" not in finding.message + finding.remedy


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *(("tags: [demo]", f"{name}: high") for name in (*RETIRED_FIELDS, COMPUTED_FIELD)),
        ("summary: File", f"summary: File {'x' * 400}"),
        ('communes: ["21009"]', "communes: [21009]"),
        ("    type: commune", "    type: colour"),
        ("    type: bool", "    type: text"),
        ("tags: [demo]", "superseded_by: demo-clock"),
    ],
)
def test_what_a_rule_of_its_own_explains_is_left_to_that_rule(old: str, new: str) -> None:
    assert_clean(Files.valid().replaced(APPLICATION, old, new), fm_schema.check)
