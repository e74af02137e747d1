"""A JSON file of the corpus: whether it exists, its fields, and the line of anything in it."""

from __future__ import annotations

import json

from becivic.corpus.documents import JsonDocument
from becivic.corpus.findings import Place
from tests.pace import within


def test_a_document_that_is_not_there_reads_as_empty() -> None:
    document = JsonDocument("data/nothing.json")
    assert not document.exists
    assert document.fields.data == {}
    assert document.place("/anything/at/all") == Place("data/nothing.json", 1)


def test_a_document_knows_the_line_of_a_value_and_of_what_is_missing_in_it() -> None:
    text = '{\n  "a": {\n    "b": [\n      1,\n      2\n    ]\n  }\n}\n'
    document = JsonDocument("x.json", json.loads(text), text)
    assert document.exists
    assert document.fields.child("a").raw("b") == [1, 2]
    assert document.place() == Place("x.json", 1)
    assert document.place("/a/b/1") == Place("x.json", 5)
    assert document.place("/a/b/9") == Place("x.json", 3)
    assert document.place("/a/c/d") == Place("x.json", 2)
    assert document.place("/z") == Place("x.json", 1)


def test_ten_thousand_faults_in_a_large_file_cost_one_reading() -> None:
    value = {f"key-{n}": {"a": [n, str(n)]} for n in range(10_000)}
    document = JsonDocument("x.json", value, json.dumps(value, indent=2))
    document.place("/key-0")
    with within(500):
        lines = [document.place(f"/key-{n}/a/1").line for n in range(10_000)]
    assert lines == [5 + 6 * n for n in range(10_000)]
