"""A tool: its name, what it takes and gives, and what it does. A table of these is the whole surface (design 4)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple

from becivic.mcp.told import Told
from becivic.mcp.visit import Visit

Schema = Mapping[str, Any]
Arguments = Mapping[str, Any]
Work = Callable[[Visit, Arguments], Awaitable[Told]]


class _Hints(NamedTuple):
    """What a host may know before it asks its person (users-expect)."""

    read_only: bool
    destructive: bool


class Nature(Enum):
    """Reading changes nothing; what is sent carries its own id, so that sending it twice is sending it once."""

    READ = _Hints(read_only=True, destructive=False)
    SEND = _Hints(read_only=False, destructive=False)
    TAKE_BACK = _Hints(read_only=False, destructive=True)

    @property
    def annotations(self) -> dict[str, bool]:
        hints = self.value
        return {
            "readOnlyHint": hints.read_only,
            "destructiveHint": hints.destructive,
            "idempotentHint": True,
            "openWorldHint": False,
        }


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tool:
    name: str
    title: str
    about: str
    work: Work
    nature: Nature = Nature.READ
    properties: Mapping[str, Schema] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    output: Schema = field(default_factory=dict)
    """The members that every good answer has, and what they are."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """What callers wrongly call an argument, and what it is called."""
    is_open: bool = False
    """Whether the arguments are a payload that the API judges as it is, names and values."""
    own: tuple[str, ...] = ()
    """Of an open tool, the arguments that are the tool's and no part of the payload."""

    @property
    def input_schema(self) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "object", "properties": dict(self.properties)}
        return {**found, "required": list(self.required)} if self.required else found

    def described(self) -> dict[str, Any]:
        """As `tools/list` tells it."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.about,
            "inputSchema": self.input_schema,
            "outputSchema": {"type": "object", **self.output},
            "annotations": {"title": self.title, **self.nature.annotations},
        }


TEXT: Final[Schema] = {"type": "string"}
REFUSAL: Final = ("error", "detail")
"""What every refusal has."""


def one_of(values: tuple[str, ...], about: str, **more: object) -> Schema:
    return {"type": "string", "enum": list(values), "description": about, **more}


def some_of(values: tuple[str, ...], about: str) -> Schema:
    return {
        "type": "array",
        "items": {"type": "string", "enum": list(values)},
        "description": about,
    }


def text(about: str, **more: object) -> Schema:
    return {"type": "string", "description": about, **more}


NAME: Final = "^[^/]*$"
"""A part of an address, and no more than one."""


def name_of(about: str) -> Schema:
    """The name of one thing."""
    return {"type": "string", "maxLength": 200, "pattern": NAME, "description": about}


def number(most: int, about: str) -> Schema:
    return {"type": "integer", "minimum": 1, "maximum": most, "description": about}


def giving(*required: str, **members: Schema) -> Schema:
    """An output: these members are always there, or those of a refusal; others may be, as the API has them.

    A refusal must fit too: the npm client of 1.x and the inspector hold it to the same schema, and throw away what does not.
    """
    return {"properties": members, "anyOf": [{"required": list(required)}, {"required": list(REFUSAL)}]}
