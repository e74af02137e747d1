"""What a `field_path` names: a field in dot notation that a schema declares (R-AMD-05). A whole array is a field, its
entries are not: a place in a list means something else once the list has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from becivic_harness.json_pointers import Step, join
from becivic_harness.json_values import Json
from becivic_harness.schema_loading import SUFFIX, located

_BRANCHES: Final = ("allOf", "anyOf", "oneOf")
_BELOW: Final = ("then", "else")


class Declared(NamedTuple):
    """Where a field is declared: the schema by its name, and the pointer into it."""

    schema_name: str
    pointer: str


def resolve(schema_name: str, field_path: str) -> Declared | None:
    """The declaration of a field, the one outside all branches before those inside; None where there is none."""
    nodes = [Declared(schema_name, "")]
    for name in field_path.split("."):
        nodes = [found for node in nodes for found in _named(node, name)]
    return nodes[0] if nodes else None


def with_field(fields: Mapping[str, Any], keys: Sequence[str], value: Json) -> dict[str, Any]:
    """A copy with the value where these keys lead; objects that are missing on the way are made."""
    first, *rest = keys
    if rest:
        below = fields.get(first)
        value = with_field(below if isinstance(below, dict) else {}, rest, value)
    return {**fields, first: value}


def _value(node: Declared) -> Json:
    return located(node.schema_name + SUFFIX, node.pointer).schema


def _named(node: Declared, name: str) -> Iterator[Declared]:
    """A field that a schema refuses (`false`) does not exist."""
    for applied in _applied(node):
        if _value(applied).get("properties", {}).get(name, False) is not False:
            yield _at(applied, "properties", name)


def _applied(node: Declared) -> Iterator[Declared]:
    """The schema and everything that may apply in the same place, each once: references can go round."""
    waiting, seen = [node], set()
    while waiting:
        each = waiting.pop(0)
        schema = _value(each)
        if not isinstance(schema, dict) or id(schema) in seen:
            continue
        seen.add(id(schema))
        yield each
        if "$ref" in schema:
            file, _, pointer = schema["$ref"].partition("#")
            waiting.append(Declared(file[: -len(SUFFIX)] or each.schema_name, pointer))
        waiting += [_at(each, key, index) for key in _BRANCHES for index in range(len(schema.get(key, ())))]
        waiting += [_at(each, key) for key in _BELOW if key in schema]


def _at(node: Declared, *steps: Step) -> Declared:
    return Declared(node.schema_name, node.pointer + join(steps))
