"""JSON pointers, and the line each stands on in JSON text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.rules.json_tokens import Member, members, tokens
from becivic.rules.pointers import join, lines_in_json, nearest, split

_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["{", "}", "[", "]", ",", ":", '"', "\\", '\\"', "\n", "{[", "a\nb"])
)
_KEYS = st.text(max_size=5) | st.sampled_from(["", "/", "~", "~0", "~1", '"', "\\", "a\nb", "0", "{"])
_JSON = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=25,
)


def dumped(value: Any, path: tuple[str | int, ...] = (), line: int = 1) -> tuple[int, dict[str, int]]:
    """The last line of a value as json.dumps(indent=…) writes it from `line` on, and the line of all in it."""
    found = {join(path): line}
    if not isinstance(value, dict | list) or not value:
        return line, found
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in members:
        line, below = dumped(child, (*path, key), line + 1)
        found |= below
    return line + 1, found


@given(_JSON, st.sampled_from([1, 2, 4, "\t"]), st.booleans())
def test_the_line_of_every_pointer_is_the_line_it_was_written_on(
    value: Any, indent: int | str, ascii_only: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    _, expected = dumped(value)
    assert lines_in_json(text) == expected


@given(_JSON)
def test_on_one_line_everything_stands_on_it(value: Any) -> None:
    lines = lines_in_json(json.dumps(value))
    assert set(lines) == set(dumped(value)[1])
    assert set(lines.values()) == {1}


@given(_JSON, st.lists(_KEYS | st.integers(0, 9), min_size=1, max_size=3))
def test_a_pointer_to_nothing_stands_where_its_nearest_ancestor_does(
    value: Any, more: list[str | int]
) -> None:
    text = json.dumps(value, indent=2)
    lines = lines_in_json(text)
    for pointer in lines:
        longer = pointer + join(more)
        parent = longer
        while parent not in lines:
            parent = join(split(parent)[:-1])
        assert nearest(lines, longer) == lines[parent]


@pytest.mark.parametrize(("pointer", "line"), [("/a/0", 3), ("/a/0/b", 3), ("/c", 1), ("", 1)])
def test_the_line_of_a_pointer_is_its_own_or_that_of_what_it_stands_in(pointer: str, line: int) -> None:
    assert nearest(lines_in_json('{\n  "a": [\n    1\n  ]\n}'), pointer) == line


@given(st.lists(_KEYS, max_size=4))
def test_splitting_undoes_joining(parts: list[str]) -> None:
    assert split(join(parts)) == parts


@pytest.mark.parametrize(("parts", "pointer"), [([], ""), (["a/b", 0, "m~n", ""], "/a~1b/0/m~0n/")])
def test_pointers_are_written_as_the_rfc_says(parts: list[str | int], pointer: str) -> None:
    assert join(parts) == pointer


def test_the_root_is_every_pointers_last_ancestor() -> None:
    assert nearest({"": 1}, "no-slash") == 1
    assert nearest({"": 1}, "/a/b") == 1


@given(st.text(st.sampled_from('{}[],:"\\ \nab1'), max_size=60))
def test_tokens_and_their_lines_cover_any_text(text: str) -> None:
    found = list(tokens(text))
    assert "".join(token.text for token in found if not token.is_string) == _outside_strings(text)
    assert all(1 <= token.line <= text.count("\n") + 1 for token in found)


def _outside_strings(text: str) -> str:
    return "".join(_letters_outside_strings(text)).translate({ord(" "): None, ord("\n"): None})


def _letters_outside_strings(text: str) -> Iterator[str]:
    inside = escaped = False
    for position, letter in enumerate(text):
        if inside:
            if escaped:
                escaped = False
            elif letter == "\\":
                escaped = True
                if position == len(text) - 1:
                    yield letter  # nothing left to escape: the string has already broken off
            elif letter == '"':
                inside = False
        elif letter == '"':
            inside = True
        else:
            yield letter


@given(st.text(st.sampled_from("{}[],: \n1"), max_size=60))
def test_members_of_any_brackets_can_be_walked(text: str) -> None:
    assert all(member.line >= 1 and member.path for member in members(text))


def test_a_field_stands_where_its_name_does() -> None:
    text = '{"a":\n\n1, "b"\n: [\n\n2]}'
    assert list(members(text)) == [Member(("a",), 1), Member(("b",), 3), Member(("b", 0), 6)]
