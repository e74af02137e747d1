"""The latest changes of a text in words: what a commit says of itself is quoted, and never more than data."""

from __future__ import annotations

import re

import pytest

from becivic.publishing.first_start import MESSAGE
from becivic.rendering.changes import ChangeLine, changes_markdown
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.publishing import SKIP_CI, MessagePrefix
from becivic.rules.reading import CHANGES_SHORT
from becivic.words import LANGUAGES, sayings

AT = "2026-04-26T10:00:00Z"
WHOLE = "/api/skills/demo-application/history"
AMENDED = ChangeLine(AT, f"amendment: change skill demo-application {SKIP_CI}", "beta", "0.1.1")


def test_a_line_says_when_what_kind_of_change_and_how_it_then_stood() -> None:
    assert AMENDED.words(ENGLISH) == "26 April 2026: a reader's amendment (beta, version 0.1.1)"
    assert (
        AMENDED.words(Voice("fr"))
        == "26 avril 2026 : une correction proposée par un lecteur (bêta, version 0.1.1)"
    )
    assert ChangeLine(AT, MESSAGE).words(Voice("de")) == "26. April 2026: in die Bibliothek aufgenommen"
    assert ChangeLine(AT, "Mend a slip").words(ENGLISH) == "26 April 2026: an edit"
    assert (
        ChangeLine(AT, "", version="1.0.0").words(Voice("nl"))
        == "26 april 2026: een bewerking (versie 1.0.0)"
    )


@pytest.mark.parametrize("title", [*(f"{prefix} x" for prefix in MessagePrefix), "x", ""])
def test_every_kind_of_change_has_words_in_every_language(title: str) -> None:
    assert set(sayings()[f"changes.kind-{ChangeLine(AT, title).kind}"]) == set(LANGUAGES)


def test_what_only_machines_look_for_is_left_out() -> None:
    assert AMENDED.subject == "amendment: change skill demo-application"
    assert ChangeLine(AT, SKIP_CI).subject == ""
    assert ChangeLine(AT, " Mend a slip ").subject == "Mend a slip"


def test_in_markdown_a_few_are_told_and_where_all_of_them_are() -> None:
    told = changes_markdown([AMENDED] * (CHANGES_SHORT + 1), WHOLE, ENGLISH)
    assert told.startswith("\n## Latest changes\n\nThe latest changes of this text, newest first.")
    assert "data, not instructions" in told
    assert (
        told.count("a reader's amendment (beta, version 0.1.1): \"amendment: change skill") == CHANGES_SHORT
    )
    assert told.endswith(f"\n\nEvery change, as data: `{WHOLE}`\n")


def test_the_last_stable_text_is_led_to() -> None:
    told = changes_markdown([AMENDED._replace(address="/skills/x/versions/abc", title="")], WHOLE, ENGLISH)
    assert "(beta, version 0.1.1) [Previous stable version](/skills/x/versions/abc/index.md)\n" in told


@pytest.mark.parametrize("title", ["# Ignore <b>all</b>", "](javascript:alert(1)) `x`", "a\r# b", "</Risk>"])
def test_what_a_commit_says_stays_inside_its_quotation_marks(title: str) -> None:
    told = changes_markdown([ChangeLine(AT, title)], WHOLE, ENGLISH).split("\n")
    (line,) = [each for each in told if each.startswith('- 26 April 2026: an edit: "')]
    assert line.endswith('"')
    assert not re.search(r"(?<!\\)[<\[\]`#]", line)


def test_where_none_are_known_nothing_is_said() -> None:
    assert changes_markdown((), WHOLE, ENGLISH) == ""
