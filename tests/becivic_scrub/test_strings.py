"""The texts of a JSON value: what is read, where it is, and that no shape of document is too much."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic_scrub.strings import MASKED, Text, as_text, strings


def _never(_: str) -> bool:
    return False


def _read(document: object) -> list[tuple[str, str]]:
    return [(each.text, each.pointer) for each in strings(document, _never) if not each.is_key]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("", ""),
        ("a", "a"),
        ("85073003328", "85073003328"),
        (85073003328, "85073003328"),
        (-1, "-1"),
        (0, "0"),
        (85073003328.0, "85073003328"),
        (1.5, None),
        (float("inf"), None),
        (float("nan"), None),
        (1e300, None),
        (True, None),
        (False, None),
        (None, None),
        (2**256 - 1, str(2**256 - 1)),
        (2**256, None),
        (10**1_000_000, None),
        ("3f2504e0-4f89-41d3-9a0c-0305e82c3301", None),
        ("con_3f2504e0-4f89-41d3-9a0c-0305e82c3301", None),
        ("con-3f2504e0-4f89-41d3-9a0c-0305e82c3301", None),
        ("0" * 40, None),
        ("a1" * 32, None),
        ("sha256:" + "0f" * 32, None),
        ("2026-11-15", None),
        ("2026-11-15T10:00Z", None),
        ("2026-11-15T10:00:00Z", None),
        ("2026-11-15T10:00:00.123456+01:00", None),
        ("2026-11-15T10:00:00", None),
        (" 2026-11-15", " 2026-11-15"),
        ("2026-11-15\n", "2026-11-15\n"),
        ("2026-11-15 0470", "2026-11-15 0470"),
        ("3F2504E0-4F89-41D3-9A0C-0305E82C3301", "3F2504E0-4F89-41D3-9A0C-0305E82C3301"),
        ("3f2504e0-4f89-41d3-9a0c-0305e82c3301 a@b.be", "3f2504e0-4f89-41d3-9a0c-0305e82c3301 a@b.be"),
        ("\u0663" * 40, "\u0663" * 40),
        ("0" * 41, "0" * 41),
    ],
    ids=lambda value: str(type(value).__name__),
)
def test_what_there_is_to_read_in_a_single_value(value: object, text: str | None) -> None:
    assert as_text(value) == text


def test_pointers_escape_and_lists_count_from_nought() -> None:
    document = {"a/b": [{"c~d": "1"}, "2"], "": "3", "e": {"f": {"g": "4"}}}
    assert _read(document) == [("1", "/a~1b/0/c~0d"), ("2", "/a~1b/1"), ("3", "/"), ("4", "/e/f/g")]


def test_texts_come_in_document_order_a_key_before_what_it_holds() -> None:
    document = {"a": "1", "b": ["2", {"c": "3"}], "d": 4}
    texts = [each.text for each in strings(document, _never)]
    assert texts == ["a", "1", "b", "2", "c", "3", "d", "4"]
    assert [each.text for each in strings(document, _never) if each.is_key] == ["a", "b", "c", "d"]


def test_a_key_is_named_by_the_place_and_field_of_its_object() -> None:
    keys = [each for each in strings({"a": {"b": [{"c": None}]}}, _never) if each.is_key]
    assert keys == [Text("a", "", "", True), Text("b", "/a", "a", True), Text("c", "/a/b/0", "a.b", True)]


def test_a_field_is_the_dotted_path_without_places_in_lists() -> None:
    document = {"items": [{"target": {"note": "x"}}], "note": "y"}
    fields = [each.field for each in strings(document, _never) if not each.is_key]
    assert fields == ["items.target.note", "note"]


def test_a_personal_key_is_masked_in_every_pointer_below_it_and_its_neighbours_are_not() -> None:
    document = {"me@x.be": {"deep": ["1"]}, "other": "2"}
    pointers = [each.pointer for each in strings(document, lambda key: "@" in key)]
    assert pointers == ["", f"/{MASKED}", f"/{MASKED}/deep/0", "", "/other"]


def test_a_key_that_is_an_id_and_nothing_else_is_neither_read_nor_masked() -> None:
    uuid = "85073003-3280-41d3-9a0c-0305e82c3301"
    assert list(strings({uuid: "x"}, lambda key: True)) == [Text("x", f"/{uuid}", uuid)]


@pytest.mark.parametrize("document", ["text", 5, ["text"]])
def test_a_document_need_not_be_an_object(document: object) -> None:
    assert [each.field for each in strings(document, _never)] == [""]


@pytest.mark.parametrize("document", [None, True, 1.5, [], {}, [[], {}]])
def test_there_may_be_nothing_to_read(document: object) -> None:
    assert list(strings(document, _never)) == []


def _nested(depth: int, bottom: object, key: str | None) -> Any:
    document = bottom
    for _ in range(depth):
        document = [document] if key is None else {key: document}
    return document


@pytest.mark.parametrize("key", [None, "k"])
def test_a_hundred_thousand_levels_are_read_to_the_bottom(key: str | None) -> None:
    found = [each for each in strings(_nested(100_000, "bottom", key), _never) if each.text == "bottom"]
    (bottom,) = found
    assert bottom.pointer == ("/0" if key is None else "/k") * 500, "the place of what is above"
    assert bottom.field == ("" if key is None else ".k" * 125)


def test_a_long_key_over_many_values_does_not_multiply() -> None:
    """A quarter of a megabyte must not become gigabytes of pointers."""
    document = {"k" * 100_000: ["0"] * 20_000, "m" * 100_000: {str(number): "0" for number in range(20_000)}}
    tracemalloc.start()
    longest = max(len(each.pointer) + len(each.field) for each in strings(document, _never))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert longest <= 1500
    assert peak < 4 << 20


def test_a_key_too_long_to_repeat_is_masked_and_the_field_keeps_its_end() -> None:
    (found,) = [each for each in strings({"top": {"k" * 2000: {"note": "x"}}}, _never) if not each.is_key]
    assert found.pointer == f"/top/{MASKED}/note"
    assert found.field == "k" * 245 + ".note"
    (found,) = [each for each in strings({"k" * 200: "x"}, _never) if not each.is_key]
    assert found.pointer == "/" + "k" * 200


def test_past_its_length_a_pointer_names_what_is_above() -> None:
    document = _nested(8, {"a": ["x"]}, "k" * 200)
    (found,) = [each for each in strings(document, _never) if not each.is_key]
    assert found.pointer == ("/" + "k" * 200) * 5


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


def _at(document: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        step = part.replace("~1", "/").replace("~0", "~")
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document


@given(JSON)
def test_every_pointer_leads_to_its_text(document: object) -> None:
    for each in strings(document, _never):
        there = _at(document, each.pointer)
        assert each.text in there if each.is_key else as_text(there) == each.text


@given(JSON)
def test_every_key_and_every_string_is_read(document: object) -> None:
    read = {each.text for each in strings(document, _never)}
    keys: set[str] = set()
    written = json.loads(
        json.dumps(document), object_pairs_hook=lambda pairs: keys.update(k for k, _ in pairs)
    )
    assert keys <= read
    assert not isinstance(written, str) or written in read
