"""What counts as JSON: a value, or a refusal with a reason and a line, and nothing else ever."""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from becivic.rules import caps
from becivic.rules.json_text import JsonRefused, parse_json, same_json, sent_size
from becivic.web.json_bytes import json_bytes
from tests.pace import within

_CHARACTERS = st.characters(codec="utf-8", exclude_characters="\0")
_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(_CHARACTERS, max_size=10),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(_CHARACTERS, max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)


def refusal(raw: bytes) -> JsonRefused:
    with pytest.raises(JsonRefused) as caught:
        parse_json(raw)
    assert caught.value.reason == str(caught.value)
    return caught.value


@given(_JSON, st.sampled_from([None, 2]), st.booleans())
def test_every_json_value_is_read_back(value: Any, indent: int | None, ascii_only: bool) -> None:
    assert parse_json(json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode()) == value


@given(st.binary(max_size=200))
def test_any_bytes_give_a_value_or_a_refusal(raw: bytes) -> None:
    try:
        parse_json(raw)
    except JsonRefused as refused:
        assert 1 <= refused.line <= raw.count(b"\n") + 1


_PIECES = st.sampled_from(
    ['{', '}', '[', ']', ',', ':', '"', '\\', 'NaN', 'Infinity', '-Infinity', '1e999', '-', '1', '0.5', 'true',
     'null', '"a"', '"a":', '\\ud800', '"\\ud83d"', '"\\ud83d\\ude00"', '\\u', '\n', ' ', '\x00', 'é', '9' * 4301]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=30).map("".join))
@example("[NaNx]")
@example("[1e999x]")
@example('{"a":1,"a":2}x')
@example('{"a":[NaN')
@example("9" * 4301 + "x")
def test_any_pieces_of_json_give_a_value_or_a_refusal(text: str) -> None:
    try:
        value = parse_json(text.encode())
    except JsonRefused as refused:
        assert 1 <= refused.line <= text.count("\n") + 1
    else:
        assert value == json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"a": 1, "a": 1}', 1),
        ('{\n"a": 1,\n"b": {"a": 1},\n"a": 2\n}', 4),
        ('[\n{"id": 1,\n"id": 2},\n{"id": 3}\n]', 3),
        ('{"a": 1,\n"\\u0061": 2}', 2),
        ('{"a": {"b": 1,\n"b": 2},\n"b": 3}', 2),
    ],
)
def test_a_key_named_twice_is_refused_at_the_second(text: str, line: int) -> None:
    refused = refusal(text.encode())
    assert "same key twice" in refused.reason
    assert refused.line == line


def test_the_same_key_in_two_objects_is_fine() -> None:
    assert parse_json(b'[{"a": 1}, {"a": {"a": 1}}]') == [{"a": 1}, {"a": {"a": 1}}]


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_are_not_json_are_refused_at_their_line(constant: str) -> None:
    refused = refusal(f'{{"{constant}": "{constant}",\n"b": [1,\n{constant}]}}'.encode())
    assert constant in refused.reason
    assert refused.line == 3


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1E+400", "9" * 400 + ".0"])
def test_numbers_out_of_range_are_refused_at_their_line(number: str) -> None:
    refused = refusal(f'["{number}",\n{number}]'.encode())
    assert "out of range" in refused.reason
    assert refused.line == 2


def test_a_whole_number_that_takes_too_long_to_read_is_refused_at_its_line() -> None:
    refused = refusal(f'["{"9" * 5000}",\n{"9" * 5000}]'.encode())
    assert "too long" in refused.reason
    assert refused.line == 2
    assert parse_json(b"9" * 40) == int("9" * 40)
    assert "too long" in refusal(b"9" * 41).reason


