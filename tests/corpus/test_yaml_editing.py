"""One field changes, every other line stays as it was written, and the text always reads as its value."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from becivic.corpus.field_paths import set_field
from becivic.corpus.yaml12 import YamlRefused, parse_yaml
from becivic.corpus.yaml_editing import with_field
from becivic.corpus.yaml_writing import write_yaml
from becivic.rules.json_text import same_json
from tests.requirement import requirement

SOURCE = """\
# who it is
id: a-skill   # never changes
title: "Über   alles"

tags:
  - one      # first
  - two

# after the tags
applies_to:
  regions: [flanders]   # in brackets
  communes:
    - "21009"
notes: |
  First line.

  Last line.

flow: {a: 1, b: {c: 2}}
empty:
last: 😀 yes
# the end
"""


def _edited(path: str, value: Any, source: str = SOURCE) -> str:
    keys = path.split(".")
    wanted = set_field(parse_yaml(source), keys, value)
    text = with_field(source, keys, wanted)
    assert same_json(parse_yaml(text), wanted)
    return text


EDITS: list[tuple[str, Any, str, str]] = [
    ("title", "Under", 'title: "Über   alles"', "title: Under"),
    ("tags", ["three"], "tags:\n  - one      # first\n  - two", "tags:\n  - three"),
    ("tags", [], "tags:\n  - one      # first\n  - two", "tags: []"),
    ("id", "no", "id: a-skill   # never changes", 'id: "no"   # never changes'),
    ("id", ["x", "z"], "id: a-skill   # never changes", "id:\n  - x\n  - z   # never changes"),
    ("applies_to.regions", ["brussels"], "regions: [flanders]   #", "regions:\n    - brussels   #"),
    ("applies_to.communes", ["11001"], 'communes:\n    - "21009"', 'communes:\n    - "11001"'),
    ("applies_to.status", ["EU"], '    - "21009"\n', '    - "21009"\n  status:\n    - EU\n'),
    ("applies_to.a.b", 1, '    - "21009"\n', '    - "21009"\n  a:\n    b: 1\n'),
    ("notes", "One.", "notes: |\n  First line.\n\n  Last line.\n", "notes: One.\n"),
    ("flow.a", 3, "flow: {a: 1, b: {c: 2}}", "flow:\n  a: 3\n  b:\n    c: 2"),
    ("flow.b.d", 4, "flow: {a: 1, b: {c: 2}}", "flow:\n  a: 1\n  b:\n    c: 2\n    d: 4"),
    ("empty", True, "empty:\n", "empty: true\n"),
    ("empty.below", True, "empty:\n", "empty:\n  below: true\n"),
    ("last", "no", "last: 😀 yes", 'last: "no"'),
    ("more", "text", "last: 😀 yes\n", "last: 😀 yes\nmore: text\n"),
    ("more.below", 1, "last: 😀 yes\n", "last: 😀 yes\nmore:\n  below: 1\n"),
]


@requirement("R-AMD-05")
@pytest.mark.parametrize(("path", "value", "before", "after"), EDITS)
def test_nothing_but_the_field_is_written_anew(path: str, value: Any, before: str, after: str) -> None:
    assert SOURCE.count(before) == 1
    assert _edited(path, value) == SOURCE.replace(before, after)


def test_a_comment_that_would_become_text_is_given_up() -> None:
    edited = _edited("id", "one\ntwo")
    assert edited.startswith("id: |-\n  one\n  two\n")
    assert "#" not in edited


@pytest.mark.parametrize(
    ("source", "path", "after"),
    [
        ("{a: 1}\n", "a", "a: 2\n"),
        ("{a: 1}\n", "b", "a: 1\nb: 2\n"),
        ("{}\n", "a", "a: 2\n"),
        ("a: 1", "a", "a: 2"),
        ("a: 1", "b", "a: 1\nb: 2\n"),
        ("a:\n- x\n- y\n", "a", "a: 2\n"),
        ("'a': 1\n", "a", "a: 2\n"),
        ("a: {}\n", "a.b", "a:\n  b: 2\n"),
        ("? a\n: 1\n", "a", "a: 2\n"),
        ("a:\n    b: 1\n    # c\nd: 1\n", "a.x", "a:\n    b: 1\n    x: 2\n    # c\nd: 1\n"),
        ("a:\n  - b: 1\n", "a.b", "a:\n  b: 2\n"),
        ("a: >-\n  b\n  c\n\n\n", "a", "a: 2\n\n\n"),
    ],
)
def test_every_layout_is_read(source: str, path: str, after: str) -> None:
    assert _edited(path, 2, source) == after


@pytest.mark.parametrize("value", ["\ud800", float("nan"), {"k" * 2000: 1}], ids=range(3))
def test_what_cannot_be_written_is_refused(value: Any) -> None:
    with pytest.raises(YamlRefused):
        with_field(SOURCE, ("title",), {**parse_yaml(SOURCE), "title": value})


def test_what_no_reader_would_take_is_refused() -> None:
    deep: Any = "leaf"
    for _ in range(63):
        deep = [deep]
    with pytest.raises(YamlRefused, match="deeper"):
        with_field("a:\n  b: 1\n", ("a", "b"), {"a": {"b": deep}})


_KEYS = st.sampled_from(("a", "b", "no", "a b", "1"))
_FIELDS: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from((1, True, None, "text", "a\nb\n", [], {}, ["x"], [{"y": 1}])),
    lambda below: st.dictionaries(_KEYS, below, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(_KEYS, _FIELDS, min_size=1, max_size=4), st.lists(_KEYS, min_size=1, max_size=3), _FIELDS
)
@example({"a": {}}, ["a", "b"], 1)
def test_whatever_is_set_wherever_is_read_back(fields: dict[str, Any], keys: list[str], value: Any) -> None:
    wanted = set_field(fields, keys, value)
    assert same_json(parse_yaml(with_field(write_yaml(fields), keys, wanted)), wanted)
    for key in keys:
        wanted = wanted[key]
    assert same_json(wanted, value)
