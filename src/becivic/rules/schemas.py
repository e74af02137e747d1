"""The schema registry: every file of corpus/schemas/, compiled once, answering with all faults at once.

JSON Schema 2020-12 is the wire contract (design 5). A fault names a place and a rule, never the value
that broke it: values may hold what must not be repeated (design 6).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema_rs

from becivic.packaged import corpus_folder
from becivic.rules import caps, pointers
from becivic.rules.json_text import parse_json


class SchemaFile(StrEnum):
    """Every schema we publish at /schemas/<file> (R-REPO-06)."""

    SKILL = "skill.schema.json"
    CONCERN = "concern.schema.json"
    AMENDMENT = "amendment.schema.json"
    VALIDATION = "validation.schema.json"
    DRAFT = "draft.schema.json"
    FEEDBACK = "feedback.schema.json"
    RATING = "rating.schema.json"
    ANALYTICS = "analytics.schema.json"
    ENVELOPE = "feedback-envelope.schema.json"
    COMMUNES = "communes.schema.json"
    AUTHORITIES = "authorities.schema.json"
    TERMS = "terms.schema.json"
    PROFILE = "profile.schema.json"
    SKILL_GRAPH = "skill-graph.schema.json"
    PATH = "path.schema.json"
    PATH_SOURCE = "path-source.schema.json"
    PATHS_INDEX = "paths-index.schema.json"
    SKILLS_INDEX = "skills-index.schema.json"
    PATHS_ACTIVITY = "paths-activity.schema.json"
    ACTIVITY = "activity.schema.json"
    REGEX_RULES = "regex-rules.schema.json"
    CATALOGUE_SEED = "catalogue-seed.schema.json"
    TYPES = "types.schema.json"
    CATEGORIES = "categories.schema.json"
    SOURCE_CLASSES = "source-classes.schema.json"
    COMMON = "common.schema.json"


RETIRED_SCHEMA_FILES: Final = (
    "observation.schema.json",
    "skill-amendment.schema.json",
    "path-amendment.schema.json",
    "skill-draft.schema.json",
    "path-draft.schema.json",
)
"""Names from before 2026-05-15; a corpus that still has one does not conform (R-REPO-07)."""

_INDEX: Final = re.compile(r"\+?[0-9]{1,20}")
_SHORT_INDEX: Final = re.compile(r"[0-9]{1,4}")
PLAIN_NAME: Final = re.compile(r"[a-z_]{1,40}")
_FIELD_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
_NUMBER: Final = re.compile(r"[0-9]{5}|^[0-9.-]+$")


@dataclass(frozen=True, slots=True, order=True)
class SchemaFault:
    """One thing wrong with an instance: where, which keyword, what is missing, in words."""

    pointer: str
    keyword: str
    message: str
    missing: str | None = None


class SchemaRegistry:
    """Compiles each schema once; `faults` lists everything that is wrong, by place."""

    def __init__(self, schemas: Mapping[str, Any]) -> None:
        registry = jsonschema_rs.Registry(
            [(str(schema["$id"]), schema) for schema in schemas.values()], draft=jsonschema_rs.Draft202012
        )
        self._registry = registry
        self._validators = {
            (name, ""): jsonschema_rs.Draft202012Validator(schema, registry=registry)
            for name, schema in schemas.items()
        }
        self.documents = dict(schemas)

    def _validator(self, schema: str, at: str) -> jsonschema_rs.Draft202012Validator:
        """The compiled schema, or the part of it that a JSON pointer names; a part is compiled when first asked for."""
        found = self._validators.get((schema, at))
        if found is None:
            part = {"$ref": f"{self.documents[schema]['$id']}#{at}"}
            found = jsonschema_rs.Draft202012Validator(part, registry=self._registry)
            self._validators[schema, at] = found
        return found

    def is_valid(self, schema: str, instance: Any, *, at: str = "") -> bool:  # noqa: ANN401  any JSON value
        return bool(self._validator(schema, at).is_valid(instance))

    def faults(self, schema: str, instance: Any, *, at: str = "") -> list[SchemaFault]:  # noqa: ANN401  any JSON value
        """All faults at once; of a very large instance the first one and those of its beginning."""
        validator = self._validator(schema, at)
        try:
            validator.validate(instance)  # stops at the first fault: as cheap as asking whether there is one
        except jsonschema_rs.ValidationError as first:
            return _listed(validator, instance, first)
        return []


def _listed(
    validator: jsonschema_rs.Draft202012Validator,
    instance: Any,  # noqa: ANN401  any JSON value
    first: jsonschema_rs.ValidationError,
) -> list[SchemaFault]:
    beginning = _Beginning(instance)
    found = set(_faults_of(first, instance))
    for error in validator.iter_errors(beginning.value):
        if len(found) >= caps.LISTED_FAULTS:
            break
        if beginning.decides(error):
            found.update(_faults_of(error, beginning.value))
    return sorted(found)


class _Beginning:
    """The first values of an instance in document order. Listing is eager, so its cost is bounded here."""

    def __init__(self, instance: Any) -> None:  # noqa: ANN401  any JSON value
        self._left = caps.LISTED_VALUES
        self._cut: set[tuple[str | int, ...]] = set()
        self.value = self._copy(instance, ())

    def decides(self, error: jsonschema_rs.ValidationError) -> bool:
        """Whether a fault of the beginning is one of the whole: nothing it looked at was cut short."""
        unexpected = isinstance(error.kind, jsonschema_rs.ValidationErrorKind.AdditionalProperties)
        return unexpected or tuple(error.instance_path) not in self._cut

    def _copy(self, value: Any, path: tuple[str | int, ...]) -> Any:  # noqa: ANN401  any JSON value
        self._left -= 1
        if isinstance(value, dict):
            return {key: self._copy(value[key], path + _reported(key)) for key in self._within(value, path)}
        if isinstance(value, list):
            return [
                self._copy(value[index], (*path, index)) for index in self._within(range(len(value)), path)
            ]
        return value

    def _within(self, keys: Iterable[Any], path: tuple[str | int, ...]) -> Iterator[Any]:
        for key in keys:
            if self._left <= 0:
                self._cut.update(path[:depth] for depth in range(len(path) + 1))
                return
            yield key


def _reported(key: str) -> tuple[str | int, ...]:
    """A key as the validator writes it in a path: one of digits becomes a number, an empty one vanishes."""
    if _INDEX.fullmatch(key) and int(key) < 2**64:
        return (int(key),)
    return (key,) if key else ()


def _faults_of(error: jsonschema_rs.ValidationError, instance: object) -> list[SchemaFault]:
    kind = error.kind
    here = pointers.join(_printable(error.instance_path, instance))
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.Required):
        name = str(kind.property).strip('"')
        return [SchemaFault(here, "required", f"the field `{name}` is missing", name)]
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.AdditionalProperties):
        return [
            SchemaFault(
                f"{here}{pointers.join([name] if is_field_name(name) else [])}",
                "additionalProperties",
                "the schema knows no such field",
            )
            for name in kind.unexpected[: caps.LISTED_FAULTS]
        ]
    keyword = "false" if kind.name == "falseSchema" else kind.name
    return [SchemaFault(here, keyword, _words(kind))]


def _printable(path: Sequence[str | int], instance: object) -> list[str | int]:
    """The path as far as its names look like field names: a key may itself hold what must not be repeated.

    The validator reports a key of digits as a number, so only a number that counts in a list is an index.
    """
    safe: list[str | int] = []
    node = instance
    for part in path:
        if isinstance(node, list) and isinstance(part, int):
            node = node[part]
        elif isinstance(part, str) and is_field_name(part):
            node = node.get(part) if isinstance(node, dict) else None
        else:
            break
        safe.append(part)
    return safe


def safe_pointer(pointer: str) -> str:
    """A pointer that may be told to a stranger: as far as its names are declared somewhere, or are plain words.

    A key may itself hold what must not be repeated; nothing with a digit or a capital that no schema knows is.
    """
    safe: list[str] = []
    for part in pointers.split(pointer):
        if not (_SHORT_INDEX.fullmatch(part) or part in declared_names() or PLAIN_NAME.fullmatch(part)):
            break
        safe.append(part)
    return pointers.join(safe)


def is_field_name(text: str) -> bool:
    return _FIELD_NAME.fullmatch(text) is not None and not _NUMBER.search(text)


_FIXED_WORDS: Final = {
    "falseSchema": "this field must not be sent",
    "contains": "an entry that this kind of thing needs is missing",
    "uniqueItems": "must not repeat an entry",
}


def _words(kind: jsonschema_rs.ValidationErrorKind) -> str:
    """What the schema wants here, from the schema's side alone."""
    kinds = jsonschema_rs.ValidationErrorKind
    match kind:
        case kinds.Enum():
            return "must be one of: " + ", ".join(str(option) for option in kind.options)
        case kinds.Constant():
            return f"must be {json.dumps(kind.expected_value, ensure_ascii=False)}"
        case kinds.Type():
            return f"must be of type {_types(kind)}"
        case kinds.Pattern():
            return f"must match {kind.pattern}"
        case kinds.MaxLength() | kinds.MaxItems() | kinds.Maximum() | kinds.MaxProperties():
            return f"must be at most {kind.limit}" + _unit(kind)
        case kinds.MinLength() | kinds.MinItems() | kinds.Minimum() | kinds.MinProperties():
            return f"must be at least {kind.limit}" + _unit(kind)
        case kinds.Not():
            return _forbidden(kind.schema)
        case _:
            return _FIXED_WORDS.get(kind.name, f"does not satisfy `{kind.name}`")


