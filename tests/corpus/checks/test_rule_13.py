"""rule-13: a first citation is a whole wrapper tag."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import rule_13
from tests.factories.corpora import APPLICATION, CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = rule_13.check
INTRO = "Counting is harder than it looks."
PLACE = "Leap years count once."


@requirement("R-TAG-11")
def test_a_valid_corpus_that_cites_again_by_bracket_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-CI-14", "R-TAG-10")
@pytest.mark.parametrize(
    "tag",
    [
        '<VV name="demo-handling-fee-eur" uid="val-00001" />',
        '<Ref name="demo-law-article-two" uid="ref-00002" />',
        "<Ref/>",
    ],
)
@pytest.mark.parametrize("place", [INTRO, PLACE])
def test_a_self_closing_citation_is_caught_at_its_line(place: str, tag: str) -> None:
    files = Files.valid().replaced(CLOCK, place, f"First line.\n{tag}")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "First line.") + 1, says="closes itself")


@requirement("R-CI-14", "R-CI-33", "R-TAG-11")
@pytest.mark.parametrize("bracket", ["[demo-law-article-two]", "[ref-00002]"])
def test_a_bracket_before_its_reference_is_caught(bracket: str) -> None:
    files = Files.valid().replaced(CLOCK, INTRO, f"First line.\nSee {bracket}.")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "First line.") + 1, says="before")


@requirement("R-CI-33", "R-TAG-11")
@pytest.mark.parametrize("bracket", ["[demo-law-article-one]", "[ref-00001]", "[ref-99999]"])
def test_a_bracket_without_a_reference_in_this_body_is_caught(bracket: str) -> None:
    files = Files.valid().replaced(CLOCK, PLACE, f"First line.\nSee {bracket}.")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, bracket), says="no <Ref>")


def test_a_reference_that_the_catalogue_does_not_know_yet_counts_by_its_name() -> None:
    tag = '<Ref name="demo-new-law">law</Ref>'
    assert_clean(Files.valid().replaced(CLOCK, PLACE, f"{tag} and [demo-new-law]."), RULE)
    early = Files.valid().replaced(CLOCK, PLACE, f"[demo-new-law] and {tag}.")
    assert_caught(early, RULE, CLOCK, early.line_of(CLOCK, "[demo-new-law]"), says="before")


@pytest.mark.parametrize(
    "tag",
    [
        '<Ref name="demo-law-article-one">law</Ref>',
        '<Ref uid="ref-00001">law</Ref>',
        '<Ref name="demo-old-name" uid="ref-00001">law</Ref>',
    ],
)
def test_the_catalogue_joins_name_and_uid(tag: str) -> None:
    files = Files.valid().replaced(CLOCK, PLACE, f"{tag}, [demo-law-article-one], [ref-00001]")
    assert_clean(files, RULE)


@pytest.mark.parametrize(
    "text", ["[sic]", "[x] done", "`[ref-00001]`", "[demo-law-article-one](https://a.be)", "\\[ref-00001]"]
)
def test_other_brackets_are_no_citations(text: str) -> None:
    assert_clean(Files.valid().replaced(CLOCK, PLACE, text), RULE)


def test_a_body_without_brackets_is_clean() -> None:
    files = Files.valid().replaced(APPLICATION, "[demo-law-article-one]", "", count=2)
    assert_clean(files, RULE)
