"""The blocks of a body: what stands together, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.corpus.blocks import Shape, blocks, led_into
from becivic.corpus.body import Body
from tests.corpus.test_tokens import ANY_TEXT, FRAGMENTS

P, I, H, R = Shape.PARAGRAPH, Shape.ITEM, Shape.HEAD, Shape.ROW  # noqa: E741  one letter reads best in tables


def cut(text: str) -> list[tuple[Shape, str]]:
    return [(block.shape, text[block.start : block.end]) for block in blocks(Body(text))]


def test_blank_lines_part_paragraphs_and_line_breaks_do_not() -> None:
    assert cut("a\nb\n\nc\n \nd") == [(P, "a\nb"), (P, "c"), (P, "d")]
    assert cut("") == []


def test_headings_rules_and_fenced_code_are_no_blocks_and_end_one() -> None:
    assert cut("# A\nb\n## C\nd\n***\ne\n\nF\n===\ng") == [(P, "b"), (P, "d"), (P, "e"), (P, "g")]
    assert cut("a\n```\n- b\n\n- c\n```\nd\n~~~\ne\n~~~") == [(P, "a"), (P, "d")]
    assert cut("- a\n  ```\n  b\n  ```\n- * *\n") == [(I, "- a"), (I, "- * *")]
    assert cut("a\n\n* * *\n\n_ _ _\n-----\n") == [(P, "a")]


def test_inline_code_at_the_start_of_a_line_is_text() -> None:
    assert cut("`a` b\n\n```c``` d") == [(P, "`a` b"), (P, "```c``` d")]


def test_items_at_every_level_are_blocks_of_their_own() -> None:
    assert cut("- a\n  - b\n    1. c\n- d") == [(I, "- a"), (I, "  - b"), (I, "    1. c"), (I, "- d")]
    assert cut("1. a\n   - b\n2. c\n3) d") == [(I, "1. a"), (I, "   - b"), (I, "2. c"), (I, "3) d")]
    assert cut("text\n- a\n+ b\n* c\n-\n") == [(P, "text"), (I, "- a"), (I, "+ b"), (I, "* c"), (I, "-")]
    assert cut("-\ta\n\t- b") == [(I, "-\ta"), (I, "\t- b")]


def test_a_line_that_only_goes_on_belongs_to_the_block_above() -> None:
    assert cut("- a\n  b\nc\n- d") == [(I, "- a\n  b\nc"), (I, "- d")]
    assert cut("> a\nb\n> c") == [(P, "> a\nb\n> c")]


def test_a_number_with_a_dot_inside_a_paragraph_is_no_item_unless_it_is_one() -> None:
    assert cut("born in\n1984. Then") == [(P, "born in\n1984. Then")]
    assert cut("- born in\n  1984. Then\n- b") == [(I, "- born in\n  1984. Then"), (I, "- b")]
    assert cut("so:\n1. a\n2. b") == [(P, "so:"), (I, "1. a"), (I, "2. b")]
    assert cut("1. a\n\n   b\n2. c") == [(I, "1. a"), (P, "   b"), (I, "2. c")]
    assert cut("1984. a") == [(I, "1984. a")]


def test_a_marker_indented_far_goes_on_with_the_text_above() -> None:
    assert cut("a\n    - b") == [(P, "a\n    - b")]
    assert cut("a\n\n    - b") == [(P, "a"), (I, "    - b")]


def test_the_further_paragraphs_of_an_item_are_blocks() -> None:
    assert cut("- a\n\n  b\n\nc") == [(I, "- a"), (P, "  b"), (P, "c")]


def test_quotes_hold_paragraphs_and_items() -> None:
    assert cut("a\n> b\n>> c\n> \n> - d\n> - e\n") == [
        (P, "a"), (P, "> b"), (P, ">> c"), (I, "> - d"), (I, "> - e")
    ]  # fmt: skip


def test_a_table_is_a_head_and_rows() -> None:
    table = "| a | b |\n|---|:-:|\n| c | d |\n| e | f |"
    assert cut(f"{table}\n\ng") == [
        (H, "| a | b |\n|---|:-:|"), (R, "| c | d |"), (R, "| e | f |"), (P, "g")
    ]  # fmt: skip
    assert cut("a | b\n--- | ---\nc | d\n- e") == [(H, "a | b\n--- | ---"), (R, "c | d"), (I, "- e")]
    assert cut("x\na | b\n---|---\nc") == [(P, "x"), (H, "a | b\n---|---"), (R, "c")]
    assert cut("> a | b\n> ---|---\n> c | d\ne") == [(H, "> a | b\n> ---|---"), (R, "> c | d"), (P, "e")]
    assert cut("a | b\n---|---\nc\n***\nd") == [(H, "a | b\n---|---"), (R, "c"), (P, "d")]


@pytest.mark.parametrize("text", ["a\n|---|", "a | b\n| c |", "a | b\n|", "|---|---|", "a | b\n--- | x"])
def test_bars_alone_make_no_table(text: str) -> None:
    assert cut(text) == [(P, text)]


def test_a_comment_never_splits_a_block_and_is_none_by_itself() -> None:
    assert cut("<!-- a\n\n- b -->\n\nc <!-- d\n\n- e --> f\n") == [(P, "c <!-- d\n\n- e --> f")]
    assert cut("a\n<!-- b -->\n\n<!-- c -->\n- d\n  <!-- e -->\n- f") == [
        (P, "a\n<!-- b -->"), (I, "- d\n  <!-- e -->"), (I, "- f")
    ]  # fmt: skip
    assert cut("<!-- a --> b") == [(P, "<!-- a --> b")]


def test_a_line_that_is_only_a_comment_belongs_to_the_block_above_and_ends_it() -> None:
    assert cut("a\n<!-- b -->\nc") == [(P, "a\n<!-- b -->"), (P, "c")]
    assert cut("a\n<!-- b -->\n<!-- c -->\nd") == [(P, "a\n<!-- b -->\n<!-- c -->"), (P, "d")]
    assert cut("|a|\n|-|\n<!-- b -->\n|c|") == [(H, "|a|\n|-|\n<!-- b -->"), (P, "|c|")]
    assert cut("# A\n<!-- b -->\nc") == [(P, "c")]


@pytest.mark.parametrize("tag", ["<br>", "<div>", "</div>", "<br />", "> <br>", "<ul><li>"])
def test_a_line_of_html_tags_alone_is_no_block_and_ends_one(tag: str) -> None:
    assert cut(tag) == []
    assert cut(f"a\n{tag}\nb") == [(P, "a"), (P, "b")]


@pytest.mark.parametrize("text", ["<br> a", '<img alt="a claim">', "<p>a</p>", "<Risk>"])
def test_a_tag_that_says_something_is_a_block(text: str) -> None:
    assert cut(text) == [(P, text)]


def test_the_definition_of_a_link_is_no_block() -> None:
    assert cut("[a]: https://a.be\n[b c]: </d>\n\ne") == [(P, "e")]
    assert cut("- a\n\n[b]: #c\n  - d") == [(I, "- a"), (I, "  - d")]


@pytest.mark.parametrize("text", ["[^1]: /a", "[a]: a claim", '[a]: /b "a claim"', "a\n[b]: /c"])
def test_a_footnote_a_title_and_a_line_of_a_paragraph_are_text(text: str) -> None:
    assert cut(text) == [(P, text)]


@pytest.mark.parametrize(
    ("text", "led"),
    [
        ("a\n- b", ["- b"]),
        ("a\n\n1. b\n\n2. c\n   - d\n\ne", ["1. b", "2. c", "   - d"]),
        ("a\n\n| b |\n|---|\n| c |\n| d |\n- e", ["| c |", "| d |"]),
        ("a\n\n| b |\n|---|\n\n| c |\n|---|\n| d |", []),
        ("a\n\n- b\n\n| c |\n|---|\n| d |", ["- b"]),
        ("| a |\n|---|\n| b |\n\nc", ["| b |"]),
        ("| a |\n|---|\n\n- b", []),
        ("> a\n>\n> - b", ["> - b"]),
        ("- a\n  - b\n- c", ["  - b"]),
        ("- a\n\n  - b", ["  - b"]),
        ("- a\n- b", []),
        ("a\n\nb", []),
        ("a\n\n## B\n\n- c", []),
        ("a\n\n- b\n\n## C\n\n- d", ["- b"]),
        ("a\n\n```\nb\n```\n\n- c", []),
        ("a", []),
    ],
)
def test_a_block_leads_into_the_list_or_table_that_follows_directly_and_is_its_own(
    text: str, led: list[str]
) -> None:
    every = blocks(Body(text))
    assert [text[every[index].start : every[index].end] for index in led_into(text, every, 0)] == led


@settings(deadline=None)
@given(ANY_TEXT)
def test_blocks_are_whole_lines_in_order_that_do_not_overlap(text: str) -> None:
    end = -1
    for block in blocks(Body(text)):
        assert end < block.start < block.end <= len(text)
        assert block.start == 0 or text[block.start - 1] == "\n"
        assert block.end == len(text) or text[block.end] == "\n"
        end = block.end


@settings(deadline=None)
@given(st.sampled_from(FRAGMENTS), st.sampled_from(FRAGMENTS), st.integers(1, 200))
def test_there_are_never_more_blocks_than_lines(one: str, other: str, times: int) -> None:
    text = (one + other) * times
    assert len(blocks(Body(text))) <= text.count("\n") + 1
