"""The schema files themselves: 2020-12, closed, resolvable without a network, conditions that cannot pass vacuously."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from jsonschema_rs import meta

from becivic.packaged import corpus_folder
from tests.factories.schema_tree import (
    BASE,
    DIALECT,
    Node,
    address,
    documents,
    reference_registry,
    subschemas,
)
from tests.requirement import requirement

FILES = sorted(documents())

OPEN_ON_PURPOSE = {
    # An unknown type fails its own item, not the whole envelope (R-ENV-08).
    "feedback-envelope#/properties/items/items",
}

ABSENT_IS_FINE = {
    # Not used on observations: leaving it out says the same as false (R-VAL-04).
    ("validation", "injection_flag"),
    # A claim of the class, true wherever it is made (R-SRC-03 leaves its place open).
    ("path-source", "requires_commune_param"),
    # The specification prints a content for every event; for this one there is nothing to put in it.
    ("analytics", "content"),
}


@requirement("R-PATH-08")
@pytest.mark.parametrize("name", FILES)
def test_a_schema_is_valid_against_the_metaschema_of_its_dialect(name: str) -> None:
    document = documents()[name]
    assert document["$schema"] == DIALECT
    jsonschema.Draft202012Validator.check_schema(document)
    meta.validate(document)


@pytest.mark.parametrize("name", FILES)
def test_a_schema_says_what_it_is_and_is_written_the_usual_way(name: str) -> None:
    document = documents()[name]
    assert document["title"]
    assert document["description"]
    raw = (corpus_folder() / "schemas" / name).read_bytes()
    assert raw.decode("utf-8") == json.dumps(document, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("name", FILES)
def test_every_reference_resolves_inside_the_registry(name: str) -> None:
    resolver = reference_registry().resolver(BASE + name)
    for node in subschemas(name):
        if isinstance(node.value.get("$ref"), str):
            assert not node.value["$ref"].startswith(("http:", "https:")), "references are relative"
            resolver.lookup(node.value["$ref"])


@requirement("R-PATH-08")
@pytest.mark.parametrize("name", FILES)
def test_every_object_with_named_properties_is_closed(name: str) -> None:
    for node in subschemas(name):
        if node.value.get("type") != "object" or "properties" not in node.value or "contains" in node.pointer:
            continue
        assert node.value.get("additionalProperties") is False or address(node) in OPEN_ON_PURPOSE, address(
            node
        )


def _conditions(name: str) -> Iterator[tuple[Node, Any, Any]]:
    for node in subschemas(name):
        if "if" in node.value and isinstance(node.value["if"], dict):
            yield node, node.value["if"], node.value.get("then", {})


def _unrequired(schema: Any) -> list[str]:
    """Properties that a condition looks at without requiring them, at any depth."""
    found: list[str] = []
    for key, value in schema.get("properties", {}).items():
        if key not in schema.get("required", ()):
            found.append(key)
        if isinstance(value, dict):
            found += _unrequired(value)
    return found


@requirement("R-SRC-16")
@pytest.mark.parametrize("name", FILES)
def test_a_condition_requires_what_it_looks_at(name: str) -> None:
    for node, condition, _ in _conditions(name):
        assert _unrequired(condition) == [], address(node)


def _unbound(name: str, schema: Any) -> list[str]:
    """Properties that a branch constrains and would let go if they were absent."""
    found: list[str] = []
    for key, value in schema.get("properties", {}).items():
        if value is False or (name.removesuffix(".schema.json"), key) in ABSENT_IS_FINE:
            continue
        if key not in schema.get("required", ()):
            found.append(key)
        if "type" not in value:
            found += _unbound(name, value)
    return found


@requirement("R-SRC-16")
@pytest.mark.parametrize("name", FILES)
def test_a_branch_requires_what_it_constrains(name: str) -> None:
    for node, _, then in _conditions(name):
        assert _unbound(name, then) == [], address(node)
