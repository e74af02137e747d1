"""The body reader: elements, sections, items and prose, with the right lines."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.corpus.body import Body
from becivic.corpus.tokens import Kind
from becivic.rules.tags import Tag
from tests.corpus.test_tokens import ANY_TEXT, FRAGMENTS
from tests.requirement import requirement

NESTED = 'a <Risk reason="r">b <VV name="c-d">e</VV> <Path id="f" /></Risk> g'


def titles(text: str) -> list[tuple[int, str]]:
    return [(heading.level, heading.title) for heading in Body(text).headings]


def items(text: str) -> list[tuple[str, int | None]]:
    body = Body(f"## S\n{text}")
    return [(body.text[item.start : item.end].strip(), item.number) for item in body.items(body.sections[0])]


def test_elements_come_in_the_order_they_open() -> None:
    body = Body(NESTED)
    assert [element.name for element in body.elements] == ["Risk", "VV", "Path"]
    assert [body.text[element.start : element.end] for element in body.named(Tag.PATH)] == ['<Path id="f" />']
    assert [body.inner(element) for element in body.named(Tag.VV) + body.named(Tag.PATH)] == ["e", ""]
    assert [element.name for element in body.citations] == ["VV"]


def test_an_attribute_is_read_by_name_and_placed() -> None:
    (risk,) = Body(NESTED).named(Tag.RISK)
    assert (risk.get("reason"), risk.get("level")) == ("r", None)
    assert (NESTED[risk.at("reason") :][:6], risk.at("level")) == ("reason", risk.start)


def test_elements_are_found_by_the_stretch_they_begin_in() -> None:
    body = Body(NESTED)
    assert [element.name for element in body.elements_in(3, len(NESTED))] == ["VV", "Path"]
    assert body.elements_in(0, 2) == []


@requirement("R-TAG-07")
def test_tags_that_cross_or_dangle_are_reported_and_never_guessed() -> None:
    body = Body("</VV><Risk><VV>x</Risk></VV><Ref>")
    assert body.elements[0].name == "Risk"
    assert [problem.reason for problem in body.unmatched] == [
        "</VV> closes nothing",
        "<VV> is not closed before </Risk>",
        "</VV> closes nothing",
        "<Ref> is never closed",
    ]


def test_brackets_and_faults_are_passed_on() -> None:
    body = Body("[a-b] `[c-d]` <VV")
    assert [token.name for token in body.brackets] == ["a-b"]
    assert [fault.name for fault in body.tag_faults] == ["VV"]


def test_lines_count_in_the_file() -> None:
    body = Body("a\nb\n\nc", first_line=10)
    assert [body.line(offset) for offset in range(7)] == [10, 10, 11, 11, 12, 13, 13]


def test_headings_are_hashes_at_the_start_of_a_line() -> None:
    text = "# One\n ## Two ##\n### C#\n####\n#### \nx # no\n    # no\n#no\n####### no\n# a  b #\t"
    assert titles(text) == [(1, "One"), (2, "Two"), (3, "C#"), (4, ""), (4, ""), (1, "a  b")]


def test_an_underlined_paragraph_is_a_heading_too() -> None:
    assert titles("One\n===\n\ntext\nTwo\n---\n") == [(1, "One"), (2, "Two")]
    assert titles("## A\nVerify with\n---") == [(2, "A"), (2, "Verify with")]


def test_a_rule_below_a_list_a_quote_or_a_blank_line_is_no_heading() -> None:
    rules = "\n---\n\n- a\n---\n\n- a\nb\n---\n\n1. a\n   b\n---\n\n> a\n---\n\n# a\n---\n\n    a\n---\n"
    assert titles(rules) == [(1, "a")]


def test_headings_in_code_and_comments_do_not_count() -> None:
    text = "```\n## a\nb\n---\n```\n<!--\n## c\n-->\n## d"
    assert titles(text) == [(2, "d")]


def test_a_section_runs_to_the_next_heading_of_its_level_or_higher() -> None:
    body = Body("intro\n## A\na\n### B\nb\n## C\nc\n# D\nd")
    assert [body.content(heading) for heading in body.headings] == [
        "\na\n### B\nb\n",
        "\nb\n",
        "\nc\n",
        "\nd",
    ]
    assert body.intro == "intro\n"
    section = body.section("C")
    assert section is not None
    assert body.text[section.start :].startswith("## C")
    assert body.section("Z") is None


def test_a_body_without_sections_is_all_intro() -> None:
    assert Body("# A\nb").intro == "# A\nb"


def test_items_are_those_of_the_top_level() -> None:
    assert items("- a\n  - nested\n- b\n\n  more\n") == [("- a\n  - nested", None), ("- b\n\n  more", None)]
    assert items("1. a\n   - nested\n2) b\n  - not nested") == [
        ("1. a\n   - nested", 1),
        ("2) b", 2),
        ("- not nested", None),
    ]
    assert items("-   a\n  - beside\n") == [("-   a", None), ("- beside", None)]
    assert items("-      a\n  - nested\n") == [("-      a\n  - nested", None)]


def test_an_empty_item_is_an_item_and_text_is_none() -> None:
    assert items("-\n- b") == [("-", None), ("- b", None)]
    assert items("text\n-no\n1.no\n") == []


def test_items_in_code_do_not_count() -> None:
    assert items("- a\n\n```\n- b\n```\n") == [("- a\n\n```\n- b\n```", None)]


def test_prose_leaves_out_tags_code_and_what_the_named_tags_wrap() -> None:
    body = Body("a `b` <VV>c <Ref>d</Ref></VV> [e-f] <Ref>g</Ref><!-- h -->i")
    assert "".join(text for _, text in body.prose()) == "a  c d  gi"
    assert "".join(text for _, text in body.prose(outside=(Tag.VV,))) == "a    gi"
    assert "".join(text for _, text in body.prose(outside=(Tag.VV, Tag.REF))) == "a    i"
    assert "".join(text for _, text in body.prose_within(Tag.VV)) == "c d"
    assert all(body.text.startswith(text, offset) for offset, text in body.prose())


def test_only_code_and_comments_are_opaque() -> None:
    text = "a `b` c <!-- d --> e"
    body = Body(text)
    assert [text[at] for at in range(len(text)) if body.is_opaque(at)] == list("`b`<!-- d -->")


@settings(deadline=None)
@given(ANY_TEXT)
def test_a_line_number_is_one_more_than_the_breaks_before_it(text: str) -> None:
    body = Body(text, first_line=3)
    for token in body.tokens:
        assert body.line(token.start) == 3 + text.count("\n", 0, token.start)


@settings(deadline=None)
@given(ANY_TEXT)
def test_reading_never_fails_and_sections_nest(text: str) -> None:
    body = Body(text)
    for heading in body.headings:
        assert heading.start <= heading.content <= heading.end <= len(text)
        for item in body.items(heading):
            assert heading.content <= item.start < item.end <= heading.end
    assert body.intro_end <= len(text)
    assert sum(len(stretch) for _, stretch in body.prose()) == sum(
        token.end - token.start for token in body.tokens if token.kind is Kind.TEXT
    )


@settings(deadline=None)
@given(ANY_TEXT)
def test_every_tag_is_in_an_element_or_reported(text: str) -> None:
    body = Body(text)
    wrapped = sum(1 if element.close is None else 2 for element in body.elements)
    tags = [token for token in body.tokens if token.kind in (Kind.OPEN, Kind.CLOSE, Kind.VOID)]
    assert wrapped + len(body.unmatched) == len(tags)


@settings(deadline=None)
@given(st.sampled_from(FRAGMENTS), st.sampled_from(FRAGMENTS), st.integers(1, 200))
def test_what_is_read_is_bounded_by_length_on_hostile_repetition(one: str, other: str, times: int) -> None:
    body = Body((one + other) * times)
    assert len(body.elements) + len(body.unmatched) <= len(body.text)
    assert len(body.headings) <= len(body.text)
