"""Heads of files that people may edit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic_harness.frontmatter import Document, dump, parse

KEYS = st.from_regex(r"[a-z_][a-z0-9_]{0,10}", fullmatch=True)
VALUES: st.SearchStrategy[Any] = st.one_of(
    st.text(max_size=40).map(lambda text: " ".join(text.split())),
    st.integers(-1000, 1000),
    st.booleans(),
    st.lists(st.text(max_size=10), max_size=3),
    st.lists(st.dictionaries(KEYS, st.text(max_size=10), max_size=2), max_size=2),
)


@given(st.dictionaries(KEYS, VALUES, max_size=6), st.text(alphabet="abc é-:#\n", max_size=60))
def test_what_is_written_is_read_again(head: dict[str, Any], body: str) -> None:
    found = parse(dump(head, body))
    assert found.head == head
    assert found.body == body.strip("\n")


@pytest.mark.parametrize(
    ("text", "head", "body"),
    [
        ("no head at all\n", {}, "no head at all"),
        ("---\nname: A: b\nstep: 'it''s'\n---\n\nbody\n", {"name": "A: b", "step": "it's"}, "body"),
        (
            "---\nname: a\nlist:\n  - one\n  - two\n# a remark\n---\nbody",
            {"name": "a", "list": ["one", "two"]},
            "body",
        ),
        ("---\nname: a\nnobody closed this\nmore", {"name": "a"}, "nobody closed this\nmore"),
        ("---\nname: [broken\nn: 3\nyes: true\n---\n", {"name": "[broken", "n": 3, "yes": True}, ""),
        ("---\nname: a", {"name": "a"}, ""),
    ],
)
def test_what_a_hand_wrote_is_understood_as_far_as_it_goes(
    text: str, head: dict[str, Any], body: str
) -> None:
    assert parse(text) == Document(head, body)


@pytest.mark.parametrize("value", ["[" * 100_000, '{"a":' * 100_000, "9" * 10_000])
def test_a_value_that_nobody_could_mean_stays_text(value: str) -> None:
    assert parse(f"---\nid: demo\nodd: {value}\n---\n").head == {"id": "demo", "odd": value}
