"""What is written as YAML is read back as it was, by our reader and by others, and people can read it too."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
import ruamel.yaml
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from becivic.corpus.yaml12 import parse_yaml
from becivic.corpus.yaml_writing import Unwritable, write_field, write_yaml
from becivic.rules import caps
from tests.requirement import requirement

_WORDS = (
    "", " ", "a", "a b", "yes", "No", "ON", "off", "y", "N", "null", "~", "true", "False", "21009", "2026-11-15", "12:30", "1_000",
    "0.1.0", "1.5", "1e3", "-", "- a", "? a", "a: b", "a:b", "a:", "a #b", "a#b", "#a", "<<", "=", "[a]", "{a}", "&a", "*a", "!a",
    "|", ">", "%a", "@a", "`a`", "'a'", '"a"', "a\nb", "a\nb\n", "a\n", "\na", "a\n\nb", " a\nb", "a\n b", "a \nb", "a\n\n", "---",
    "...", "a\n---\nb", "a\t", "a\r", "\x00", "\x7f", "\x85", "\u2028", "\ufeff", "\U0001f600", "été: 5 €", "https://a.be/?b=c#d",
)  # fmt: skip
_TEXT = st.sampled_from(_WORDS) | st.text(max_size=20)
_NUMBERS = st.integers(-(10**38), 10**38) | st.floats(allow_nan=False, allow_infinity=False)
_JSON = st.recursive(
    st.none() | st.booleans() | _NUMBERS | _TEXT,
    lambda below: st.lists(below, max_size=4) | st.dictionaries(_TEXT, below, max_size=4),
    max_leaves=12,
)


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON: 1, 1.0 and true are three things, and the order of fields counts."""
    return json.dumps(one) == json.dumps(other)


@requirement("R-DRF-02")
@given(_JSON)
@example({"a": {"b": [[["c"], []], {}]}})
@example("a\nb")
def test_everything_is_read_back_as_it_was(value: Any) -> None:
    assert _same(parse_yaml(write_yaml(value)), value)


@given(_JSON)
def test_readers_of_either_version_agree(value: Any) -> None:
    written = write_yaml(value)
    assert _same(yaml.safe_load(written), value)
    assert _same(ruamel.yaml.YAML(typ="safe", pure=True).load(io.StringIO(written)), value)


@given(st.dictionaries(_TEXT, _JSON, min_size=1, max_size=3), st.integers(0, 6))
def test_a_field_can_be_put_at_any_indent(fields: dict[str, Any], indent: int) -> None:
    lines = "".join(f"{' ' * indent}{write_field(key, value, indent)}\n" for key, value in fields.items())
    assert _same(parse_yaml(lines), fields)


def test_people_can_read_it() -> None:
    written = write_yaml(
        {
            "id": "change-of-address",
            "title": "Déclarer un changement d'adresse (à Bruxelles)",
            "version": "0.1.0",
            "recurring": False,
            "tags": ["moving", "no", "on"],
            "applies_to": {"communes": ["21009"], "regions": []},
            "requires": [{"id": "a-skill", "selects_on": {"region": ["flanders"]}}, {"id": "another"}],
            "last_verified": "2026-11-15",
            "verification_notes": "Read twice.\n\nNot read: the decree.",
            "rows": [["a", ["b"]], {}, None, 1.5],
        }
    )
    assert written == (
        "id: change-of-address\n"
        "title: Déclarer un changement d'adresse (à Bruxelles)\n"
        "version: 0.1.0\n"
        "recurring: false\n"
        "tags:\n"
        "  - moving\n"
        '  - "no"\n'
        '  - "on"\n'
        "applies_to:\n"
        "  communes:\n"
        '    - "21009"\n'
        "  regions: []\n"
        "requires:\n"
        "  - id: a-skill\n"
        "    selects_on:\n"
        "      region:\n"
        "        - flanders\n"
        "  - id: another\n"
        'last_verified: "2026-11-15"\n'
        "verification_notes: |-\n"
        "  Read twice.\n"
        "\n"
        "  Not read: the decree.\n"
        "rows:\n"
        "  - - a\n"
        "    - - b\n"
        "  - {}\n"
        "  - null\n"
        "  - 1.5\n"
    )


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1e16, "1.0e+16"),
        (1.5e-7, "1.5e-07"),
        (-0.0, "-0.0"),
        (10**38, str(10**38)),
        (True, "true"),
        ([], "[]"),
    ],
)
def test_numbers_are_numbers_to_every_reader(value: object, written: str) -> None:
    assert write_yaml(value) == f"{written}\n"


def _nested(levels: int) -> Any:
    value: Any = "leaf"
    for _ in range(levels):
        value = [value]
    return value


def test_it_nests_as_deep_as_it_is_read() -> None:
    assert parse_yaml(write_yaml(_nested(caps.NESTING))) == _nested(caps.NESTING)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (_nested(caps.NESTING + 1), "deeper"),
        (_nested(50_000), "deeper"),
        (float("nan"), "cannot write"),
        (float("-inf"), "cannot write"),
        (10**39, "too long"),
        (-(10**5000), "too long"),
        ("\ud800", "surrogate"),
        ({"\ud800": 1}, "surrogate"),
        ({1: 2}, "key that is not text"),
        ({"k" * 2000: 1}, "characters"),
        ({"a": object()}, "not JSON"),
        ((1, 2), "not JSON"),
    ],
    ids=range(12),
)
def test_what_cannot_be_written_is_refused(value: Any, reason: str) -> None:
    with pytest.raises(Unwritable, match=reason):
        write_yaml(value)


def test_a_text_of_the_largest_size_is_written() -> None:
    for text in ("a" * caps.BODY_BYTES, "\n" * caps.BODY_BYTES, "a: " * (caps.BODY_BYTES // 3)):
        assert parse_yaml(write_yaml({"a": text})) == {"a": text}
