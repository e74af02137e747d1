"""A JSON schema as rows for people: each field with whether it is needed, its form, its bounds and its meaning.

Reads the few keywords that our submission schemas use. Knows nothing of submissions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

Schema = Mapping[str, Any]

_SHARED: Final = "common.schema.json"
_ONE_LINE: Final = r"^[^\r\n]*$"


class Field(NamedTuple):
    name: str
    """With dots: `content.body`."""
    needed: str
    """`yes`, `no`, or under which condition."""
    form: str
    bounds: str
    about: str


@dataclass(frozen=True, slots=True)
class Part:
    """A schema, the file it stands in, and all files: references lead from one to the other."""

    documents: Mapping[str, Schema]
    file: str
    schema: Schema

    def beside(self, schema: Schema) -> Part:
        return Part(self.documents, self.file, schema)

    @property
    def elsewhere(self) -> str:
        """The file of its own that describes this, where it is too long to be told here."""
        file = str(self.schema.get("$ref", "")).partition("#")[0]
        return file if file not in ("", _SHARED) else ""

    def followed(self) -> Part:
        """Itself without a reference; what is said beside the reference wins."""
        if "$ref" not in self.schema:
            return self
        file, _, pointer = str(self.schema["$ref"]).partition("#")
        found: Any = self.documents[file or self.file]
        for name in filter(None, pointer.split("/")):
            found = found[name]
        own = {key: value for key, value in self.schema.items() if key != "$ref"}
        return Part(self.documents, file or self.file, {**found, **own}).followed()


def fields(part: Part, prefix: str = "") -> Iterator[Field]:
    """Every field of an object, those of objects in it after it."""
    schema = part.followed()
    conditions = _conditions(schema.schema)
    for name, below in schema.schema.get("properties", {}).items():
        if below is not False:
            needed = _needed(name, schema.schema, conditions)
            yield from field(schema.beside(below if below is not True else {}), prefix + name, needed)


def field(part: Part, name: str, needed: str) -> Iterator[Field]:
    if part.elsewhere:
        yield Field(name, needed, "object", "", f"As `/schemas/{part.elsewhere}` has it.")
        return
    found = part.followed()
    about = str(found.schema.get("description", ""))
    yield Field(name, needed, form(found), bounds(found.schema), about)
    if "properties" in found.schema:
        yield from fields(found, f"{name}.")


def refused(schema: Schema) -> list[str]:
    """The names that a schema says must not be there."""
    return [name for name, below in schema.get("properties", {}).items() if below is False]


def form(part: Part) -> str:
    schema = part.schema
    if "const" in schema:
        return _code(schema["const"])
    if "enum" in schema:
        return ", ".join(map(_code, schema["enum"]))
    kinds = schema.get("type", "any value")
    if kinds == "array":
        return f"list of {form(part.beside(schema.get('items', {})).followed())}"
    return kinds if isinstance(kinds, str) else " or ".join(kinds)


def bounds(schema: Schema) -> str:
    """What a value must keep to besides its form."""
    found: list[str] = []
    if "maxLength" in schema:
        found.append(f"at most {schema['maxLength']:,} characters")
    if schema.get("pattern") == _ONE_LINE:
        found.append("one line")
    elif "pattern" in schema and "format" not in schema:
        found.append(_code(schema["pattern"]))
    if "minimum" in schema:
        found.append(f"{schema['minimum']} to {schema['maximum']}")
    if "maxItems" in schema:
        found.append(f"at most {schema['maxItems']:,} items")
    return "; ".join(found)


def _conditions(schema: Schema) -> list[tuple[str, set[str]]]:
    """Under which condition on a field beside them which fields are needed."""
    found: list[tuple[str, set[str]]] = []
    for rule in schema.get("allOf", ()):
        asked = rule["if"]["properties"]
        told = " and ".join(
            f"`{name}` is {_code(below['const'])}" for name, below in asked.items() if "const" in below
        )
        found.append((told, set(rule["then"].get("required", ()))))
    return found


def _needed(name: str, schema: Schema, conditions: list[tuple[str, set[str]]]) -> str:
    if name in schema.get("required", ()):
        return "yes"
    told = [
        condition for condition, needed in conditions if name in needed and "target_type" not in condition
    ]
    if told:
        return "if " + ", or if ".join(told)
    if any(name in each.get("required", ()) for each in schema.get("anyOf", ())):
        return "at least one of these"
    return "no"


def _code(value: object) -> str:
    """As it is written in JSON; a text without its quotation marks."""
    text = value if isinstance(value, str) else json.dumps(value)
    return f"`{text}`"
