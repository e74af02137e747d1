"""tag-malformed: every tag is a known one, readable and closed."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import tag_malformed
from tests.factories.corpora import CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = tag_malformed.check
PLACE = "Leap years count once."


def with_prose(text: str) -> Files:
    return Files.valid().replaced(CLOCK, PLACE, f"First line.\n{text}")


@requirement("R-TAG-01")
def test_a_valid_corpus_with_all_six_tags_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-TAG-01")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('<VV name=a-b>1</VV>', "<VV> cannot be read"),
        ('<Path id="a"', "<Path> cannot be read"),
        ("<Jan is here", "something that begins like a tag"),
        ("<!-- open", "never closed"),
        ('<VV name="a-b">1', "<VV> is never closed"),
        ("</Ref>", "</Ref> closes nothing"),
        ("<Callout>Hi</Callout>", "none of those"),
        ("<Image />", "none of those"),
        ("<Callout>", "none of those"),
        ("</Callout>", "none of those"),
        ('<path id="a" />', "small letters"),
        ("</vv>", "small letters"),
        ("<rEF>", "small letters"),
    ],
)  # fmt: skip
def test_a_malformed_tag_is_caught_once_at_its_line(text: str, says: str) -> None:
    files = with_prose(text)
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "First line.") + 1, says=says)


def test_a_message_never_repeats_what_may_be_a_name() -> None:
    (found,) = with_prose("<Jan Peeters>").findings([RULE])
    assert "Jan" not in found.message + found.remedy
    assert "Peeters" not in found.message + found.remedy


@pytest.mark.parametrize(
    "text",
    [
        "<Risk>never closed",
        "</Risk>",
        "<Observation>",
        "<CohortStats>",
        "<div>html</div>",
        "a < b",
        "`<VV`",
        "\\<vv> and \\<VV",
        "<reference>",
        '<Path id="a"></Path>',
    ],
)
def test_what_other_rules_judge_and_plain_text_are_clean(text: str) -> None:
    assert_clean(with_prose(text), RULE)
