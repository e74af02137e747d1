"""tag-risk: every <Risk> is closed, and its reason says something."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import tag_risk
from tests.factories.corpora import APPLICATION, CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = tag_risk.check
PLACE = "Leap years count once."


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-TAG-07", "R-CI-21")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<Risk>a", "never closed"),
        ('<VV name="a-b"><Risk>a</VV>', "not closed before"),
        ("a</Risk>", "closes nothing"),
        ("<Risk />", "wraps nothing"),
        ('<Risk reason="">a</Risk>', "empty reason"),
        ('<Risk reason=" \n ">a</Risk>', "empty reason"),
    ],
)
def test_an_unbalanced_risk_or_an_empty_reason_is_caught_at_its_line(text: str, says: str) -> None:
    files = Files.valid().replaced(CLOCK, PLACE, f"First line.\n{text}")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "First line.") + 1, says=says)


@requirement("R-CI-21")
def test_a_close_that_went_missing_is_caught_at_the_opening() -> None:
    files = Files.valid().replaced(APPLICATION, "</Risk>", "")
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, "<Risk"))


@requirement("R-TAG-07")
@pytest.mark.parametrize(
    "text",
    [
        "<Risk>no reason</Risk>",
        "<Risk>outer <Risk>inner</Risk></Risk>",
        "`<Risk>`",
        "<Risk reason=x>unreadable is another rule's</Risk>",
        '<VV name="a-b">never closed',
    ],
)
def test_no_reason_nesting_and_other_tags_are_clean(text: str) -> None:
    assert_clean(Files.valid().replaced(CLOCK, PLACE, text), RULE)
