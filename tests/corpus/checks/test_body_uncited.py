"""body-uncited: every block that makes a claim cites its source."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_uncited
from becivic.rules.marks import CLAIMLESS
from becivic.rules.skills import Section
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = body_uncited.check
PLACE = "Leap years count once. That is in [demo-law-article-two]."
TABLE = "| card | cost |\n|---|---|"


def with_prose(text: str) -> Files:
    return Files.valid().replaced(CLOCK, PLACE, text)


@requirement("R-PRIN-01")
def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-PRIN-01")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A claim.", "a paragraph"),
        ("> A claim.", "a paragraph"),
        ("- A claim.", "a list item"),
        ("- A claim [unknown-name].", "a list item"),
        ("- A claim.\n  - Cited [ref-00002].", "a list item"),
        ("1. Cited [ref-00002].\n   - A claim.", "a list item"),
        (f"{TABLE}\n| A claim | [ref-00002] |\n| A claim. | free |", "a table row"),
        ('<Risk reason="r">A claim.</Risk>', "a paragraph"),
        ("A claim in `[ref-00002]`.", "a paragraph"),
        ("`code`", "a paragraph"),
        ("A claim. `<!-- advice -->`", "a paragraph"),
        ("A claim. <!-- advise -->", "a paragraph"),
        ("A claim. <!-- advice: ask -->", "a paragraph"),
        ("A claim <!-- advice -->\nthat goes on.", "a paragraph"),
        ("A claim.\n\n<!-- advice -->", "a paragraph"),
        ("- A claim.\n- Ask. <!-- advice -->", "a list item"),
        ("A claim: and no list.", "a paragraph"),
        ("A claim:\n\nCited [ref-00002].", "a paragraph"),
        ("- A claim:\n- Cited [ref-00002].", "a list item"),
        ("Verify with your commune.", "a paragraph"),
        ("A claim:\n\n-", "a paragraph"),
        ("A claim:\n\n- <!-- advice -->", "a paragraph"),
        ("A claim:\n\n-\n\nCited [ref-00002].", "a paragraph"),
        ("- A claim:\n  -\n- Cited [ref-00002].", "a list item"),
        ("| A claim. |\n|---|", "a table without rows"),
        ("| A claim. |\n|---|\n|  |", "a table without rows"),
        ("| A claim. |\n|---|\n\n- Cited [ref-00002].", "a table without rows"),
        ("A claim.\n<!-- note -->\nCited [ref-00002].", "a paragraph"),
        ("A claim.\n<div>\nCited [ref-00002].", "a paragraph"),
        ("A claim:\n\n***\n\n- Cited [ref-00002].", "a paragraph"),
    ],
)
def test_a_block_without_a_source_is_caught_at_its_line(text: str, says: str) -> None:
    files = with_prose(text)
    place = "A claim. | free" if "free" in text else "A claim" if "A claim" in text else text
    found = assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, place), says=says)
    assert "<!-- advice --> or <!-- definition -->" in found.remedy


@requirement("R-PRIN-01")
@pytest.mark.parametrize(
    "text",
    [
        "A claim\nthat goes on <Ref name='x-y'>here</Ref>.",
        '- A claim: <Path id="demo-certificate" />',
        '- A claim: <Skill id="demo-application" />',
        '<Risk reason="r">A claim, <VV name="demo-handling-fee-eur">€20</VV>.</Risk>',
        f"{TABLE}\n| A claim | [demo-law-article-two] |",
        "> A claim [ref-00002].",
        "### A heading\n\n***\n\n<!-- a comment -->\n\n```\ncode\n```",
        "<Risk>\n\n</Risk>\n\n1.\n2. <!-- nothing yet -->",
        "**You need:**\n\n- this [ref-00002]",
        f"It costs:\n\n{TABLE}\n| A claim | [ref-00002] |",
        "- Either:\n  - this [ref-00002]",
        '<Risk reason="r">You need:</Risk>\n\n1. this [ref-00002]',
        "You need:\n\n-\n- this [ref-00002]",
        "You need:\n\n- a paper: <!-- advice -->",
        "You need:\n\n<!-- a comment -->\n\n- this [ref-00002]",
        "You need:\n<!-- a comment -->\n- this [ref-00002]",
        "\u201cYou need:\u201d\n\n- this [ref-00002]",
        "(You need\u00a0:\u00a0)\n\n- this [ref-00002]",
        "- Either:\n  - of these:\n    - this [ref-00002]",
        "[a-law]: https://demo.be/law\n\n<br>\n\n<div>\n\n</div>",
    ],
)
def test_what_cites_leads_in_or_says_nothing_is_clean(text: str) -> None:
    assert_clean(with_prose(text), RULE)


@requirement("R-PRIN-01")
@pytest.mark.parametrize("mark", CLAIMLESS)
@pytest.mark.parametrize(
    "text",
    [
        "Ask.\nAsk again. <!-- {} -->",
        "- Ask. <!--{}-->",
        "<!--  {} --> Ask.",
        "Ask.\n<!-- {} -->",
        "Ask.\n<!-- a -->\n<!-- {} -->",
    ],
)
def test_a_mark_in_the_last_line_says_that_a_block_claims_nothing(mark: str, text: str) -> None:
    assert_clean(with_prose(text.format(mark)), RULE)
    assert_clean(with_prose(text.format(mark.capitalize())), RULE)


def test_of_the_intro_only_the_disclaimer_needs_no_source() -> None:
    plain = "**Starter scaffold: verify with your commune.**"
    assert_clean(
        Files.valid().replaced(CLOCK, plain, "*Starter scaffold*: verify\nwith **your** commune."), RULE
    )
    files = Files.valid().replaced(CLOCK, plain, f"A claim.\n\n{plain}")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "A claim."))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "\n\nA claim, and verify with your commune."),
        ("", "\n\n**Starter scaffold: verify with your commune.** A claim."),
        ("", " That is in [ref-00002].\n\n**Starter scaffold: verify with your commune.** A claim."),
        ("A claim.\n", ""),
        ("Ask. <!-- advice -->\n", " A claim."),
        ("A claim, and ", ""),
    ],
)
def test_the_disclaimer_covers_the_paragraph_that_begins_with_it_and_only_once(
    before: str, after: str
) -> None:
    plain = "**Starter scaffold: verify with your commune.**"
    rest = next(line for line in Files.valid()[CLOCK].decode().split("\n") if line.startswith(plain))
    files = Files.valid().replaced(CLOCK, rest, f"{before}{plain}{after}")
    assert [found.place.file for found in files.findings([RULE])] == [CLOCK]


@pytest.mark.parametrize("rows", ["", "\n| | |"])
def test_a_lead_in_to_a_table_that_says_nothing_is_caught_with_the_table(rows: str) -> None:
    files = with_prose(f"A claim:\n\n{TABLE}{rows}")
    lines = [found.place.line for found in files.findings([RULE])]
    assert lines == [files.line_of(CLOCK, text) for text in ("A claim:", "| card")]


def test_a_chain_of_lead_ins_that_ends_in_nothing_is_caught_at_each() -> None:
    files = with_prose("- One:\n  - Two:\n    - Three:\n      -")
    lines = [found.place.line for found in files.findings([RULE])]
    assert lines == [files.line_of(CLOCK, text) for text in ("One:", "Two:", "Three:")]


@pytest.mark.parametrize(
    "text",
    [
        "x\n\n" * 25_000 + f"## {Section.OBSERVATIONS}\n" * 4_000,
        "".join(" " * depth + "- x:\n" for depth in range(0, 400, 2)) + (" " * 400 + "-\n") * 200,
    ],
)
def test_a_long_body_is_read_to_its_end(text: str) -> None:
    # Blocks times sections, or times lead-ins, would not come to an end here in the time a test has.
    assert len(with_prose(text).findings([RULE])) >= 200


@pytest.mark.parametrize("section", [Section.OBSERVATIONS, Section.REQUESTS])
def test_the_last_two_sections_need_no_source(section: Section) -> None:
    files = Files.valid().replaced(CLOCK, f"## {section}\n", f"## {section}\n\nA claim.\n")
    assert_clean(files, RULE)
    # Also where a block elsewhere has to be looked at whole.
    assert_clean(files.replaced(CLOCK, PLACE, "Ask.\nAsk again. <!-- advice -->"), RULE)


def test_skeletons_and_meta_skills_are_not_asked() -> None:
    files = with_prose("A claim.")
    assert_clean(files.replaced(CLOCK, "status: beta", "status: draft"), RULE)
    assert_clean(Files.valid().replaced(FALLBACK, "## Process", "## Process\n\nA claim."), RULE)


def test_each_block_is_caught_by_itself() -> None:
    files = Files.valid().replaced(APPLICATION, "Some counters", "One.\n\n- Two\n- Three\n\nSome counters")
    lines = [found.place.line for found in files.findings([RULE])]
    assert lines == [files.line_of(APPLICATION, text) for text in ("One.", "- Two", "- Three")]
