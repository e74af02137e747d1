"""The request bodies that no schema file describes: what operators send."""

from __future__ import annotations

from typing import Final

from becivic.api.openapi.components import Schema, reference
from becivic.api.openapi.service_answers import CATALOGUE_TYPES
from becivic.api.openapi.shapes import closed
from becivic.rules import caps
from becivic.rules.identifiers import NEW_PATH_ID
from becivic.rules.schemas import SchemaFile
from becivic.rules.submissions import SubmissionState
from becivic.rules.targets import TargetType

_NAMES: Final[dict[TargetType, Schema]] = {
    TargetType.VOLATILE_VALUE: {"$ref": f"{reference(SchemaFile.COMMON)['$ref']}/$defs/catalogue_name"},
    TargetType.REFERENCE: {"$ref": f"{reference(SchemaFile.COMMON)['$ref']}/$defs/catalogue_name"},
    TargetType.PATH: {"type": "string", "maxLength": caps.PATH_ID, "pattern": NEW_PATH_ID},
}
"""What a uid may be asked for, and how its name is written (R-UID-03, R-UID-04)."""


def request_components() -> dict[str, Schema]:
    entries = [
        closed({"type": {"enum": [kind.value, CATALOGUE_TYPES[kind].value]}, "name": name})
        for kind, name in _NAMES.items()
    ]
    return {
        "status-change": closed({"state": {"enum": [state.value for state in SubmissionState]}}),
        "catalogue-entry": {"oneOf": entries},
    }
