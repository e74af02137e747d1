"""fm-legacy-arrays: lists that must move to the catalogue."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import fm_legacy_arrays, fm_schema
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_legacy_arrays.check)


@requirement("R-FM-13")
@pytest.mark.parametrize(("name", "tag"), [("volatile_values", "<VV>"), ("references", "<Ref>")])
def test_a_legacy_list_is_a_warning_that_names_the_tag_to_use(name: str, tag: str) -> None:
    files = Files.valid().replaced(APPLICATION, "tags: [demo]", f"{name}:\n  - id: demo")
    found = assert_caught(files, fm_legacy_arrays.check, APPLICATION, files.line_of(APPLICATION, f"{name}:"))
    assert tag in found.remedy
    assert_clean(files, fm_schema.check)


@requirement("R-FM-13")
def test_a_list_of_pointers_is_accepted() -> None:
    files = Files.valid().replaced(APPLICATION, "tags: [demo]", "volatile_value_ids: [demo-fee]")
    assert_clean(files, fm_legacy_arrays.check)
