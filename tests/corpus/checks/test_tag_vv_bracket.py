"""tag-vv-bracket: no bracket stands for a volatile value."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import tag_vv_bracket
from tests.factories.corpora import APPLICATION, CLOCK, SEED, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = tag_vv_bracket.check


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-TAG-12")
@pytest.mark.parametrize("bracket", ["[val-00001]", "[val-99999]", "[demo-handling-fee-eur]"])
def test_a_bracket_for_a_value_is_caught_at_its_line(bracket: str) -> None:
    files = Files.valid().replaced(APPLICATION, "Some counters", f"First line.\n{bracket} counters")
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, bracket), says=bracket)


@requirement("R-TAG-12")
def test_a_value_that_only_the_body_knows_counts() -> None:
    text = '<VV name="demo-new-fee-eur">€1</VV>\nthen [demo-new-fee-eur]'
    files = Files.valid().replaced(CLOCK, "Leap years", text)
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "then ["))


@pytest.mark.parametrize("text", ["[ref-00001]", "[demo-unknown]", "[x]", "`[val-00001]`", "[val-1]"])
def test_other_brackets_are_clean(text: str) -> None:
    assert_clean(Files.valid().replaced(CLOCK, "Leap years", text), RULE)


def test_a_name_that_is_a_reference_here_means_the_reference() -> None:
    files = Files.valid().replaced(SEED, "demo-handling-fee-eur", "demo-law-article-two")
    assert_clean(files, RULE)


def test_a_body_without_brackets_is_clean() -> None:
    assert_clean(Files.valid().replaced(CLOCK, ", see [demo-law-article-two]", ""), RULE)
