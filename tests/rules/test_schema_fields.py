"""A schema as rows for people."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.rules.schema_fields import Field, Part, bounds, fields, form, refused

COMMON: dict[str, Any] = {
    "$defs": {"day": {"type": "string", "format": "date", "pattern": "^x$", "description": "A day."}}
}


def part(schema: dict[str, Any], **others: dict[str, Any]) -> Part:
    return Part(
        {"own.schema.json": schema, "common.schema.json": COMMON, **others}, "own.schema.json", schema
    )


def test_a_reference_is_followed_and_what_stands_beside_it_wins() -> None:
    schema = {
        "properties": {
            "seen": {"$ref": "common.schema.json#/$defs/day"},
            "told": {"$ref": "common.schema.json#/$defs/day", "description": "When."},
        },
        "required": ["told"],
    }
    assert list(fields(part(schema))) == [
        Field("seen", "no", "string", "", "A day."),
        Field("told", "yes", "string", "", "When."),
    ]


def test_objects_are_told_field_by_field_and_refused_names_not_at_all() -> None:
    schema = {
        "properties": {
            "a": {"type": "object", "properties": {"b": True, "c": False}, "required": ["b"]},
            "d": False,
        }
    }
    assert [(row.name, row.needed, row.form) for row in fields(part(schema))] == [
        ("a", "no", "object"),
        ("a.b", "yes", "any value"),
    ]
    assert refused(schema) == ["d"]


def test_what_another_file_describes_is_named_and_not_repeated() -> None:
    schema = {"properties": {"entry": {"$ref": "path.schema.json#/$defs/entry"}}}
    assert list(fields(part(schema))) == [
        Field("entry", "no", "object", "", "As `/schemas/path.schema.json` has it.")
    ]


def test_a_condition_is_told_and_so_is_a_choice() -> None:
    schema = {
        "properties": {"kind": {"enum": ["a", None]}, "more": {}, "or_this": {}},
        "allOf": [
            {"if": {"properties": {"kind": {"const": "a"}}}, "then": {"required": ["more"]}},
            {"if": {"properties": {"kind": {"enum": ["b"]}}}, "then": {}},
        ],
        "anyOf": [{"required": ["or_this"]}, {}],
    }
    assert [(row.name, row.needed) for row in fields(part(schema))] == [
        ("kind", "no"),
        ("more", "if `kind` is `a`"),
        ("or_this", "at least one of these"),
    ]


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"const": 4}, "`4`"),
        ({"const": False}, "`false`"),
        ({"enum": ["a", None]}, "`a`, `null`"),
        ({"type": ["string", "null"]}, "string or null"),
        ({"type": "array", "items": {"$ref": "common.schema.json#/$defs/day"}}, "list of string"),
        ({"type": "array"}, "list of any value"),
        ({}, "any value"),
    ],
)
def test_forms_are_told_in_words(schema: dict[str, Any], told: str) -> None:
    assert form(part(schema)) == told


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"maxLength": 2000, "pattern": r"^[^\r\n]*$"}, "at most 2,000 characters; one line"),
        ({"pattern": "^a|b$"}, "`^a|b$`"),
        ({"format": "date", "pattern": "^a$"}, ""),
        ({"minimum": 1, "maximum": 5}, "1 to 5"),
        ({"maxItems": 50}, "at most 50 items"),
    ],
)
def test_bounds_are_told_in_words(schema: dict[str, Any], told: str) -> None:
    assert bounds(schema) == told
