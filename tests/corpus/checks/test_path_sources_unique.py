"""path-sources-unique: source ids are unique in their path."""

from __future__ import annotations

from becivic.corpus.checks import path_sources_unique
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DESK, PORTAL, line_at, with_path, with_value, without_value
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_sources_unique.check)


@requirement("R-SRC-01")
def test_a_second_source_with_the_same_id_is_caught_at_its_id() -> None:
    files = with_value(Files.valid(), f"{DESK}/id", "federal-portal")
    assert_caught(files, path_sources_unique.check, PATHS, line_at(files, f"{DESK}/id"))


def test_two_paths_may_use_the_same_source_id() -> None:
    assert_clean(with_path(Files.valid(), "demo-other"), path_sources_unique.check)


def test_sources_without_ids_are_left_to_the_schema() -> None:
    files = without_value(without_value(Files.valid(), f"{DESK}/id"), f"{PORTAL}/id")
    assert_clean(files, path_sources_unique.check)
