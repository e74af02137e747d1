"""path-links: what a path points at exists."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import path_links
from tests.factories.corpora import APPLICATION, PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DEMO, line_at, with_path, with_value
from tests.requirement import requirement

AUTHORITIES = "data/authorities.json"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_links.check)


@requirement("R-CI-34")
def test_an_authority_that_does_not_exist_is_caught_at_its_line() -> None:
    files = with_value(Files.valid(), f"{DEMO}/authority_id", "demo-nobody")
    line = line_at(files, f"{DEMO}/authority_id")
    assert_caught(files, path_links.check, PATHS, line, says="demo-nobody")


@requirement("R-CI-34")
def test_a_related_skill_that_does_not_exist_is_caught_at_its_line() -> None:
    files = with_value(Files.valid(), f"{DEMO}/related_skills/-", "demo-lost")
    line = line_at(files, f"{DEMO}/related_skills/1")
    assert_caught(files, path_links.check, PATHS, line, says="demo-lost")


@requirement("R-PATH-07")
def test_a_path_without_related_skills_is_clean() -> None:
    assert_clean(with_value(Files.valid(), f"{DEMO}/related_skills", []), path_links.check)


@requirement("R-CI-34", "R-PATH-06")
@pytest.mark.parametrize(
    ("successor", "says"),
    [("demo-lost", "no path"), ("demo-old", "itself"), ("demo-gone", "deprecated itself")],
)
def test_a_successor_that_is_no_living_other_path_is_caught(successor: str, says: str) -> None:
    files = with_path(Files.valid(), "demo-old", status="deprecated", superseded_by=successor)
    files = with_path(files, "demo-gone", status="deprecated")
    line = line_at(files, "/paths/demo-old/superseded_by")
    assert_caught(files, path_links.check, PATHS, line, says=says)


@requirement("R-PATH-06")
def test_a_living_successor_is_clean() -> None:
    files = with_path(Files.valid(), "demo-old", status="deprecated", superseded_by="demo-certificate")
    assert_clean(files, path_links.check)


def test_a_successor_without_a_readable_status_is_left_to_the_schema() -> None:
    files = with_path(Files.valid(), "demo-old", status="deprecated", superseded_by="demo-certificate")
    assert_clean(with_value(files, f"{DEMO}/status", "gone"), path_links.check)


def test_a_missing_list_of_authorities_is_reported_as_a_file_and_not_here() -> None:
    assert_clean(Files.valid().without(AUTHORITIES), path_links.check)


def test_a_skill_that_cannot_be_read_is_left_to_the_loader() -> None:
    files = Files.valid().with_file(APPLICATION, "no frontmatter\n")
    assert [each.rule for each in files.findings([path_links.check])] == ["unreadable"]


@pytest.mark.parametrize("field", ["authority_id", "related_skills", "superseded_by"])
@pytest.mark.parametrize("value", [7, None, ["Not An Id"], "Not An Id", {}])
def test_what_the_schema_refuses_is_not_reported_again(field: str, value: object) -> None:
    assert_clean(with_value(Files.valid(), f"{DEMO}/{field}", value), path_links.check)