def test_tiny_numbers_become_zero_and_stay_numbers() -> None:
    assert parse_json(b"[1e-999, -0.0, -0]") == [0.0, 0.0, 0]
    assert math.copysign(1, parse_json(b"-0.0")) == -1


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_nesting_is_refused_beyond_the_cap_at_the_line_that_passes_it(opening: str) -> None:
    closing = {"[": "]"}.get(opening, "}")
    fits = opening * caps.NESTING + "1" + closing * caps.NESTING
    parse_json(fits.encode())
    refused = refusal(f"{opening}\n{fits}{closing}".encode())
    assert "deeper" in refused.reason
    assert refused.line == 2


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":', "[\n"])
def test_a_hundred_thousand_levels_are_refused_and_not_a_crash(opening: str) -> None:
    assert "deeper" in refusal(opening.encode() * 100_000).reason


def test_brackets_in_strings_are_no_nesting() -> None:
    text = json.dumps(["[" * 500, "{" * 500, '"[[[\\', "\\" * 101 + "[" * 99, {"[" * 99: 1}])
    assert parse_json(text.encode()) == json.loads(text)


def test_wide_is_not_deep() -> None:
    assert len(parse_json(json.dumps([[n] for n in range(1000)]).encode())) == 1000


@pytest.mark.parametrize(
    "text",
    [
        '"\\ud800"',
        '["a",\n"\\udc00"]',
        '{"\\ud800": 1}',
        '"\\ude00\\ud83d"',
        '["\\ud83d\\ude00",\n"\\ud83d"]',
    ],
)
def test_half_a_surrogate_pair_is_refused_at_its_line(text: str) -> None:
    refused = refusal(text.encode())
    assert "surrogate" in refused.reason
    assert refused.line == text.count("\n") + 1


def test_a_whole_pair_and_an_escaped_backslash_are_fine() -> None:
    assert parse_json(b'["\\ud83d\\ude00", "\\\\ud800"]') == ["\U0001f600", "\\ud800"]


def test_a_byte_order_mark_is_refused() -> None:
    assert "byte order mark" in refusal(b"\xef\xbb\xbf{}").reason


@pytest.mark.parametrize(
    "raw", [b"\xff", b'"\xc3"', b'"\xed\xa0\x80"', b'"\xf5\x80\x80\x80"', "é".encode("latin-1")]
)
def test_bytes_that_are_not_utf8_are_refused_at_their_line(raw: bytes) -> None:
    refused = refusal(b"\n\n" + raw)
    assert "UTF-8" in refused.reason
    assert refused.line == 3


TRAILING_COMMA = 1 if sys.version_info >= (3, 13) else 2
"""Newer Pythons point at the comma, older ones at what follows it."""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("  ", 1),
        ("{\n'a': 1}", 2),
        ("[1,\n]", TRAILING_COMMA),
        ("[1] [2]", 1),
        ('{"a": 1,\n}', TRAILING_COMMA),
        ('"a\nb"', 1),
        ("01", 1),
    ],
)
def test_what_is_no_json_at_all_is_refused_with_its_line(text: str, line: int) -> None:
    refused = refusal(text.encode())
    assert refused.reason.startswith("is not JSON")
    assert refused.line == line


@pytest.mark.parametrize(
    "raw",
    [b'{"somebody@example.org": 1, "somebody@example.org": 2}', b'"somebody@example.org', b'"\\usomebody@example.org"',
     b'["somebody@example.org", "\\ud800"]', b"somebody@example.org", b'{"a": 1 somebody@example.org}'],
)  # fmt: skip
def test_a_refusal_never_repeats_what_was_in_the_text(raw: bytes) -> None:
    assert "somebody" not in refusal(raw).reason


@pytest.mark.parametrize("piece", ['"\\', '\\"', '"', "[[]],", '{"a":"\\\\\\"["},', '"\\ud800",', '{"a":1},'])
def test_hostile_text_is_refused_or_read_in_linear_time(piece: str) -> None:
    text = "[" * 65 + piece * (caps.BODY_BYTES // len(piece))
    with within(200):
        refusal(text.encode())
        refusal(("[" + piece * (caps.BODY_BYTES // len(piece))).encode())


@pytest.mark.parametrize("text", ['{"a": 1,\n"b": "x\\u0000"}', '[1,\n"\\\\\\u0000"]'])
def test_a_nul_is_refused_at_its_line(text: str) -> None:
    with pytest.raises(JsonRefused, match="NUL") as refused:
        parse_json(text.encode())
    assert refused.value.line == 2


def test_an_escaped_backslash_before_u0000_is_no_nul() -> None:
    assert parse_json(b'"\\\\u0000"') == "\\u0000"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"a": 1, "b": [2]}, {"b": [2], "a": 1}, True),
        (1, 1.0, False),
        (1, True, False),
        ([1, 2], [2, 1], False),
        (None, {}, False),
    ],
)
def test_values_are_the_same_by_what_json_says(one: object, other: object, same: bool) -> None:
    assert same_json(one, other) is same


@pytest.mark.parametrize("value", [{}, {"a": [1, "é"], "b": {"c": "漢😀"}}, {"text": 'a "quoted"\nline'}])
def test_the_size_is_that_of_what_is_sent_but_for_the_end_of_its_line(value: dict[str, object]) -> None:
    assert sent_size(value) + 1 == len(json_bytes(value))
