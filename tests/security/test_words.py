"""Every hostile text by itself, where words are made safe: in a line of markdown, in a fence, in a body."""

from __future__ import annotations

from typing import Final

import pytest
from markdown_it import MarkdownIt

from becivic.rendering.markup import shown, to_html
from becivic.rendering.plain import fenced, in_markdown
from tests.security.hostile import groups
from tests.security.structures import of_html
from tests.security.test_records import assert_nothing_odd

_READER: Final = MarkdownIt("commonmark")
_NONE: Final = "\N{REPLACEMENT CHARACTER}"
_PARAGRAPH: Final = ["paragraph_open", "inline", "paragraph_close"]
_TURNS: Final = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
PROSE: Final = {
    *("p", "a", "em", "strong", "code", "pre", "del", "br", "hr", "blockquote", "ul", "ol", "li", "img"),
    *("h1", "h2", "h3", "table", "thead", "tbody", "tr", "th", "td"),
}
"""What markdown makes of text."""


def kinds(markdown: str) -> list[str]:
    return [token.type for token in _READER.parse(markdown)]


@pytest.mark.parametrize("group", groups())
def test_a_line_of_markdown_is_words_and_nothing_else(group: str) -> None:
    for text in (in_markdown(text) for text in groups()[group]):
        if text:
            assert kinds(f"Before.\n\n{text}\n\nAfter.\n") == _PARAGRAPH * 3, text
        for token in _READER.parseInline(text):
            assert {each.type for each in token.children or []} <= {"text", "text_special"}, text


@pytest.mark.parametrize("group", groups())
def test_a_fence_holds_whatever_stands_in_it(group: str) -> None:
    for text in groups()[group]:
        page = f"<Observation>\n\n{fenced(text)}\n</Observation>\n\nAfter.\n"
        assert kinds(page) == ["html_block", "fence", "html_block", *_PARAGRAPH], text


def test_what_turns_the_direction_of_a_line_or_speaks_to_a_terminal_is_shown_as_none() -> None:
    assert shown(f"a{_TURNS}b") == "a" + _NONE * len(_TURNS) + "b"
    assert fenced("\x1b[31m") == f"```text\n{_NONE}[31m\n```"


@pytest.mark.parametrize("group", groups())
def test_markdown_of_somebody_else_makes_prose_and_no_more(group: str) -> None:
    for text in groups()[group]:
        html = to_html(f"{text}\n\n- {text}\n\n> {text}\n")
        assert {found[0] for found in of_html(html) if isinstance(found, tuple)} <= PROSE, text
        assert_nothing_odd(text, html)
