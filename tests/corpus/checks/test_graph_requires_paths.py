"""graph-requires-paths: every required path is in the directory."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import graph_requires_paths
from tests.factories.corpora import APPLICATION, PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DEMO, assert_warned, with_value
from tests.requirement import requirement

ENTRY = "  - id: demo-certificate\n"
LINE = Files.valid().line_of(APPLICATION, ENTRY)


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), graph_requires_paths.check)


@requirement("R-GRAPH-04")
def test_a_required_path_that_does_not_exist_is_caught_at_its_id() -> None:
    files = Files.valid().replaced(APPLICATION, ENTRY, "  - id: demo-lost\n")
    assert_caught(files, graph_requires_paths.check, APPLICATION, LINE, says="demo-lost")


@requirement("R-GRAPH-04")
def test_a_skill_does_not_stand_in_for_a_required_path() -> None:
    files = Files.valid().replaced(APPLICATION, ENTRY, "  - id: demo-clock\n")
    assert_caught(files, graph_requires_paths.check, APPLICATION, LINE, says="no path `demo-clock`")


@requirement("R-GRAPH-04")
@pytest.mark.parametrize("status", ["deprecated", "quarantined"])
def test_a_required_path_that_ended_is_a_warning(status: str) -> None:
    files = with_value(Files.valid(), f"{DEMO}/status", status)
    assert_warned(files, graph_requires_paths.check, APPLICATION, LINE, says=status)


def test_an_id_that_the_schema_refuses_is_not_reported_again() -> None:
    files = Files.valid().replaced(APPLICATION, ENTRY, "  - id: NOT AN ID\n")
    assert_clean(files, graph_requires_paths.check)


def test_without_a_catalogue_the_missing_file_is_the_fault_and_not_each_entry() -> None:
    assert_clean(Files.valid().without(PATHS), graph_requires_paths.check)


def test_a_required_path_without_a_readable_status_is_left_to_the_schema() -> None:
    assert_clean(with_value(Files.valid(), f"{DEMO}/status", 7), graph_requires_paths.check)
