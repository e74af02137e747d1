from __future__ import annotations

import html5lib
from hypothesis import given
from hypothesis import strategies as st

from becivic.rendering.observed import GROUPS, ObservedBlock, ObservedGroup
from becivic.rendering.observed_html import observed_html
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from tests.factories.bodies import STATS, block_of, concern
from tests.requirement import requirement


@requirement("R-OBSV-07", "R-OBSV-05")
def test_numbers_come_first_then_a_warning_then_quotations_by_group() -> None:
    proposed = concern(
        "€185",
        target_type=TargetType.VOLATILE_VALUE,
        target_id="val-00001",
        uid="",
        type=SubmissionType.AMENDMENT,
    )
    markup = observed_html(block_of(concern("Line one\r\nline two\n\n*bold*"), proposed, more=1), ENGLISH)
    assert markup.startswith(
        '<div class="observed" lang="en"><p class="observed-numbers">12 confirmations from 11 places since 26 April 2026.</p>'
    )
    assert "other people&#x27;s words" in markup
    assert '<blockquote lang="" dir="auto"><p>Line one<br>line two</p><p>*bold*</p></blockquote>' in markup
    assert '<figcaption class="meta">Report · 10 November 2026 · 3 for, 1 against</figcaption>' in markup
    assert "Proposed change, not confirmed yet · about val-00001 · " in markup
    assert markup.index("About this procedure") < markup.index("About amounts")
    assert markup.count("1 more is not shown here.") == 2
    assert "About sources" not in markup


@requirement("R-OBSV-04")
def test_what_was_voted_down_is_folded_away_and_not_removed() -> None:
    markup = observed_html(block_of(concern("bad", hidden=True), concern("good")), Voice("nl"))
    folded = (
        '<details class="observed-hidden"><summary>Toon 1 melding die anderen hebben weggestemd</summary>'
    )
    assert markup.index("good") < markup.index(folded) < markup.index("bad")


def test_nothing_said_and_nothing_known() -> None:
    assert "Nobody has reported anything yet." in observed_html(block_of(), ENGLISH)
    assert "Nothing is known yet" in observed_html(None, ENGLISH)
    assert "Nobody has confirmed this yet." in observed_html(block_of(stats=None), ENGLISH)


def test_a_path_speaks_of_itself() -> None:
    item = concern("x", target_type=TargetType.PATH, target_id="demo-certificate")
    groups = tuple(ObservedGroup(kind, (item,) if kind is TargetType.PATH else ()) for kind in GROUPS)
    markup = observed_html(ObservedBlock(TargetType.PATH, "demo-certificate", STATS, groups), ENGLISH)
    assert "About this page" in markup
    assert "about demo-certificate" not in markup


@given(st.text(max_size=80))
def test_no_text_breaks_out_of_its_quotation(body: str) -> None:
    markup = observed_html(block_of(concern(body, evidence_date=body, hidden=True)), ENGLISH)
    html5lib.HTMLParser(strict=True).parseFragment(str(markup))
    assert "<script" not in observed_html(block_of(concern(f"<script>{body}</script>")), ENGLISH)
