"""Cutting canonical.md in two, and the line of everything in its head."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.frontmatter import FrontmatterRefused, split
from tests.requirement import requirement


@pytest.mark.parametrize(
    ("text", "body", "first_line"),
    [
        ("---\nid: a\n---\nBody\n", "Body\n", 4),
        ("---\nid: a\n---\n\n\nBody\n", "Body\n", 6),
        ("---\nid: a\n---\n \t\n  indented\n", "  indented\n", 5),
        ("---\nid: a\n---", "", 3),
        ("---\nid: a\n---\n", "", 4),
        ("---\nid: a\n---\n\n\n", "", 6),
        ("---\nid: a\n---\nBody\n---\nmore\n", "Body\n---\nmore\n", 4),
    ],
)
def test_the_body_begins_at_its_first_written_line(text: str, body: str, first_line: int) -> None:
    assert split(text)[1:] == (body, first_line)


@requirement("R-REPO-10")
@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "does not start"),
        ("id: a\n", 1, "does not start"),
        ("\n---\nid: a\n---\n", 1, "does not start"),
        ("--- \nid: a\n---\n", 1, "does not start"),
        ("----\nid: a\n---\n", 1, "does not start"),
        ("---\r\nid: a\r\n---\r\n", 1, "does not start"),
        ("\ufeff---\nid: a\n---\n", 1, "does not start"),
        ("---", 1, "does not start"),
        ("---\n", 1, "no closing"),
        ("---\nid: a\n", 1, "no closing"),
        ("---\nid: a\n----\n", 1, "no closing"),
        ("---\n---\n", 2, "not a list of fields"),
        ("---\n---", 2, "not a list of fields"),
        ("---\njust text\n---\n", 2, "not a list of fields"),
        ("---\n- a\n---\n", 2, "not a list of fields"),
        ("---\nid: a\n\tx: y\n---\n", 3, "not YAML"),
        ("---\na: 1\nb: 2\na: 3\n---\n", 4, "twice"),
        ("---\na: 1\nb: *x\n---\n", 3, "alias"),
        ("---\nid: a\n--- \nx: y\n---\nBody", 3, "more than one document"),
    ],
)
def test_what_is_no_frontmatter_is_refused_with_a_reason_and_a_line(
    text: str, line: int, reason: str
) -> None:
    with pytest.raises(FrontmatterRefused) as refused:
        split(text)
    assert refused.value.line == line
    assert reason in refused.value.reason
    assert str(refused.value) == refused.value.reason


HEAD = """---
id: a

# a comment
requires:
  - id: b
    selects_on: {region: [brussels]}
  - id: c
title: >
  folded
"a/b~c": 1
---
"""


@pytest.mark.parametrize(
    ("pointer", "line"),
    [
        ("/id", 2),
        ("/requires", 5),
        ("/requires/0", 6),
        ("/requires/0/id", 6),
        ("/requires/0/selects_on", 7),
        ("/requires/0/selects_on/region/0", 7),
        ("/requires/1/id", 8),
        ("/requires/1/selects_on", 8),
        ("/requires/9", 5),
        ("/title", 9),
        ("/a~1b~0c", 11),
        ("/nothing/like/it", 2),
        ("", 2),
    ],
)
def test_a_field_is_found_at_its_line_or_at_that_of_what_holds_it(pointer: str, line: int) -> None:
    assert split(HEAD)[0].line(pointer) == line


def test_the_yaml_is_read_for_lines_once() -> None:
    frontmatter = split(HEAD)[0]
    assert frontmatter.line("/id") == 2
    object.__setattr__(frontmatter, "source", "---: [")
    assert frontmatter.line("/title") == 9


def test_values_come_out_as_json() -> None:
    fields = split("---\nyes: no\nn: 1\nd: 2026-11-15\nlist: [a, 1.5, null]\n---\n")[0].fields
    assert fields.data == {"yes": "no", "n": 1, "d": "2026-11-15", "list": ["a", 1.5, None]}


_lines = st.text(
    st.characters(exclude_characters="\r\x85\u2028\u2029", exclude_categories=["Cs", "Cc"]), max_size=10
)


@given(st.lists(_lines, max_size=8))
def test_the_first_line_counts_every_line_before_the_body(lines: list[str]) -> None:
    text = "---\nid: a\n---\n" + "\n".join(lines)
    _, body, first_line = split(text)
    assert text.endswith(body)
    whole = text.split("\n")
    assert "\n".join(whole[first_line - 1 :]) == body
    assert all(not line.strip(" \t") for line in whole[3 : first_line - 1])
    assert not body or body.split("\n")[0].strip(" \t")
