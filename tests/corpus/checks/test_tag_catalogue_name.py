"""tag-catalogue-name: catalogue names are kebab-case, agency first."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import tag_catalogue_name
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = tag_catalogue_name.check
NAME = 'name="demo-handling-fee-eur"'


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-TAG-22")
@pytest.mark.parametrize(
    "name", ["fee", "Demo-fee", "demo--fee", "demo-fee-", "1demo-fee", "demo fee", "a_b c"]
)
def test_a_name_of_another_shape_is_caught_at_its_line(name: str) -> None:
    files = Files.valid().replaced(APPLICATION, NAME, f'\n   name="{name}"')
    found = assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, f'name="{name}"'))
    assert "small letters" in found.remedy


@requirement("R-TAG-22")
def test_a_snake_case_name_is_told_how_to_be_written() -> None:
    files = Files.valid().replaced(APPLICATION, NAME, 'name="federal_registration_Fee_eur"')
    found = assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, "federal_"))
    assert "`federal-registration-fee-eur`" in found.remedy


def test_references_are_held_to_it_as_well() -> None:
    files = Files.valid().replaced(APPLICATION, '<Ref name="demo-law-article-one"', '<Ref name="law"')
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, '"law"'))


@pytest.mark.parametrize("name", ['name=""', 'name=" "', ""])
def test_a_missing_name_is_another_rules(name: str) -> None:
    assert_clean(Files.valid().replaced(APPLICATION, NAME, name), RULE)
