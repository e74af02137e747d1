"""What the read routes answer where somebody asks for a part, as components by name."""

from __future__ import annotations

from typing import Final

from becivic.api.openapi.components import Schema, reference
from becivic.api.openapi.shapes import COUNT, TEXT, closed
from becivic.reading.path_pages import KEPT, NAMES
from becivic.reading.skill_parts import CURSOR
from becivic.rules.identifiers import PATH_ID
from becivic.rules.reading import PART_BYTES
from becivic.rules.schemas import SchemaFile

_SLUG: Final[Schema] = {**TEXT, "description": "Also the anchor on the page."}


def part_components() -> dict[str, Schema]:
    return {
        "skill-read": {
            "description": "The whole, or a part where `cursor` or `section` asks for one.",
            "oneOf": [reference("skill-as-served"), reference("skill-part")],
        },
        "skill-part": _skill_part(),
        "paths-read": {
            "description": "The catalogue, or a page of it where `after`, `limit` or `detail` asks for one.",
            "anyOf": [reference(SchemaFile.PATHS_INDEX), reference("paths-page")],
        },
        "paths-page": _paths_page(),
        "path-summary": _path_summary(),
    }


def _skill_part() -> Schema:
    return {
        "type": "object",
        "description": f"A part of a skill, in at most {PART_BYTES} bytes. Beside what is described here the first part has"
        " the members of the whole, and every other says which skill it is of and how that stands.",
        "properties": {
            "part": _part(),
            "sections": _sections(),
            "left_out": {
                "type": "array",
                "items": TEXT,
                "description": "Members of the whole that are not in this answer. Those with much to say may be missing even"
                " from the first part.",
            },
            "next": {
                "type": "string",
                "pattern": CURSOR,
                "description": "There is more: send it as `cursor`.",
            },
        },
        "required": ["part", "sections", "left_out"],
    }


def _paths_page() -> Schema:
    entry = {"anyOf": [reference(SchemaFile.PATH), reference("path-summary")]}
    following = {"type": "string", "pattern": PATH_ID, "description": "There is more: send it as `after`."}
    return closed(
        {
            **{
                name: _inside(SchemaFile.PATHS_INDEX, name)
                for name in ("schema_version", "version", "generated_at")
            },
            "paths": {"type": "object", "additionalProperties": entry, "description": "By id."},
        },
        {"next": following},
        "The same object with fewer paths in it, or with less of each.",
    )


def _path_summary() -> Schema:
    source = closed({"id": TEXT}, {name: TEXT for name in NAMES if name != "id"})
    return closed(
        {
            "path_id": {"type": "string", "pattern": PATH_ID},
            "sources": {"type": "array", "items": source, "description": "In the order they are offered."},
        },
        {name: _inside(SchemaFile.PATH, name, "/$defs/entry") for name in KEPT},
        "A path in short: enough to choose one by.",
    )


def _inside(file: SchemaFile, member: str, at: str = "") -> Schema:
    """What the file says of a member."""
    return {"$ref": f"{reference(file)['$ref']}{at}/properties/{member}"}


def _part() -> Schema:
    where = "In characters of the resolved body."
    text = "Of the resolved body. One after the other they are all of it; a fence that is cut is closed and opened again."
    return closed(
        {
            "text": {"type": "string", "description": text},
            "section": {"anyOf": [_SLUG, {"type": "null"}], "description": "The one that was asked for."},
            "from": {**COUNT, "description": where},
            "to": {**COUNT, "description": where},
            "of": {**COUNT, "description": f"{where} All there are."},
            "sources": _sources(),
        }
    )


_OF_SOURCE: Final = ("title", "url", "status", "last_verified", "read_as", "page_date")


def _sources() -> Schema:
    return {
        "type": "array",
        "items": closed({"name": TEXT}, dict.fromkeys(_OF_SOURCE, TEXT)),
        "description": "Those that the text names in brackets and does not tell in full before: `[name]` is one of these.",
    }


def _sections() -> Schema:
    size = {**COUNT, "description": "Of its text, with all that is below it."}
    return {
        "type": "array",
        "items": closed(
            {"id": _SLUG, "title": {"type": "string"}, "level": {"enum": [2, 3]}, "bytes": size},
        ),
        "description": "What can be asked for as `section`.",
    }
