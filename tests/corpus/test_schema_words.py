"""Schema faults in words: a place, a reason, and something to do."""

from __future__ import annotations

import pytest

from becivic.corpus import schema_words
from becivic.rules.schemas import SchemaFault, SchemaFile


def test_a_fault_in_the_whole_document_is_named_after_it() -> None:
    fault = SchemaFault("", "required", "the field `title` is missing", "title")
    assert schema_words.describe(fault, "frontmatter") == "frontmatter: the field `title` is missing"
    assert schema_words.remedy(fault, SchemaFile.SKILL) == "Add the field `title`."


def test_a_fault_inside_is_named_after_its_pointer() -> None:
    fault = SchemaFault("/status", "enum", "must be one of: alpha")
    assert schema_words.describe(fault, "frontmatter") == "/status: must be one of: alpha"


@pytest.mark.parametrize("keyword", ["additionalProperties", "enum", "type", "pattern", "const", "anyOf"])
def test_a_remedy_says_which_schema_to_look_at(keyword: str) -> None:
    remedy = schema_words.remedy(SchemaFault("/x", keyword, "no"), SchemaFile.COMMUNES)
    assert "schemas/communes.schema.json" in remedy
    assert remedy.endswith(".")
