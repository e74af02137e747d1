"""The schema registry: every file of corpus/schemas/, compiled once, answering with all faults at once.

JSON Schema 2020-12 is the wire contract (design 5). A fault names a place and a rule, never the value
that broke it: values may hold what must not be repeated (design 6).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema_rs

from becivic.packaged import corpus_folder
from becivic.rules import pointers
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
    PROFILE = "profile.schema.json"
    SKILL_GRAPH = "skill-graph.schema.json"
    PATH = "path.schema.json"
    PATH_SOURCE = "path-source.schema.json"
    PATHS_INDEX = "paths-index.schema.json"
    SKILLS_INDEX = "skills-index.schema.json"
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
    """Compiles each schema once; `faults` lists everything that is wrong, in document order."""

    def __init__(self, schemas: Mapping[str, Any]) -> None:
        registry = jsonschema_rs.Registry(
            [(str(schema["$id"]), schema) for schema in schemas.values()], draft=jsonschema_rs.Draft202012
        )
        self._validators = {
            name: jsonschema_rs.Draft202012Validator(schema, registry=registry)
            for name, schema in schemas.items()
        }
        self.documents = dict(schemas)

    def is_valid(self, schema: SchemaFile, instance: Any) -> bool:  # noqa: ANN401  any JSON value
        return bool(self._validators[schema.value].is_valid(instance))

    def faults(self, schema: SchemaFile, instance: Any) -> list[SchemaFault]:  # noqa: ANN401  any JSON value
        validator = self._validators[schema.value]
        if validator.is_valid(instance):  # the common case, and several times cheaper than listing
            return []
        found: set[SchemaFault] = set()
        for error in validator.iter_errors(instance):
            found.update(_faults_of(error))
        return sorted(found)


def _faults_of(error: jsonschema_rs.ValidationError) -> list[SchemaFault]:
    kind = error.kind
    here = pointers.join(_printable(error.instance_path))
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.Required):
        name = str(kind.property).strip('"')
        return [SchemaFault(here, "required", f"the field `{name}` is missing", name)]
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.AdditionalProperties):
        return [
            SchemaFault(
                f"{here}{pointers.join(_printable([name]))}",
                "additionalProperties",
                "the schema knows no such field",
            )
            for name in kind.unexpected
        ]
    keyword = "false" if kind.name == "falseSchema" else kind.name
    return [SchemaFault(here, keyword, _words(kind))]


def _printable(path: Sequence[str | int]) -> list[str | int]:
    """The path as far as its names look like field names: a key may itself hold what must not be repeated."""
    safe: list[str | int] = []
    for part in path:
        if isinstance(part, str) and (not _FIELD_NAME.fullmatch(part) or _NUMBER.search(part)):
            break
        safe.append(part)
    return safe


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
        case kinds.FalseSchema():
            return "this field must not be sent"
        case kinds.Contains():
            return "an entry that this kind of thing needs is missing"
        case kinds.UniqueItems():
            return "must not repeat an entry"
        case _:
            return f"does not satisfy `{kind.name}`"


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
