"""YAML 1.2, strict: text stays text, nothing is shared or typed by tags, and every refusal has its line."""

from __future__ import annotations

import io
import json
import math
from typing import Any

import pytest
import ruamel.yaml
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import YAMLError

from becivic.corpus.yaml12 import YamlRefused, parse_yaml, yaml_lines
from becivic.rules import caps, pointers
from tests.requirement import requirement


def refusal(text: str) -> YamlRefused:
    with pytest.raises(YamlRefused) as caught:
        parse_yaml(text)
    return caught.value


@requirement("R-REPO-10")
@pytest.mark.parametrize(
    "word",
    ["yes", "no", "on", "off", "Yes", "NO", "y", "n", "2026-11-15", "2026-11-15T10:00:00Z", "12:30", "1_000",
     "0b11", "-0x1F", "0o9", "+", ".", "..", "+-1", "1e", "e5", "1.2.3", "nil", "None", "nan", "inf", "0x", "-a"],
)  # fmt: skip
def test_words_that_older_yaml_reads_as_something_else_stay_text(word: str) -> None:
    assert parse_yaml(f"a: {word}") == {"a": word}


@requirement("R-REPO-10")
@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", None), ("~", None), ("null", None), ("Null", None), ("NULL", None),
        ("true", True), ("True", True), ("TRUE", True), ("false", False), ("False", False), ("FALSE", False),
        ("0", 0), ("-7", -7), ("+7", 7), ("007", 7), ("0o17", 15), ("0x1f", 31), ("0xAB", 171),
        ("1.5", 1.5), ("1.", 1.0), (".5", 0.5), ("-.5", -0.5), ("1e3", 1000.0), ("1E-3", 0.001), (".5e3", 500.0),
        ("+12e03", 12000.0), ("1e-999", 0.0),
    ],
)  # fmt: skip
def test_plain_scalars_follow_the_core_schema(written: str, value: object) -> None:
    read = parse_yaml(f"a: {written}")["a"]
    assert read == value
    assert type(read) is type(value)


@requirement("R-REPO-10")
@pytest.mark.parametrize("written", ["'7'", '"true"', '"2026"', "''", "'null'", "|-\n  7", ">-\n  null"])
def test_what_is_quoted_is_text(written: str) -> None:
    assert isinstance(parse_yaml(f"a: {written}")["a"], str)


@requirement("R-REPO-10")
@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("a: 1\nb: &x 1", "anchor", 2),
        ("a: &x [1]", "anchor", 1),
        ("a: &x {b: 1}", "anchor", 1),
        ("a: 1\nb: *x", "alias", 2),
        ("a: !!str 1", "tag", 1),
        ("a: !own [1]", "tag", 1),
        ("a:\n  !!map {b: 1}", "tag", 2),
        ("a: ! 1", "tag", 1),
        ("a: 1\n<<: {b: 1}", "merge key", 2),
        ("%YAML 1.1\n---\na: 1", "directive", 1),
        ("%TAG ! tag:x:\n---\na: 1", "directive", 1),
        ("a: 1\n---\nb: 2", "more than one document", 2),
        ("a: 1\n...\n---\nb: 2", "more than one document", 3),
        ("a: 1\nb: 2\na: 3", "`a` twice", 3),
        ('a: 1\n"a": 3', "`a` twice", 2),
        ("x:\n  a: 1\n  a: 2", "`a` twice", 3),
        ("a: 1\n7: b", "not text", 2),
        ("true: b", "not text", 1),
        ("~: b", "not text", 1),
        ("?\n: b", "not text", 1),
        ("1.5: b", "not text", 1),
        ("a: 1\n? [b]\n: c", "not text", 2),
        ("? {b: c}\n: d", "not text", 1),
        ("a: .inf", "JSON cannot write", 1),
        ("a: -.INF", "JSON cannot write", 1),
        ("a: .nan", "JSON cannot write", 1),
        ("a: 1\nb: 1e999", "out of range", 2),
        ("a: -1e999", "out of range", 1),
        (f"a: {'9' * 41}", "too long", 1),
        ("a: 1\nb: [", "is not YAML", 2),
        ("a: b: c", "is not YAML", 1),
        ("a:\n\t- b", "is not YAML", 2),
        ("a: 'b", "is not YAML", 1),
        ("a: @b", "is not YAML", 1),
        ("- a\nb: c", "is not YAML", 2),
        ("a: 1\nb: \x01", "character", 2),
        ("a: 1\nb: \x7f", "character", 2),
        ("\ufeffa: 1", "character", 1),
        ("a: 1\nb: x\u2028y", "character", 2),
        ("a: 1\nb: x\x85y", "character", 2),
        ("a: 1\nb: \ud800", "character", 2),
    ],
)
def test_what_is_refused_is_refused_at_its_line(text: str, reason: str, line: int) -> None:
    refused = refusal(text)
    assert reason in refused.reason
    assert refused.line == line
    assert str(refused) == refused.reason


def test_a_quoted_merge_sign_is_a_key_like_any_other() -> None:
    assert parse_yaml("'<<': 1") == {"<<": 1}


