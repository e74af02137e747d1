"""path-uid: uids of paths are unique and never change."""

from __future__ import annotations

from becivic.corpus.checks import path_uid
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DEMO, line_at, with_path, with_value, without_value
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_uid.check)
    assert_clean(Files.valid(), path_uid.check, base=Files.valid())


@requirement("R-UID-05")
def test_a_uid_that_another_path_has_is_caught_at_the_second() -> None:
    files = with_path(Files.valid(), "demo-other", uid="pth-00001")
    line = line_at(files, "/paths/demo-other/uid")
    assert_caught(files, path_uid.check, PATHS, line, says="`demo-certificate`")


@requirement("R-UID-05")
def test_a_uid_that_changes_is_caught() -> None:
    files = with_value(Files.valid(), f"{DEMO}/uid", "pth-00009")
    line = line_at(files, f"{DEMO}/uid")
    assert_caught(files, path_uid.check, PATHS, line, base=Files.valid(), says="pth-00001")


@requirement("R-UID-05")
def test_a_uid_that_disappears_is_caught() -> None:
    files = without_value(Files.valid(), f"{DEMO}/uid")
    assert_caught(files, path_uid.check, PATHS, line_at(files, DEMO), base=Files.valid())


@requirement("R-UID-05")
def test_a_uid_that_moves_to_a_new_path_is_caught() -> None:
    files = without_value(with_path(Files.valid(), "demo-renamed", uid="pth-00001"), DEMO)
    line = line_at(files, "/paths/demo-renamed/uid")
    assert_caught(files, path_uid.check, PATHS, line, base=Files.valid(), says="`demo-certificate`")


def test_a_path_may_get_its_first_uid() -> None:
    base = without_value(Files.valid(), f"{DEMO}/uid")
    assert_clean(Files.valid(), path_uid.check, base=base)


def test_a_new_path_with_a_uid_of_its_own_is_clean() -> None:
    assert_clean(with_path(Files.valid(), "demo-other"), path_uid.check, base=Files.valid())


def test_paths_without_uids_are_left_to_the_schema() -> None:
    files = with_path(Files.valid(), "demo-other", uid="")
    assert_clean(with_path(files, "demo-third", uid=None), path_uid.check, base=Files.valid())
