"""Equality and types as JSON has them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from becivic_harness.json_values import IS_OF_TYPE, same

VALUES: list[Any] = [
    None, True, False, 0, 1, 1.5, "", "1", "true", [], [1], [True], [[]], {}, {"a": 1}, {"a": True}, {"a": None}, {"b": 1},
    [1, 2], [2, 1], {"a": [1, {"b": 0}]}, {"a": [1, {"b": False}]},
]  # fmt: skip


@pytest.mark.parametrize("one", VALUES, ids=json.dumps)
@pytest.mark.parametrize("other", VALUES, ids=json.dumps)
def test_values_are_one_when_they_are_written_alike(one: Any, other: Any) -> None:
    assert same(one, other) is (json.dumps(one) == json.dumps(other))


def test_numbers_are_one_by_what_they_are_worth_and_fields_in_any_order() -> None:
    assert same(1, 1.0)
    assert same([{"a": 1, "b": [0]}], [{"b": [0.0], "a": 1.0}])


@pytest.mark.parametrize(("value", "types"), [
    (None, "null"), (True, "boolean"), (1, "integer number"), (1.0, "integer number"), (1e300, "integer number"), (1.5, "number"),
    ("1", "string"), ([], "array"), ({}, "object"),
])  # fmt: skip
def test_a_value_is_of_its_types_and_no_others(value: Any, types: str) -> None:
    assert [name for name, is_it in IS_OF_TYPE.items() if is_it(value)] == types.split()
