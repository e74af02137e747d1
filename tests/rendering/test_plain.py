from __future__ import annotations

import pytest

from becivic.rendering.plain import address_in_markdown, attributes, fenced, in_html, in_markdown


def test_text_is_escaped_for_where_it_goes() -> None:
    assert in_html("<a \"b\" 'c' &>") == "&lt;a &quot;b&quot; &#x27;c&#x27; &amp;&gt;"
    assert in_markdown("a *b*\n[c] `d` <e>") == r"a \*b\* \[c\] \`d\` \<e\>"
    assert attributes({"a": 'x "y"\nz', "b": None, "c": "", "d": 0}) == ' a="x &quot;y&quot; z" d="0"'


def test_an_address_stays_word_for_word() -> None:
    assert address_in_markdown("https://a.example/`x`") == "`https://a.example/%60x%60`"
    assert address_in_markdown("  ") == ""


@pytest.mark.parametrize("inside", ["plain", "```", "a `````b", "~~~\n````\n"])
def test_a_fence_is_longer_than_any_inside_it(inside: str) -> None:
    opened, *_, closed = fenced(inside).split("\n")
    assert opened == f"{closed}text"
    assert set(closed) == {"`"}
    assert closed not in inside


def test_our_own_tags_are_none_inside_a_fence() -> None:
    assert fenced("</Observation><observations><b>") == "```text\n&lt;/Observation>&lt;observations><b>\n```"
