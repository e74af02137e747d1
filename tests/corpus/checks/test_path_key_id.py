"""path-key-id: a path's key is its id, and a tag can name it."""

from __future__ import annotations

from becivic.corpus.checks import path_key_id
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DEMO, line_at, with_path, with_value, without_value
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_key_id.check)


@requirement("R-PCAT-01")
def test_an_id_that_differs_from_its_key_is_caught_at_the_id() -> None:
    files = with_value(Files.valid(), f"{DEMO}/id", "demo-other")
    assert_caught(files, path_key_id.check, PATHS, line_at(files, f"{DEMO}/id"))


@requirement("R-PATH-01")
def test_an_id_that_no_tag_can_name_is_caught_at_its_key() -> None:
    files = with_path(Files.valid(), "3-months-proof")
    assert_caught(files, path_key_id.check, PATHS, line_at(files, "/paths/3-months-proof"), says="letter")


def test_an_id_with_digits_after_a_letter_is_clean() -> None:
    assert_clean(with_path(Files.valid(), "e3-months-2"), path_key_id.check)


def test_missing_ids_and_keys_that_are_no_ids_are_left_to_the_schema() -> None:
    assert_clean(without_value(Files.valid(), f"{DEMO}/id"), path_key_id.check)
    assert_clean(with_path(Files.valid(), "trailing-"), path_key_id.check)
    assert_clean(with_path(Files.valid(), "Not An Id"), path_key_id.check)
