"""fm-category: close to another is a typo, anything else new is announced."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import fm_category
from becivic.corpus.findings import Severity
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files, assert_caught, assert_clean
from tests.requirement import requirement

OLD = "category: belgium-federal"
OLD_PATH = '"category": "belgium-federal"'


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_category.check)


@requirement("R-FM-09", "R-CI-07")
@pytest.mark.parametrize("typo", ["belgium-federl", "belguim-federal", "belgium-federal-", "beta", "met"])
def test_a_category_within_two_edits_of_a_listed_one_is_a_typo(typo: str) -> None:
    files = Files.valid().replaced(APPLICATION, OLD, f"category: {typo}")
    line = files.line_of(APPLICATION, "category:")
    assert_caught(files, fm_category.check, APPLICATION, line, says="a slip for")


@requirement("R-FM-09")
def test_a_typo_in_a_path_entry_is_caught_at_its_line() -> None:
    files = Files.valid().replaced(PATHS, OLD_PATH, '"category": "belgium-federel"')
    line = files.line_of(PATHS, "belgium-federel")
    assert_caught(files, fm_category.check, PATHS, line, says="`belgium-federal`")


@requirement("R-FM-09")
def test_a_new_category_far_from_all_others_is_announced_as_a_warning() -> None:
    files = Files.valid().replaced(APPLICATION, OLD, "category: origin-japan")
    [finding] = files.findings([fm_category.check])
    assert finding.severity is Severity.WARNING
    assert finding.place.line == files.line_of(APPLICATION, "category:")
    assert "is new" in finding.message


@requirement("R-FM-09")
def test_a_new_category_used_twice_is_no_typo_of_itself() -> None:
    files = Files.valid().replaced(APPLICATION, OLD, "category: origin-japan")
    files = files.replaced(CLOCK, OLD, "category: origin-japan")
    files = files.replaced(PATHS, OLD_PATH, '"category": "origin-japan"')
    assert {finding.severity for finding in files.findings([fm_category.check])} == {Severity.WARNING}


@requirement("R-FM-09")
def test_two_new_categories_close_to_each_other_are_both_caught() -> None:
    files = Files.valid().replaced(APPLICATION, OLD, "category: origin-japan")
    files = files.replaced(PATHS, OLD_PATH, '"category": "origin-jaban"')
    found = files.findings([fm_category.check])
    assert [finding.place.file for finding in found] == [PATHS, APPLICATION]
    assert {finding.severity for finding in found} == {Severity.ERROR}


def test_three_edits_away_is_another_word() -> None:
    files = Files.valid().replaced(APPLICATION, OLD, "category: belgium-feudal-x")
    assert [finding.severity for finding in files.findings([fm_category.check])] == [Severity.WARNING]


@requirement("R-FM-08")
@pytest.mark.parametrize("category", ["Belgium-Federal", "3", "[meta]", "x" * 3000 + "!"])
def test_a_category_the_schema_refuses_is_reported_there_alone(category: str) -> None:
    assert_clean(Files.valid().replaced(APPLICATION, OLD, f"category: {category}"), fm_category.check)


def test_without_the_list_nothing_is_new() -> None:
    files = Files.valid().replaced(APPLICATION, OLD, "category: origin-japan")
    assert_clean(files.without("schemas/categories.json"), fm_category.check)
