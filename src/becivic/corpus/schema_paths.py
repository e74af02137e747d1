"""The fields that a dotted path names in a schema: `content.body` (schemas 6.8). Arrays are passed through, or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from becivic.rules import pointers

_BRANCHES: Final = ("allOf", "anyOf", "oneOf")
_BELOW: Final = ("then", "else")
_ENTRIES: Final = ("prefixItems", "items")


class Subschema(NamedTuple):
    """A schema inside a schema file, and the pointer it stands at."""

    file: str
    pointer: str
    value: Any

    def at(self, *steps: str | int) -> Subschema:
        node = self.value
        for step in steps:
            node = node[step]
        return Subschema(self.file, self.pointer + pointers.join(steps), node)


class SchemaPaths:
    """Looks through references and branches. A field that a schema refuses (`false`) does not exist."""

    def __init__(self, documents: Mapping[str, Any], *, through_arrays: bool = True) -> None:
        self._documents = documents
        self._through_arrays = through_arrays

    def has(self, file: str, path: str) -> bool:
        return bool(self.fields(file, path))

    def fields(self, file: str, path: str) -> list[Subschema]:
        """Every declaration of a field, the one outside all branches first."""
        nodes = [Subschema(file, "", self._documents[file])]
        for name in path.split("."):
            nodes = [found for node in nodes for found in self._named(node, name)]
        return nodes

    def _named(self, schema: Subschema, name: str) -> Iterator[Subschema]:
        for node in self._applied(schema):
            if node.value.get("properties", {}).get(name, False) is not False:
                yield node.at("properties", name)

    def _applied(self, schema: Subschema) -> Iterator[Subschema]:
        """The schema and everything that may apply in the same place, each once: references can go round."""
        waiting = [schema]
        seen: set[int] = set()
        while waiting:
            node = waiting.pop(0)
            if not isinstance(node.value, dict) or id(node.value) in seen:
                continue
            seen.add(id(node.value))
            yield node
            if "$ref" in node.value:
                waiting.append(self._target(node))
            waiting += self._parts(node)

    def _parts(self, node: Subschema) -> Iterator[Subschema]:
        for key in (*_BRANCHES, *_BELOW, *(_ENTRIES if self._through_arrays else ())):
            part = node.value.get(key)
            if isinstance(part, list):
                yield from (node.at(key, index) for index in range(len(part)))
            elif part is not None:
                yield node.at(key)

    def _target(self, node: Subschema) -> Subschema:
        name, _, pointer = node.value["$ref"].partition("#")
        where = name or node.file
        return Subschema(where, "", self._documents[where]).at(*pointers.split(pointer))
