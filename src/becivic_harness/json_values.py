"""What JSON means by equal and by type: true is not 1, 1.0 is 1 and whole, the order of fields says nothing.

Also how a value is read that somebody else wrote: what is of another type counts as not there.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Callable, Final

Json = Any
"""A JSON value: whatever somebody may have written."""


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value: object) -> bool:
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)


IS_OF_TYPE: Final[dict[str, Callable[[Json], bool]]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": is_integer,
    "number": is_number,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
"""By the names that schemas use, in the order in which they are told."""


def same(one: object, other: object) -> bool:
    """Whether two values are one in JSON."""
    return identity(one) == identity(other)


def identity(value: object) -> Hashable:
    """Something to compare and to count values by: Python by itself takes true for 1."""
    if isinstance(value, dict):
        return "object", frozenset((key, identity(below)) for key, below in value.items())
    if isinstance(value, list):
        return "array", tuple(identity(below) for below in value)
    if isinstance(value, (int, float)):
        return isinstance(value, bool), value
    return "single", value  # text or null, and nothing else is JSON


def text_at(data: Mapping[str, Any], name: str) -> str:
    found = data.get(name)
    return found if isinstance(found, str) else ""


def texts_at(data: Mapping[str, Any], name: str) -> list[str]:
    found = data.get(name)
    return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []


def objects_at(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    found = data.get(name)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
