"""The tokenizer: lossless, linear, and never mistaken about what is a tag."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.corpus.tokens import COMMENT_NAME, Kind, Token, begins_line, tokenize
from tests.requirement import requirement

FRAGMENTS = (
    "<VV name='a-b'>", '<Ref uid="ref-00001"', "</VV>", "</Ref>", "<Path id=\"x\" />", "<Risk", ">", "/>", "<",
    "<A b=\"", "='", "`", "``", "```", "~~~", "\\", "\\`", "<!--", "-->", "<!-->", "[a-b]", "[", "](", "]:",
    "\n", "\n\n", "    ", "\t", "- ", "1. ", "> ", "# ", "&lt;", "text", "é", "\u00a0", "=", "\"", "'",
)  # fmt: skip
HOSTILE = st.lists(st.sampled_from(FRAGMENTS), max_size=60).map("".join)
ANY_TEXT = st.one_of(st.text(), HOSTILE)


def kinds(text: str) -> list[tuple[Kind, str]]:
    return [(token.kind, text[token.start : token.end]) for token in tokenize(text)[0]]


def tags(text: str) -> list[Token]:
    return [token for token in tokenize(text)[0] if token.kind in (Kind.OPEN, Kind.CLOSE, Kind.VOID)]


def reasons(text: str) -> list[str]:
    return [fault.reason for fault in tokenize(text)[1]]


def test_an_empty_body_has_no_tokens() -> None:
    assert tokenize("") == ([], [])


@requirement("R-TAG-01")
def test_a_wrapper_is_an_opening_tag_its_text_and_a_closing_tag() -> None:
    assert kinds("Pay <VV name='a-b'>€20</VV> now") == [
        (Kind.TEXT, "Pay "),
        (Kind.OPEN, "<VV name='a-b'>"),
        (Kind.TEXT, "€20"),
        (Kind.CLOSE, "</VV>"),
        (Kind.TEXT, " now"),
    ]


def test_a_self_closing_tag_is_one_token() -> None:
    text = '<Path id="demo" /><Skill id="x"/>'
    assert kinds(text) == [(Kind.VOID, '<Path id="demo" />'), (Kind.VOID, '<Skill id="x"/>')]


def test_attributes_take_both_quotes_and_know_their_offset() -> None:
    text = """<Ref name="it's" title='say "so"'>"""
    (tag,) = tags(text)
    assert [(a.name, a.value) for a in tag.attributes] == [("name", "it's"), ("title", 'say "so"')]
    assert [text[a.offset :].partition("=")[0] for a in tag.attributes] == ["name", "title"]


def test_entities_in_attributes_are_read() -> None:
    (tag,) = tags('<Ref title="A &amp; B &quot;C&quot; &#233;">')
    assert tag.attributes[0].value == 'A & B "C" é'


def test_an_attribute_may_hold_a_greater_than_sign_and_be_empty() -> None:
    (tag,) = tags('<Ref title="a > b" uid="">')
    assert [a.value for a in tag.attributes] == ["a > b", ""]


def test_a_tag_may_run_over_several_lines() -> None:
    text = '<Ref\n  name="a-b"\n  title="two\nlines"\n>'
    (tag,) = tags(text)
    assert (tag.end, [a.value for a in tag.attributes]) == (len(text), ["a-b", "two\nlines"])


@pytest.mark.parametrize("text", ['<VV\n\nname="x">', '<VV name="x\n \ny">', '<VV name="x"\n\n>'])
def test_a_tag_does_not_reach_across_a_blank_line(text: str) -> None:
    assert tags(text) == []
    assert len(reasons(text)) == 1


def test_tags_nest_without_the_tokenizer_minding() -> None:
    text = '<Risk><Risk reason="a"><VV name="b-c">1</VV></Risk></Risk>'
    assert [tag.name for tag in tags(text)] == ["Risk", "Risk", "VV", "VV", "Risk", "Risk"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<VV name>1</VV>", "an attribute has no quoted value"),
        ("<VV name=a-b>1</VV>", "an attribute has no quoted value"),
        ("<VV name={x}>1</VV>", "an attribute has no quoted value"),
        ('<VV name="a>1</VV>', "an attribute has no quoted value"),
        ("<VV", "the tag does not end with `>` where it should"),
        ('<VV name="a"uid="b">1', "the tag does not end with `>` where it should"),
        ('<Path id="a" / >', "the tag does not end with `>` where it should"),
        ("<Foo.Bar />", "the tag does not end with `>` where it should"),
        ("<VV\u00a0name='a'>", "the tag does not end with `>` where it should"),
        ('</VV name="a">', "a closing tag holds nothing but its name"),
        ("</VV/>", "a closing tag holds nothing but its name"),
    ],
)
def test_a_tag_that_cannot_be_read_is_text_with_a_fault(text: str, reason: str) -> None:
    tokens, faults = tokenize(text)
    assert (faults[0].offset, faults[0].reason) == (0, reason)
    assert tokens[0].kind is Kind.TEXT


def test_a_fault_does_not_hide_the_tag_after_it() -> None:
    assert [tag.name for tag in tags('<VV name="<Path id="x" />')] == ["Path"]


@pytest.mark.parametrize(
    "text",
    [
        "a < b",
        "a <b",
        "1<2",
        "<",
        "< VV>",
        "<div>",
        "<br/>",
        "<vv name='a'>",
        "&lt;VV>",
        "\\<VV>",
        "a <- b",
        "<é>",
    ],
)
def test_a_stray_less_than_and_small_letters_are_text(text: str) -> None:
    assert tokenize(text) == ([Token(Kind.TEXT, 0, len(text))], [])


def test_an_escaped_backslash_does_not_escape_the_tag() -> None:
    assert [tag.name for tag in tags("\\\\<Risk>")] == ["Risk"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("`<VV>`", "`<VV>`"),
        ("``a ` <VV>``", "``a ` <VV>``"),
        ("a `one\nline <VV>` b", "`one\nline <VV>`"),
        ("`a\\`", "`a\\`"),
        ("\\``<VV>`", "`<VV>`"),
    ],
)
def test_inline_code_ends_at_as_many_backticks(text: str, code: str) -> None:
    assert (Kind.CODE, code) in kinds(text)
    assert tags(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "`<VV>``",
        "`\n\n<VV>`",
        "- `a\n- <VV>`",
        "1. `a\n2. <VV>`",
        "`a\n## <VV>`",
        "`a\n> <VV>`",
        "\\`<VV>`",
        "\\``<VV>",
        "`a\n```\n```\n<VV>`",
    ],
)
def test_a_backtick_without_its_pair_in_the_same_block_hides_nothing(text: str) -> None:
    assert [tag.name for tag in tags(text)] == ["VV"]


@pytest.mark.parametrize(
    "text",
    [
        "```\n<VV>\n```",
        "~~~\n<VV>\n```\n<VV>\n~~~",
        "````md\n```\n<VV>\n```\n````",
        "```\n<VV>\n`````",
        "~~~ with ` in its info\n<VV>\n~~~",
        "   ```\n   <VV>\n   ```",
        "- item\n\n  ```\n  <VV>\n  ```",
        "```\n<VV>\n``` not a close",
        "```\nnever closed <VV>",
        "```\n<!--\n```\n",
    ],
)
def test_nothing_inside_a_fence_is_a_tag(text: str) -> None:
    assert tags(text) == []
    assert any(kind is Kind.CODE for kind, _ in kinds(text))
    assert reasons(text) == []


@pytest.mark.parametrize("text", ["```a`b\n<VV>", "```\n```\n<VV>", "~~~\n~~~~  \n<VV>", "x ```\n<VV>"])
def test_what_stands_outside_a_fence_is_read(text: str) -> None:
    assert [tag.name for tag in tags(text)] == ["VV"]


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("a <!-- <VV> --> b", "<!-- <VV> -->"),
        ("<!--\n```\n<VV>\n-->", "<!--\n```\n<VV>\n-->"),
        ("<!-- `a -->`", "<!-- `a -->"),
        ("<!-->", "<!-->"),
        ("a <!-- one\n\ntwo -->", "<!-- one\n\ntwo -->"),
    ],
)
def test_a_comment_is_left_alone_up_to_its_end(text: str, comment: str) -> None:
    assert (Kind.COMMENT, comment) in kinds(text)
    assert tags(text) == []
    assert reasons(text) == []


@pytest.mark.parametrize("text", ["<!-- <VV>", "a <!-- <VV>", "--> <!-- <VV>", "a <!-- <VV>\n```\n-->\n```"])
def test_an_unclosed_comment_is_a_fault_and_hides_nothing(text: str) -> None:
    faults = tokenize(text)[1]
    assert [(fault.name, fault.reason) for fault in faults] == [
        (COMMENT_NAME, "the comment is never closed with `-->`")
    ]
    assert [tag.name for tag in tags(text)] == ["VV"]


@requirement("R-TAG-11")
@pytest.mark.parametrize("text", ["see [a-b].", "see [a-b]: so", "[a-b]", "([ref-00001])", "[x][a-b]"])
def test_a_name_in_brackets_is_a_bracket(text: str) -> None:
    (found,) = [part for kind, part in kinds(text) if kind is Kind.BRACKET]
    assert found in ("[a-b]", "[ref-00001]")


@pytest.mark.parametrize(
    "text",
    [
        "[a-b](url)",
        "[a-b][c](d)",
        "[a-b]: url",
        "x\n   [a-b]: url",
        "\\[a-b]",
        "[A]",
        "[a b]",
        "[^1]",
        "`[a-b]`",
        "[]",
    ],
)
def test_a_link_or_other_brackets_are_text(text: str) -> None:
    assert Kind.BRACKET not in {kind for kind, _ in kinds(text)}


def test_a_line_begins_after_an_indent_of_three_at_most() -> None:
    assert [begins_line(" " * indent + "x", indent) for indent in (0, 3, 4)] == [True, True, False]
    assert [begins_line(f"a\n{' ' * indent}x", 2 + indent) for indent in (0, 3, 4)] == [True, True, False]
    assert not begins_line("ab", 1)


@settings(deadline=None)
@given(ANY_TEXT)
def test_tokens_laid_end_to_end_are_the_text(text: str) -> None:
    tokens, _ = tokenize(text)
    assert "".join(text[token.start : token.end] for token in tokens) == text
    assert [token.start for token in tokens] == [0, *(token.end for token in tokens)][: len(tokens)]
    assert all(token.start < token.end for token in tokens)


@settings(deadline=None)
@given(ANY_TEXT)
def test_every_tag_begins_at_its_sign_and_every_fault_too(text: str) -> None:
    tokens, faults = tokenize(text)
    for token in tokens:
        if token.kind in (Kind.OPEN, Kind.CLOSE, Kind.VOID):
            assert text[token.start] == "<"
            assert text[token.end - 1] == ">"
            assert all(token.start < attribute.offset < token.end for attribute in token.attributes)
    assert all(text[fault.offset] == "<" for fault in faults)


@settings(deadline=None)
@given(ANY_TEXT)
def test_no_tag_is_found_inside_code(text: str) -> None:
    quoted = "".join(character for character in text if character not in "`~")
    assert {kind for kind, _ in kinds(f"```\n{quoted}\n```")} == {Kind.CODE}


@settings(deadline=None)
@given(st.sampled_from(FRAGMENTS), st.sampled_from(FRAGMENTS), st.integers(1, 300))
def test_work_is_bounded_by_length_on_hostile_repetition(one: str, other: str, times: int) -> None:
    text = (one + other) * times
    tokens, faults = tokenize(text)
    assert len(tokens) <= 2 * len(text) + 1
    assert len(faults) <= text.count("<")
    assert sum(len(token.attributes) for token in tokens) <= len(text)


@pytest.mark.parametrize("written", ["</VV name='a'>", '</VV name="a">', "</VV />", "</VV\n/>"])
def test_a_closing_tag_with_more_than_its_name_is_a_fault_however_it_is_written(written: str) -> None:
    _, faults = tokenize(written)
    assert [fault.reason for fault in faults] == ["a closing tag holds nothing but its name"]
