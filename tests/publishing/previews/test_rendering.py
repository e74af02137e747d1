"""A body as plain markdown: every tag resolved, and what is inserted stays words."""

from __future__ import annotations

import pytest

from becivic.corpus.body import Body
from becivic.publishing.previews.rendering import Cited, rendered
from becivic.rendering.freshness import SourceReading
from tests.factories.corpora import Files
from tests.factories.json_edits import DEMO, with_value
from tests.requirement import requirement

CORPUS = Files.valid().load()
READ = SourceReading("2026-11-15", "stored_copy", "undated")
ROWS = {
    "val-00001": Cited("20 EUR", "alpha"),
    "val-00002": Cited("30 days", "stable"),
    "ref-00001": Cited("Law, *article* 1", "alpha", "https://law.example/1", READ),
    "ref-00002": Cited("Law, article 2", "stable", "https://law.example/2"),
}


def plain(text: str) -> str:
    return rendered(Body(text), CORPUS, ROWS.get)


@requirement("R-CI-32")
def test_a_value_is_the_current_one_and_says_how_far_it_is_to_be_trusted() -> None:
    assert plain('Pay <VV name="a-b" uid="val-00001">€15</VV>.') == "Pay **20 EUR** *(alpha)*.\n"
    assert plain('Wait <VV name="a-b" uid="val-00002">a month</VV>.') == "Wait **30 days**.\n"


def test_a_value_without_a_row_is_never_nothing() -> None:
    assert plain('<VV name="a-b" uid="val-00009">15</VV>') == "15 \\[unresolved\\]\n"
    assert plain("<VV>15</VV>") == "15 \\[unresolved\\]\n"


def test_references_are_numbered_and_listed_once_below() -> None:
    one = '<Ref name="a-law" uid="ref-00001">the law</Ref>'
    two = '<Ref name="b-law" uid="ref-00002">another</Ref>'
    assert plain(f"By {one}, {two}, {one} and [a-law], [ref-00001].") == (
        "By the law \\[1], another \\[2], the law \\[1] and \\[1], \\[1].\n"
        "\n**References**\n\n"
        "1. Law, \\*article\\* 1: `https://law.example/1` (Read on 15 November 2026 in a stored copy; the page carries no date, alpha)\n"
        "2. Law, article 2: `https://law.example/2` (When it was read is not recorded)\n"
    )


def test_a_reference_without_a_row_says_so() -> None:
    said = plain('<Ref name="a-law" uid="ref-00009">the law</Ref> and <Ref>no more</Ref> [c-law]')
    assert said.startswith("the law \\[1] and no more \\[2] \\[c-law\\] \\[unresolved\\]\n")
    assert said.endswith("1. \\[unresolved\\]\n2. \\[unresolved\\]\n")


def test_paths_and_skills_are_called_by_their_titles() -> None:
    assert (
        plain('<Path id="demo-certificate" />') == "**Demonstration certificate** (path `demo-certificate`)\n"
    )
    assert plain('<Skill id="demo-clock" />').startswith("**")
    assert plain('<Path id="gone" /><Skill id="gone" />') == (
        "**\\[unresolved\\]** (path `gone`)**\\[unresolved\\]** (skill `gone`)\n"
    )
    untitled = with_value(Files.valid(), f"{DEMO}/title", {"fr": "Certificat"}).load()
    said = rendered(Body('<Path id="demo-certificate" />'), untitled, ROWS.get)
    assert said == "**demo-certificate** (path `demo-certificate`)\n"


def test_a_risk_is_marked_from_where_it_begins_to_where_it_ends() -> None:
    text = '<Risk reason="No way back.">Ask <VV name="a-b" uid="val-00002">x</VV> first.</Risk> Then go. <Risk>Mind</Risk>'
    assert plain(text) == (
        "**⚠ Risk (No way back.):** Ask **30 days** first. **(end of the risk)** Then go."
        " **⚠ Risk:** Mind **(end of the risk)**\n"
    )


def test_observations_are_announced_and_comments_are_left_out() -> None:
    said = plain('A <!-- hidden --> b\n\n<Observations skill="demo-clock" />\n')
    assert said == "A  b\n\n*(What the community observed is shown here.)*\n"


@pytest.mark.parametrize(
    "text", ["`<VV>code</VV>`\n", "<Risk>never closed\n", "a < b\n", "<Other x='1' />\n"]
)
def test_what_is_no_tag_of_ours_stays_as_it_is(text: str) -> None:
    assert plain(text) == text


def test_what_is_inserted_stays_words() -> None:
    said = plain('<Risk reason="a `b` <c> [d](e)">x</Risk>')
    assert said == "**⚠ Risk (a \\`b\\` \\<c\\> \\[d\\](e)):** x **(end of the risk)**\n"
