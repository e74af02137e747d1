"""Whether a dotted path names a field somewhere in a schema: `content.body`, arrays passed through (schemas 6.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from becivic.rules import pointers

_BRANCHES: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
_BELOW: Final = ("then", "else", "items")


class SchemaPaths:
    """Looks through references and branches. A field that a schema refuses (`false`) does not exist."""

    def __init__(self, documents: Mapping[str, Any]) -> None:
        self._documents = documents

    def has(self, file: str, path: str) -> bool:
        nodes = [(file, self._documents[file])]
        for name in path.split("."):
            nodes = [found for node in nodes for found in self._fields(*node, name)]
        return bool(nodes)

    def _fields(self, file: str, schema: Any, name: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401  a schema is an object or a boolean
        for where, node in self._applied(file, schema):
            field = node.get("properties", {}).get(name, False)
            if field is not False:
                yield where, field

    def _applied(self, file: str, schema: Any) -> Iterator[tuple[str, dict[str, Any]]]:  # noqa: ANN401  as above
        """The schema and everything that may apply in the same place, each once: references can go round."""
        waiting = [(file, schema)]
        seen: set[int] = set()
        while waiting:
            where, node = waiting.pop()
            if not isinstance(node, dict) or id(node) in seen:
                continue
            seen.add(id(node))
            yield where, node
            waiting += [(where, branch) for key in _BRANCHES for branch in node.get(key, ())]
            waiting += [(where, node[key]) for key in _BELOW if key in node]
            if "$ref" in node:
                waiting.append(self._target(where, node["$ref"]))

    def _target(self, file: str, reference: str) -> tuple[str, Any]:
        name, _, pointer = reference.partition("#")
        where = name or file
        node = self._documents[where]
        for part in pointers.split(pointer):
            node = node[part]
        return where, node
