"""Schema files as components: `$id` and `$schema` dropped, every reference turned inwards.

The document needs no other file. A reference that leads nowhere fails the build, never a reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from becivic.rules import pointers
from becivic.rules.errors import BeCivicError

Schema = dict[str, Any]
"""A JSON Schema, or any other object of the document."""

PLACE: Final = "#/components/schemas/"

_SUFFIX: Final = ".schema.json"
_DROPPED: Final = frozenset({"$id", "$schema", "examples"})
"""Examples stand at the operations that take them."""

_DATA: Final = frozenset({"const", "enum", "default", "required"})
_NAMED: Final = frozenset({"properties", "patternProperties", "$defs", "dependentSchemas"})
"""Keywords whose members are named by the author: a field may be called `enum`."""


class UnknownReference(BeCivicError):
    """A schema refers to something that is not there."""


def component_name(file: str) -> str:
    return file.removesuffix(_SUFFIX)


def reference(name: str) -> Schema:
    """A reference to a component, by its name or by the name of its schema file."""
    return {"$ref": f"{PLACE}{component_name(name)}"}


def schema_components(documents: Mapping[str, Any], files: Iterable[str]) -> dict[str, Schema]:
    """These schema files and all that they refer to, by the names of their components."""
    found: dict[str, Schema] = {}
    waiting = list(files)
    while waiting:
        file = waiting.pop()
        if component_name(file) not in found:
            turning = _Turning(documents, file)
            found[component_name(file)] = turning.schema()
            waiting += turning.files
    return dict(sorted(found.items()))


class _Turning:
    """Turns the references of one file inwards, and remembers which files they lead to."""

    def __init__(self, documents: Mapping[str, Any], file: str) -> None:
        self._documents = documents
        self._file = file
        self.files: set[str] = set()

    def schema(self) -> Schema:
        document = self._document(self._file)
        return {key: self._member(key, value) for key, value in document.items() if key not in _DROPPED}

    def _turned(self, node: Any) -> Any:  # noqa: ANN401  a schema is an object or a boolean
        if isinstance(node, dict):
            return {key: self._member(key, value) for key, value in node.items()}
        return [self._turned(each) for each in node] if isinstance(node, list) else node

    def _member(self, key: str, value: Any) -> Any:  # noqa: ANN401  whatever the keyword holds
        if key in _DATA:
            return value
        if key == "$ref":
            return self._inwards(value)
        if key in _NAMED:
            return {name: self._turned(each) for name, each in value.items()}
        return self._turned(value)

    def _inwards(self, written: str) -> str:
        name, _, pointer = written.partition("#")
        file = name or self._file
        node: Any = self._document(file)
        for part in pointers.split(pointer):
            if not isinstance(node, dict) or part not in node:
                raise UnknownReference(f"nothing stands at {written}.", where=self._file)
            node = node[part]
        self.files.add(file)
        return f"{PLACE}{component_name(file)}{pointer}"

    def _document(self, file: str) -> Any:  # noqa: ANN401  any JSON value
        if file not in self._documents:
            raise UnknownReference(f"there is no schema {file}.", where=self._file)
        return self._documents[file]
