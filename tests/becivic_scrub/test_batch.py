"""Batches: a line in, a line out, in order; a line that is no item stops everything without being repeated."""

from __future__ import annotations

import json

import pytest

from becivic_scrub import Finding
from becivic_scrub.batch import BatchRefused, Item, read_items, written
from tests.requirement import requirement


def test_items_are_read_one_a_line_and_empty_lines_are_passed_over() -> None:
    lines = [
        b'{"id": 1, "text": "a"}\n',
        b"\n",
        b" \r\n",
        b'{"text": "b", "id": "x", "lang": "nl", "more": []}',
    ]
    assert list(read_items(lines)) == [Item(1, "a"), Item("x", "b", "nl")]


@pytest.mark.parametrize("lang", [None, 5, ["fr"]])
def test_a_language_that_is_no_text_is_no_language(lang: object) -> None:
    (item,) = read_items([json.dumps({"id": 1, "text": "a", "lang": lang}).encode()])
    assert item.lang is None


@pytest.mark.parametrize("identifier", [None, 0, "", {"a": 1}, ["x"], True, "é"])
def test_any_id_comes_back_as_it_was(identifier: object) -> None:
    (item,) = read_items([json.dumps({"id": identifier, "text": ""}).encode()])
    assert json.loads(written(item, [])) == {"id": identifier, "findings": []}


@requirement("R-SCRUB-12")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"85.07.30-033.28", "is not JSON in UTF-8 with each key once"),
        (b'{"id": 1, "text": "85.07.30-033.28', "is not JSON in UTF-8 with each key once"),
        (b'{"id": 1, "text": "\xff"}', "is not JSON in UTF-8 with each key once"),
        (b"[" * 100_000, "is not JSON in UTF-8 with each key once"),
        (b"9" * 5000, "is not JSON in UTF-8 with each key once"),
        (b"85", 'is not an object with "id" and a string "text"'),
        (b"[]", 'is not an object with "id" and a string "text"'),
        (b'{"text": "a"}', 'is not an object with "id" and a string "text"'),
        (b'{"id": 1}', 'is not an object with "id" and a string "text"'),
        (b'{"id": 1, "text": null}', 'is not an object with "id" and a string "text"'),
        (b'{"id": 1, "text": ["a"]}', 'is not an object with "id" and a string "text"'),
    ],
    ids=lambda value: repr(value[:30]),
)
def test_a_line_that_is_no_item_is_refused_by_its_number_and_nothing_of_it_is_repeated(
    line: bytes, why: str
) -> None:
    items = read_items([b'{"id": 1, "text": "a"}', b"", line])
    assert next(items) == Item(1, "a")
    with pytest.raises(BatchRefused) as refused:
        next(items)
    assert str(refused.value) == f"line 3 {why}"
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


def test_an_answer_holds_exactly_four_facts_a_finding() -> None:
    finding = Finding("nrn", "direct_identifier", 3, 18, "valid", ran=False, pointer="/a", in_key=True)
    assert json.loads(written(Item("é", "text"), [finding])) == {
        "id": "é",
        "findings": [{"rule": "nrn", "category": "direct_identifier", "start": 3, "end": 18}],
    }
    assert "\n" not in written(Item("a\nb", "text"), [finding])


def test_a_key_that_stands_twice_is_refused_because_one_text_would_hide_the_other() -> None:
    with pytest.raises(BatchRefused, match="line 1 is not JSON in UTF-8 with each key once"):
        list(read_items([b'{"id": 1, "text": "0470123456", "text": "clean"}']))


def test_a_byte_order_mark_is_no_reason_to_refuse() -> None:
    assert [item.text for item in read_items([b'\xef\xbb\xbf{"id": 1, "text": "x"}'])] == ["x"]
