"""rule-14: an edit of tag form alone keeps the version."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import rule_14
from becivic.corpus.checks.rule import Context
from tests.factories.corpora import CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = rule_14.check
BRACKET = "[demo-law-article-two]"
WRAPPER = '<Ref name="demo-law-article-two" uid="ref-00002" title="T" url="https://a.be" last_verified="2026-11-15">law</Ref>'


def bumped(files: Files) -> Files:
    return files.replaced(CLOCK, "version: 0.2.3", "version: 0.2.4")


def rewritten() -> Files:
    return Files.valid().replaced(CLOCK, BRACKET, WRAPPER)


def test_an_unchanged_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE, base=Files.valid())


@requirement("R-CI-15", "R-TAG-23")
def test_a_bump_for_tag_form_is_caught_at_the_version() -> None:
    files = bumped(rewritten())
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "version: 0.2.4"), base=Files.valid(), says="form")


@requirement("R-CI-15", "R-TAG-23")
def test_a_bump_for_filled_children_is_caught() -> None:
    base = Files.valid().replaced(CLOCK, ">article 2</Ref>", "></Ref>")
    assert_caught(bumped(Files.valid()), RULE, CLOCK, 6, base=base)


@requirement("R-CI-15")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Leap years count once.", "Leap years count twice."),
        ("title: Count", "title: Tally"),
        ("status: beta", "status: stable"),
    ],
)
def test_with_any_other_edit_the_bump_is_right(old: str, new: str) -> None:
    assert_clean(bumped(rewritten().replaced(CLOCK, old, new)), RULE, base=Files.valid())


def test_without_a_bump_tag_form_may_change() -> None:
    assert_clean(rewritten(), RULE, base=Files.valid())


def test_a_version_alone_is_another_rules() -> None:
    assert_clean(bumped(Files.valid()), RULE, base=Files.valid())


def test_a_new_skill_and_a_missing_base_have_nothing_to_compare() -> None:
    files = bumped(rewritten())
    assert_clean(files, RULE, base=Files.valid().without(CLOCK))
    assert_clean(files, RULE)
    assert list(RULE.check(Context.of(files.load()))) == []
