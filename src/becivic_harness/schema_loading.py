"""Schema files: read when first needed, and refused whole where a keyword means something that is not known here.

Safety fails closed: a schema that asks more than this validator can judge would let through what the server refuses.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from becivic_harness.json_pointers import split
from becivic_harness.json_values import IS_OF_TYPE, Json
from becivic_harness.resources import resource
from becivic_harness.schema_keywords import ANNOTATIONS, ASSERTIONS, FORMATS
from becivic_harness.schema_patterns import PatternRefused, translated

SUFFIX: Final = ".schema.json"

_ONE: Final = frozenset(
    {"items", "contains", "not", "if", "then", "else", "additionalProperties", "propertyNames"}
)
_LIST: Final = frozenset({"allOf", "anyOf", "oneOf"})
_NAMED: Final = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs"})
"""Which keywords hold one schema, a list of them, or one a name."""

_KNOWN: Final = frozenset({"$ref", "required", *_ONE, *_LIST, *_NAMED, *ASSERTIONS, *ANNOTATIONS})

_DOCUMENTS: Final[dict[str, Json]] = {}


class SchemaRefused(ValueError):
    """The schema asks for something that cannot be judged here."""


class Located(NamedTuple):
    """A schema, and the file that its references start from."""

    schema: Json
    file: str

    def part(self, schema: Json) -> Located:
        return Located(schema, self.file)


def located(file: str, pointer: str = "") -> Located:
    """A schema file, or the part of it that a JSON pointer names; raises SchemaRefused."""
    schema = _DOCUMENTS.get(file)
    if schema is None:
        schema = json.loads(resource(f"schemas/{file}"))
        vet(schema, file)
        _DOCUMENTS[file] = schema
    try:
        for step in split(pointer):
            schema = schema[int(step) if isinstance(schema, list) else step]
    except (LookupError, TypeError, ValueError):
        raise SchemaRefused(f"{file} has nothing at #{pointer}") from None
    return Located(schema, file)


def followed(node: Located) -> Located:
    """What the reference in a schema leads to."""
    file, _, pointer = node.schema["$ref"].partition("#")
    return located(file or node.file, pointer)


def vet(schema: Json, file: str) -> None:
    """Raises SchemaRefused where any part of a schema says what is not known here."""
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, bool):
            continue
        if not isinstance(node, dict):
            raise SchemaRefused(f"{file}: a schema is an object, true or false")
        if not _KNOWN.issuperset(node):
            raise SchemaRefused(f"{file}: the keyword `{min(set(node) - _KNOWN)}` cannot be judged here")
        _vet_words(node, file)
        for keyword, value in node.items():
            if keyword in _ONE:
                waiting.append(value)
            elif keyword in _LIST:
                waiting += value
            elif keyword in _NAMED:
                waiting += value.values()


def _vet_words(node: dict[str, Json], file: str) -> None:
    types = node.get("type", ())
    if not IS_OF_TYPE.keys() >= {*([types] if isinstance(types, str) else types)}:
        raise SchemaRefused(f"{file}: a type is not one of {', '.join(IS_OF_TYPE)}")
    if node.get("format", "date") not in FORMATS:
        raise SchemaRefused(f"{file}: a format is not one of {', '.join(sorted(FORMATS))}")
    if not _is_reference(node.get("$ref", "#")):
        raise SchemaRefused(f"{file}: a reference leads neither into this file nor to one beside it")
    try:
        for pattern in (node.get("pattern", ""), *node.get("patternProperties", ())):
            translated(pattern)
    except PatternRefused as refused:
        raise SchemaRefused(f"{file}: a pattern cannot be searched for here: {refused}") from None


def _is_reference(text: str) -> bool:
    file, _, pointer = text.partition("#")
    beside = not file or (file.endswith(SUFFIX) and "/" not in file)
    return beside and (not pointer or pointer.startswith("/"))
