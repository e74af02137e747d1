"""What a `field_path` names: a declared field in dot notation that an amendment may change (R-AMD-05, R-AMD-06; C-20).

A whole array is a field, its entries are not: a place in a list means something else once the list has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from becivic.corpus.schema_paths import SchemaPaths, Subschema
from becivic.rules.routes import SERVER_OWNED_PATH_FIELDS, SERVER_OWNED_SOURCE_FIELDS
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.skills import SERVER_OWNED_FIELDS
from becivic.rules.targets import TargetType

SCHEMA_OF: Final = {
    TargetType.SKILL: SchemaFile.SKILL,
    TargetType.PATH: SchemaFile.PATH,
    TargetType.PATH_SOURCE: SchemaFile.PATH_SOURCE,
}
"""What declares the fields of each artefact that has any."""

SERVER_OWNED: Final = {
    TargetType.SKILL: frozenset(SERVER_OWNED_FIELDS),
    TargetType.PATH: frozenset(SERVER_OWNED_PATH_FIELDS),
    TargetType.PATH_SOURCE: frozenset(SERVER_OWNED_SOURCE_FIELDS),
}


def resolve(schema: SchemaFile, field_path: str) -> Subschema | None:
    """The declaration of a field, or None where the schema has none of that name."""
    return next(iter(_paths().fields(schema.value, field_path)), None)


def is_server_owned(target: TargetType, field_path: str) -> bool:
    """Whether only the service writes a field, or the field it lies in."""
    return field_path.partition(".")[0] in SERVER_OWNED[target]


def fits(declared: Subschema, value: Any) -> bool:  # noqa: ANN401  any JSON value
    """Whether a value is of the type that a field is declared with. Branches speak of the whole, not of a field."""
    return packaged_registry().is_valid(SchemaFile(declared.file), value, at=declared.pointer)


def set_field(fields: Mapping[str, Any], keys: Sequence[str], value: Any) -> dict[str, Any]:  # noqa: ANN401  any JSON value
    """A copy with the value where these keys lead; objects that are missing on the way are made."""
    first, *rest = keys
    if rest:
        below = fields.get(first)
        value = set_field(below if isinstance(below, dict) else {}, rest, value)
    return {**fields, first: value}


@cache
def _paths() -> SchemaPaths:
    return SchemaPaths(packaged_registry().documents, through_arrays=False)
