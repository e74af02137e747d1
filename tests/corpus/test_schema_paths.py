"""Dotted paths in schemas: through references, branches and arrays; refused fields do not exist."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.corpus.schema_paths import SchemaPaths
from becivic.rules.schemas import packaged_registry
from becivic.rules.submissions import SubmissionType

SCHEMAS: dict[str, Any] = {
    "a.json": {
        "properties": {
            "title": {"type": "string"},
            "banned": False,
            "anything": True,
            "rows": {"items": {"properties": {"note": {"type": "string"}}}},
            "other": {"$ref": "b.json#/$defs/thing"},
            "whole": {"$ref": "b.json"},
            "self": {"$ref": "#"},
        },
        "allOf": [{"if": {}, "then": {"properties": {"late": {}}}, "else": {"properties": {"never": False}}}],
    },
    "b.json": {
        "$defs": {"thing": {"properties": {"deep": {"$ref": "#/$defs/leaf"}}}, "leaf": {"type": "string"}},
        "anyOf": [{"properties": {"left": {}}}, {"$ref": "#"}],
    },
}


@pytest.mark.parametrize(
    "path",
    ["title", "anything", "rows.note", "other.deep", "whole.left", "late", "self.self.rows.note"],
)
def test_a_field_is_found_wherever_it_is_declared(path: str) -> None:
    assert SchemaPaths(SCHEMAS).has("a.json", path)


@pytest.mark.parametrize(
    "path",
    ["", "banned", "never", "lost", "title.more", "anything.more", "rows.lost", "other.left", "whole.right"],
)
def test_a_field_that_is_refused_or_undeclared_does_not_exist(path: str) -> None:
    assert not SchemaPaths(SCHEMAS).has("a.json", path)


def test_the_schemas_in_force_have_the_fields_people_write_in() -> None:
    paths = SchemaPaths(packaged_registry().documents)
    assert paths.has(SubmissionType.AMENDMENT.schema_file, "rationale")
    assert paths.has(SubmissionType.AMENDMENT.schema_file, "provenance.research_sources.claim")
    assert paths.has(SubmissionType.DRAFT.schema_file, "content.frontmatter.summary")
    assert not paths.has(SubmissionType.CONCERN.schema_file, "session_id")


def test_arrays_can_be_left_closed() -> None:
    paths = SchemaPaths(SCHEMAS, through_arrays=False)
    assert paths.has("a.json", "rows")
    assert not paths.has("a.json", "rows.note")


def test_a_field_comes_with_its_file_and_pointer_the_plain_declaration_first() -> None:
    schemas: dict[str, Any] = {
        "c.json": {
            "allOf": [{"then": {"properties": {"x": {"const": 1}}}}],
            "$ref": "d.json#/$defs/base",
            "properties": {"y": True},
        },
        "d.json": {"$defs": {"base": {"properties": {"x": {"type": "integer"}}}}},
    }
    assert SchemaPaths(schemas).fields("c.json", "x") == [
        ("d.json", "/$defs/base/properties/x", {"type": "integer"}),
        ("c.json", "/allOf/0/then/properties/x", {"const": 1}),
    ]
    assert SchemaPaths(schemas).fields("c.json", "y") == [("c.json", "/properties/y", True)]