def _forbidden(schema: Any) -> str:  # noqa: ANN401  a subschema
    """What `not` rules out, as far as it can be said in a clause."""
    if isinstance(schema, dict) and "enum" in schema:
        return "must not be one of: " + ", ".join(str(option) for option in schema["enum"])
    if isinstance(schema, dict) and "pattern" in schema:
        return f"must not match {schema['pattern']}"
    return "has a form that is not allowed here"


def _types(kind: Any) -> str:  # noqa: ANN401  the stub leaves the field untyped
    types = kind.types
    return types if isinstance(types, str) else " or ".join(types)


def _unit(kind: jsonschema_rs.ValidationErrorKind) -> str:
    return {"Length": " characters", "Items": " entries", "Properties": " fields"}.get(kind.name[3:], "")


def read_schemas(folder: Path) -> dict[str, Any]:
    """Every `*.schema.json` of a folder, by file name."""
    return {path.name: parse_json(path.read_bytes()) for path in sorted(folder.glob("*.schema.json"))}


@cache
def packaged_registry() -> SchemaRegistry:
    """The law this program was built with. Corpora are held to it, whatever schemas they carry."""
    return SchemaRegistry(read_schemas(corpus_folder() / "schemas"))


@cache
def declared_names() -> frozenset[str]:
    """Every property that a packaged schema knows by name."""
    names: set[str] = set()
    waiting: list[Any] = list(packaged_registry().documents.values())
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            names.update(node["properties"] if isinstance(node.get("properties"), dict) else ())
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
    return frozenset(names)