def test_a_key_that_is_no_field_name_is_never_repeated() -> None:
    assert "somebody" not in refusal("somebody@example.org: 1\nsomebody@example.org: 2").reason


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a: ", "}")])
def test_nesting_is_refused_beyond_the_cap(opening: str, closing: str) -> None:
    parse_yaml(opening * caps.NESTING + closing * caps.NESTING)
    assert "deeper" in refusal(opening * (caps.NESTING + 1) + closing * (caps.NESTING + 1)).reason
    assert "deeper" in refusal(opening * 100_000).reason


def test_block_nesting_is_refused_at_the_line_that_passes_the_cap() -> None:
    text = "\n".join("  " * n + "a:" for n in range(caps.NESTING + 5))
    assert refusal(text).line == caps.NESTING + 1


@pytest.mark.parametrize("text", ["", "# only a comment", "---", "---\n...", "~"])
def test_an_empty_document_is_null(text: str) -> None:
    assert parse_yaml(text) is None
    assert yaml_lines(text) == {"": 1}


@given(st.text(max_size=80))
@example("\ud800")
@example("a: \x00")
def test_any_text_is_read_or_refused_and_never_a_crash(text: str) -> None:
    try:
        value = parse_yaml(text)
    except YamlRefused as refused:
        assert refused.line >= 1
    else:
        json.dumps(value, allow_nan=False)


_PIECES = st.sampled_from(
    ["a", "b", "1", "yes", "no", "~", "- ", "? ", ": ", ":", ",", "[", "]", "{", "}", "#", " #", "&x ", "*x", "!t ",
     "!!str ", "'", '"', "|", ">", "\n", "\n  ", "\n- ", "---\n", "...\n", "%YAML 1.2\n", "<<", "\\", "\t", "é", "@",
     "1e999", ".inf", "0x1F", "2026-11-15", "a: 1\n", "b: 2\n", "- 3\n"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=25).map("".join))
def test_any_pieces_of_yaml_are_read_or_refused(text: str) -> None:
    try:
        value = parse_yaml(text)
    except YamlRefused as refused:
        assert 1 <= refused.line <= text.count("\n") + 1
        return
    assert set(yaml_lines(text)) == set(_pointers(value))
    try:
        expected = _reference(text)
    except YAMLError:
        return  # a tab after a word and the like: ruamel is stricter than YAML
    assert _same(value, expected)


class _Reference(SafeConstructor):
    """ruamel.yaml's safe loader with dates left as they are written."""


_Reference.add_constructor("tag:yaml.org,2002:timestamp", SafeConstructor.construct_yaml_str)


def _reference(text: str) -> Any:
    yaml = ruamel.yaml.YAML(typ="safe", pure=True)
    yaml.version = (1, 2)
    yaml.Constructor = _Reference
    return yaml.load(text)


def _same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return ours.keys() == theirs.keys() and all(_same(ours[key], theirs[key]) for key in ours)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_same, ours, theirs))
    if isinstance(ours, float) and isinstance(theirs, float):
        return math.isclose(ours, theirs)
    return type(ours) is type(theirs) and bool(ours == theirs)


def _pointers(value: Any, path: tuple[str | int, ...] = ()) -> list[str]:
    members = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    return [pointers.join(path), *(each for key, child in members for each in _pointers(child, (*path, key)))]


_WORDS = st.text(st.sampled_from("abyesnotrufl ~0123456789.-+e:#/"), max_size=8)
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(-1e9, 1e9)
    | _WORDS
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_WORDS, inner, max_size=4),
    max_leaves=15,
)


@given(_VALUES, st.booleans(), st.integers(2, 6))
def test_what_ruamel_writes_we_read_as_ruamel_does(value: Any, flow: bool, indent: int) -> None:
    yaml = ruamel.yaml.YAML(typ="safe", pure=True)
    yaml.default_flow_style = flow
    yaml.indent = indent
    stream = io.StringIO()
    yaml.dump(value, stream)
    text = stream.getvalue()
    try:
        ours = parse_yaml(text)
    except YamlRefused:
        return  # libyaml is the stricter of the two about colons inside brackets, and we about keys and controls
    assert _same(ours, _reference(text))
    assert set(yaml_lines(text)) == set(_pointers(ours))


@given(_VALUES.filter(lambda value: isinstance(value, dict | list) and bool(value)))
def test_json_is_yaml_and_its_lines_are_the_same(value: Any) -> None:
    text = json.dumps(value, indent=2)
    try:
        assert _same(parse_yaml(text), json.loads(text))
    except YamlRefused:
        return
    assert yaml_lines(text) == pointers.lines_in_json(text)


def test_every_value_has_its_line() -> None:
    text = "a: 1\nb:\n  - c\n  - d: e\n    f/g: |\n      x\n      y\n  - [h,\n     i]\nj~: {k: l,\n m: n}\n"
    assert yaml_lines(text) == {
        "": 1, "/a": 1, "/b": 2, "/b/0": 3, "/b/1": 4, "/b/1/d": 4, "/b/1/f~1g": 5,
        "/b/2": 8, "/b/2/0": 8, "/b/2/1": 9, "/j~0": 10, "/j~0/k": 10, "/j~0/m": 11,
    }  # fmt: skip
