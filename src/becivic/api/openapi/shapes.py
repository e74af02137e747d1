"""The small schemas that answers are made of: closed objects, moments, ids."""

from __future__ import annotations

from typing import Final

from becivic.api.openapi.components import Schema, reference
from becivic.rules.submissions import SubmissionType

MOMENT: Final = "moment"

MOMENT_SCHEMA: Final[Schema] = {
    "type": "string",
    "format": "date-time",
    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
    "description": "RFC 3339 in UTC, whole seconds.",
}

SECONDS: Final[Schema] = {"type": "integer", "minimum": 0, "description": "Seconds to wait."}
TEXT: Final[Schema] = {"type": "string", "minLength": 1}
COUNT: Final[Schema] = {"type": "integer", "minimum": 0}


def closed(required: Schema, optional: Schema | None = None, description: str = "") -> Schema:
    """An object with these members and no others."""
    said = {"description": description} if description else {}
    return {
        "type": "object",
        **said,
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def moment(description: str) -> Schema:
    return {**reference(MOMENT), "description": description}


def id_of(*kinds: SubmissionType) -> Schema:
    """An id of one of these types."""
    patterns = [kind.id_pattern for kind in kinds]
    if len(patterns) == 1:
        return {"type": "string", "pattern": patterns[0]}
    return {"type": "string", "anyOf": [{"pattern": pattern} for pattern in patterns]}


BROKEN_RULE: Final = closed(
    {"rule": TEXT, "summary": TEXT},
    {
        "line": {
            "type": "integer",
            "minimum": 1,
            "description": "In the file as it would be, frontmatter included.",
        },
        "schema_pointer": {"type": "string", "description": "Into what was sent."},
    },
    description="A rule that what is proposed would break, or a scrub rule that noticed something in it.",
)
