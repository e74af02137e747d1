"""The published schemas as a tree to look around in, and the reference validator to hold ours to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import jsonschema
from jsonschema import validators
from jsonschema.protocols import Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from becivic.packaged import corpus_folder
from becivic.rules import pointers
from becivic.rules.contract import NAME_BASE
from becivic.rules.schemas import SchemaFile, read_schemas

BASE = f"{NAME_BASE}/schemas/"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DATA = ("const", "enum", "default", "required", "examples")


@cache
def documents() -> dict[str, Any]:
    return read_schemas(corpus_folder() / "schemas")


class Node(NamedTuple):
    """A subschema and the file it stands in. `at` steps into it and follows every $ref on the way."""

    file: str
    pointer: str
    value: Any

    def at(self, *steps: str | int) -> Node:
        node = self.resolved()
        for step in steps:
            node = Node(node.file, f"{node.pointer}/{step}", node.value[step]).resolved()
        return node

    def resolved(self) -> Node:
        """The subschema that a lone $ref leads to; one with keywords beside it stays, for they count too."""
        node = self
        while isinstance(node.value, dict) and set(node.value) - {"description", "default"} == {"$ref"}:
            node = node.followed()
        return node

    def followed(self) -> Node:
        file, _, fragment = self.value["$ref"].partition("#")
        target = root(file or self.file)
        for step in fragment.split("/")[1:]:
            target = Node(target.file, f"{target.pointer}/{step}", target.value[step])
        return target

    def branch(self, **discriminators: str) -> Node:
        """The `then` of the one conditional whose `if` asks for exactly these constants."""
        wanted = {name: {"const": value} for name, value in discriminators.items()}
        found = [
            index
            for index, each in enumerate(self.value.get("allOf", ()))
            if each.get("if", {}).get("properties") == wanted
        ]
        assert len(found) == 1, f"{self.file}{self.pointer}: {len(found)} branches for {discriminators}"
        condition = self.value["allOf"][found[0]]["if"]
        assert set(condition["required"]) == set(wanted), "an absent field would satisfy the condition"
        return Node(self.file, f"{self.pointer}/allOf/{found[0]}/then", self.value["allOf"][found[0]]["then"])

    @property
    def forbidden(self) -> set[str]:
        """The properties declared `false`."""
        return {name for name, schema in self.value["properties"].items() if schema is False}

    @property
    def permitted(self) -> set[str]:
        return set(self.value["properties"]) - self.forbidden


def root(file: str) -> Node:
    return Node(file, "", documents()[file])


def lookup(address: str) -> Node:
    """The subschema at `concern#/properties/target_type`."""
    name, _, pointer = address.partition("#")
    node = root(f"{name}.schema.json")
    for step in pointers.split(pointer):
        value = node.value[int(step)] if isinstance(node.value, list) else node.value[step]
        node = Node(node.file, f"{node.pointer}/{step}", value)
    return node


def subschemas(file: str) -> Iterator[Node]:
    """Every object of a schema file that can carry keywords, data left aside."""
    yield from _walk(root(file))


def _walk(node: Node) -> Iterator[Node]:
    if isinstance(node.value, dict):
        yield node
        children = [(key, value) for key, value in node.value.items() if key not in _DATA]
    else:
        children = [(str(index), value) for index, value in enumerate(node.value)]
    for key, value in children:
        if isinstance(value, dict | list):
            step = str(key).replace("~", "~0").replace("/", "~1")
            yield from _walk(Node(node.file, f"{node.pointer}/{step}", value))


def address(node: Node) -> str:
    return f"{node.file.removesuffix('.schema.json')}#{node.pointer}"


def _matches(pattern: str, text: str) -> bool:
    # ECMA-262: `$` is the very end. Python's would also stop before a last newline.
    return re.search(re.sub(r"\$(?=\)|$)", r"\\Z", pattern) if "$" in pattern else pattern, text) is not None


def _pattern(validator: Validator, pattern: str, instance: Any, schema: Any) -> Iterator[Any]:
    if validator.is_type(instance, "string") and not _matches(pattern, instance):
        yield jsonschema.ValidationError("pattern")


def _pattern_properties(
    validator: Any, patterns: dict[str, Any], instance: Any, schema: Any
) -> Iterator[Any]:
    if not validator.is_type(instance, "object"):
        return
    for pattern, subschema in patterns.items():
        for key, value in instance.items():
            if _matches(pattern, key):
                yield from validator.descend(value, subschema, path=key, schema_path=pattern)


def _additional_properties(validator: Any, extra: Any, instance: Any, schema: Any) -> Iterator[Any]:
    if not validator.is_type(instance, "object"):
        return
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for key, value in instance.items():
        if key not in known and not any(_matches(pattern, key) for pattern in patterns):
            yield from validator.descend(value, extra, path=key)


_Reference: Any = validators.extend(  # type: ignore[no-untyped-call]
    jsonschema.Draft202012Validator,
    {
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
    },
)


def _undeclared(document: Any) -> Any:
    """Without `$schema`, at which python-jsonschema would fall back to its own class and its own `$`."""
    return {key: value for key, value in document.items() if key != "$schema"}


@cache
def reference_registry() -> Registry[Any]:
    return Registry[Any]().with_resources(
        [
            (BASE + name, DRAFT202012.create_resource(_undeclared(document)))
            for name, document in documents().items()
        ]
    )


@cache
def reference_validator(schema: SchemaFile) -> Validator:
    """python-jsonschema with `$` read as the standard says; everything else is its own."""
    validator: Validator = _Reference(_undeclared(documents()[schema.value]), registry=reference_registry())
    return validator


def validator_of(node: Node) -> Validator:
    """The reference validator of one subschema, references and all."""
    reference = {"$ref": f"{BASE}{node.file}#{node.pointer}"}
    validator: Validator = _Reference(reference, registry=reference_registry())
    return validator
