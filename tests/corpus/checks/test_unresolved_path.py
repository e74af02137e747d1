"""unresolved-path: every <Path id> resolves in the directory."""

from __future__ import annotations

from becivic.corpus.checks import unresolved_path
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement

TAG = '<Path id="demo-certificate" />'


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), unresolved_path.check)


@requirement("R-TAG-05")
def test_a_path_tag_that_names_no_entry_is_caught_at_its_line() -> None:
    files = Files.valid().replaced(APPLICATION, TAG, '<Path id="demo-lost" />')
    line = files.line_of(APPLICATION, "demo-lost")
    assert_caught(files, unresolved_path.check, APPLICATION, line, says="unresolved_path")


def test_a_path_tag_inside_code_is_not_a_citation() -> None:
    files = Files.valid().replaced(APPLICATION, TAG, f'{TAG} `<Path id="demo-lost" />`')
    assert_clean(files, unresolved_path.check)
