"""Takes the arguments of a call as they were meant: under another name, a number in quotation marks, a list of one.

What cannot be meant is refused by place and rule, like everything else that is sent to us, and never repeated (design 6).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

from becivic.intake.refusal import Refusal, schema_refusal
from becivic.mcp.frames import Unsound
from becivic.mcp.told import REMEDY
from becivic.mcp.tool import NAME, Schema, Tool
from becivic.rules.errors import ErrorCategory
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.schemas import SchemaRegistry

_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BOOLEANS: Final = {"true": True, "false": False, "1": True, "0": False}
_ADDRESS: Final = re.compile(
    r"(?:becivic://(?:skill|path)/|skill://|(?:https?://[^/?#]+)?/(?:[a-z]{2}/)?(?:skills|paths)/)"
    r"([a-z0-9-]+)(?:\.md|/|/index\.md|/SKILL\.md)?"
)
_OPENS: Final = {"object": "{", "array": "["}


class Taken(NamedTuple):
    """The arguments under their own names, and what was put right."""

    values: dict[str, Any]
    notes: tuple[str, ...] = ()


def taken(tool: Tool, given: object) -> Taken | Refusal:
    """As the tool takes them, or everything that is wrong with them at once."""
    if isinstance(given, Unsound):
        return _refusal(f"What was sent {given.reason}.", "")
    if given is not None and not isinstance(given, dict):
        return _refusal("Arguments are an object of names and values.", "")
    sound = _sound(given or {})
    if isinstance(sound, Refusal):
        return sound
    named = _named(tool, sound)
    if tool.is_open:
        return named
    faults = _registry(tool).faults(tool.name, named.values)
    if faults:
        return replace(schema_refusal(faults), remedy=REMEDY)
    return named


def _sound(given: Mapping[str, Any]) -> dict[str, Any] | Refusal:
    """Held to what counts as JSON here, however it came in."""
    try:
        found = parse_json(json.dumps(given, allow_nan=False).encode("utf-8"))
    except JsonRefused as wrong:
        return _refusal(f"The arguments are not sound: one {wrong.reason}.", "")
    except (ValueError, TypeError, RecursionError):
        return _refusal("The arguments hold a number that JSON has not, or nest without end.", "")
    return dict(found)


def _refusal(detail: str, pointer: str) -> Refusal:
    return Refusal(ErrorCategory.SCHEMA_FAIL, detail, pointer=pointer, remedy=REMEDY)


def _named(tool: Tool, given: Mapping[str, Any]) -> Taken:
    values: dict[str, Any] = {}
    notes: list[str] = []
    unknown = 0
    for said, value in given.items():
        name = _name(tool, said)
        if name is None:
            unknown += 1
        elif name != said and name in given:
            notes.append(f"`{name}` was given twice, once under another name: its own name counted.")
        else:
            values[name] = _meant(tool, name, value)
            if name != said and name in tool.properties:
                notes.append(f"the argument is called `{name}`.")
    if unknown:
        notes.append(f"{_counted(unknown)} ignored; this tool takes {_listed(tool)}.")
    return Taken(_without_nothing(values, tool), tuple(notes))


def _counted(number: int) -> str:
    return (
        "an argument that nobody knows was" if number == 1 else f"{number} arguments that nobody knows were"
    )


def _listed(tool: Tool) -> str:
    return ", ".join(f"`{name}`" for name in tool.properties) or "none"


def _name(tool: Tool, said: str) -> str | None:
    """What an argument is called; where others go on to the API, whatever it was called."""
    if said in tool.properties:
        return said
    plain = _HUMP.sub("_", said).replace("-", "_").lower()
    if plain in tool.properties:
        return plain
    return tool.aliases.get(plain, said if tool.is_open else None)


def _meant(tool: Tool, name: str, value: Any) -> Any:  # noqa: ANN401  any JSON value
    """A value as its schema would have it, where it is clear which one was meant. Of a payload nothing is put right but
    an object that a host wrote as text: the rest is for the API to judge."""
    schema = tool.properties.get(name, {})
    kind = schema.get("type")
    if tool.is_open and name not in tool.own:
        return _unpacked(value, kind) if isinstance(value, str) else value
    if isinstance(value, str):
        value = _last_name(value) if schema.get("pattern") == NAME else _from_text(value, kind)
    value = _spelled(value, schema)
    if kind == "array" and isinstance(value, int | float):
        return [value]
    if kind == "integer" and isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _last_name(value: str) -> str:
    """A thing's name out of its address: of a resource, of a page, of its markdown. Any other address is none."""
    found = _ADDRESS.fullmatch(value.strip())
    return found.group(1) if found else value


def _spelled(value: Any, schema: Schema) -> Any:  # noqa: ANN401  any JSON value
    """A word of a closed list as the list writes it: `fr` where it has `FR`."""
    if isinstance(value, list):
        return [_spelled(each, schema.get("items", {})) for each in value]
    if not isinstance(value, str) or value in schema.get("enum", (value,)):
        return value
    return next((each for each in schema["enum"] if each.lower() == value.strip().lower()), value)


def _unpacked(value: str, kind: object) -> Any:  # noqa: ANN401  any JSON value
    plain, opens = value.strip(), _OPENS.get(str(kind))
    if opens is None or not plain.startswith(opens):
        return value
    try:
        return parse_json(plain.encode("utf-8", "replace"))
    except JsonRefused:
        return value


def _from_text(value: str, kind: object) -> Any:  # noqa: ANN401  any JSON value
    plain = value.strip()
    if kind == "boolean":
        return _BOOLEANS.get(plain.lower(), value)
    if kind == "integer" and plain.isascii() and plain.isdigit() and len(plain) < 10:
        return int(plain)
    unpacked = _unpacked(value, kind)
    if kind == "array" and isinstance(unpacked, str):
        return [each.strip() for each in plain.split(",") if each.strip()]
    return unpacked


def _without_nothing(values: Mapping[str, Any], tool: Tool) -> dict[str, Any]:
    """An argument that is null, or an empty text, is one that was left out: hosts fill in every field they know of."""
    if tool.is_open:
        return dict(values)
    return {name: value for name, value in values.items() if value is not None and value != ""}


@cache
def _registry(tool: Tool) -> SchemaRegistry:
    """Compiled when a tool is first called."""
    return SchemaRegistry({tool.name: {"$id": f"urn:becivic:tool:{tool.name}", **tool.input_schema}})


def pairs(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Arguments as a query: lists repeat, an object is JSON."""
    for name, value in values.items():
        for each in value if isinstance(value, list) else [value]:
            yield name, json.dumps(each) if isinstance(each, dict | bool) else str(each)
