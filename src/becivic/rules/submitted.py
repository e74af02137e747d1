"""What a payload of each type is held to, when it is sent and when an operator edits it.

A schema's pattern lets 30 February through, and counts characters where the repository counts bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from becivic.rules import caps, pointers
from becivic.rules.identifiers import DATE, is_calendar_day, matches
from becivic.rules.schemas import SchemaFault, SchemaFile, SchemaRegistry
from becivic.rules.submissions import SubmissionType

_MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[0-9.:Z+-]*")
_NOTES: Final = "/provenance/research_notes_markdown"


def payload_faults(
    kind: SubmissionType, payload: Mapping[str, Any], registry: SchemaRegistry
) -> list[SchemaFault]:
    """All that the schema has against it; where that is nothing, what the schema cannot say."""
    faults = registry.faults(SchemaFile(kind.schema_file), payload)
    if faults:
        return faults
    beyond = _beyond_the_schema(payload)
    return [beyond] if beyond else []


def _beyond_the_schema(payload: Mapping[str, Any]) -> SchemaFault | None:
    """That a day exists, and how many bytes a text will take in the repository."""
    wrong = impossible_day(payload)
    if wrong is not None:
        return SchemaFault(wrong, "format", "this day is in no calendar")
    notes = (payload.get("provenance") or {}).get("research_notes_markdown", "")
    if len(notes.encode("utf-8")) > caps.RESEARCH_NOTES:
        return SchemaFault(_NOTES, "maxLength", f"must be at most {caps.RESEARCH_NOTES} bytes in UTF-8")
    return None


def impossible_day(value: Mapping[str, Any]) -> str | None:
    """The pointer of a string that is written like a day or a moment, and is none."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while waiting:
        path, node = waiting.pop()
        for key, child in enumerate(node) if isinstance(node, list) else node.items():
            if isinstance(child, str):
                if child[4:5] == "-" and not _is_possible(child):
                    return pointers.join((*path, key))
            elif isinstance(child, (dict, list)):
                waiting.append(((*path, key), child))
    return None


def _is_possible(text: str) -> bool:
    if matches(DATE, text):
        return is_calendar_day(text)
    if not _MOMENT.fullmatch(text):
        return True
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
