"""fm-id-folder: the folder is named after the skill's id."""

from __future__ import annotations

from becivic.corpus.checks import fm_id_folder
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_id_folder.check)


@requirement("R-FM-01", "R-CI-04")
def test_an_id_that_differs_from_its_folder_is_caught_at_the_id() -> None:
    files = Files.valid().replaced(APPLICATION, "id: demo-application\n", "id: demo-other\n")
    assert_caught(files, fm_id_folder.check, APPLICATION, 2, says="demo-application")
