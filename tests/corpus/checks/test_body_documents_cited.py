"""body-documents-cited: every required document cites its source."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_documents_cited
from tests.factories.corpora import APPLICATION, CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = body_documents_cited.check
ITEM = "- Register extract, see [demo-law-article-two]"


@requirement("R-BODY-02")
def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-BODY-02")
@pytest.mark.parametrize(
    "item",
    [
        "- Register extract",
        "- Register extract [x]",
        "- `[demo-law-article-two]`",
        '- <Risk reason="r">A</Risk>',
        "-",
    ],
)
def test_an_item_without_a_source_is_caught_at_its_line(item: str) -> None:
    files = Files.valid().replaced(CLOCK, ITEM, f"{ITEM}\n{item}\n{ITEM}")
    line = files.line_of(CLOCK, ITEM) + 1
    assert_caught(files, RULE, CLOCK, line, says="no source")


@requirement("R-BODY-02")
def test_the_last_item_ends_with_the_section() -> None:
    files = Files.valid().replaced(APPLICATION, ", see [demo-law-article-one]", "")
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, "- Identity document"))


@pytest.mark.parametrize(
    "item",
    [
        "- Extract [ref-00002]",
        "- Extract [ref-00001]",
        '- Extract <Path id="demo-certificate" />',
        '- Extract <Skill id="demo-clock" />',
        '- Costs <VV name="demo-handling-fee-eur">€20</VV>',
        '- Extract <Ref name="demo-other-law">law</Ref>',
        "- Extract:\n  - original\n  - copy [demo-law-article-two]",
        "1. Extract\n\n   see [demo-law-article-two]",
        "None are needed.",
    ],
)
def test_any_citation_counts_and_nested_items_belong_to_theirs(item: str) -> None:
    assert_clean(Files.valid().replaced(CLOCK, ITEM, item), RULE)


def test_skeletons_and_bodies_without_the_section_are_clean() -> None:
    files = Files.valid().replaced(CLOCK, ITEM, "- Extract")
    assert_clean(files.replaced(CLOCK, "status: beta", "status: draft"), RULE)
    assert_clean(files.replaced(CLOCK, "## Required documents", "## Papers"), RULE)
