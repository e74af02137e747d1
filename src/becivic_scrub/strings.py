"""The texts of a JSON value, each with its JSON pointer (RFC 6901) and dotted field path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Callable, Final, NamedTuple

MASKED: Final = "*"
"""Stands in a pointer for a key that itself holds something personal, or is too long to repeat."""

_NOTHING_BUT_AN_ID: Final = (
    r"(?:[a-z]{2,8}[_-])?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"  # UUID, prefixed or not
    r"|(?:sha256:)?[0-9a-f]{64}|[0-9a-f]{40}"  # digests and commits
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?"
)

_LONGEST_NUMBER: Final = 256
"""In bits. No identifier is longer, and writing out a number of any length takes quadratic time."""

_LONGEST_KEY: Final = 200
_LONGEST_POINTER: Final = 1000
_LONGEST_FIELD: Final = 250
"""Characters. A submitter chooses keys and depth, and must not buy a long copy with every short value."""


class Text(NamedTuple):
    text: str
    pointer: str
    field: str
    is_key: bool = False


class _Node(NamedTuple):
    value: object
    pointer: str
    field: str
    is_key: bool = False


def strings(document: object, is_personal: Callable[[str], bool]) -> Iterator[Text]:
    """Every string, whole number and key, in document order; without recursion, so depth cannot break it."""
    levels: list[Iterator[_Node]] = [iter([_Node(document, "", "")])]
    while levels:
        node = next(levels[-1], None)
        if node is None:
            levels.pop()
        elif isinstance(node.value, dict):
            levels.append(_members(node, node.value, is_personal))
        elif isinstance(node.value, list):
            levels.append(_elements(node, node.value))
        else:
            text = as_text(node.value)
            if text is not None:
                yield Text(text, node.pointer, node.field, node.is_key)


def _members(node: _Node, value: dict[str, object], is_personal: Callable[[str], bool]) -> Iterator[_Node]:
    """A key, named by the place of its object, and then what it holds."""
    for key, below in value.items():
        yield _Node(key, node.pointer, node.field, is_key=True)
        masked = len(key) > _LONGEST_KEY or (as_text(key) is not None and is_personal(key))
        part = MASKED if masked else escape(key)
        yield _Node(below, _pointer(node.pointer, part), _field(node.field, key))


def escape(part: str) -> str:
    """A key as it stands in a JSON pointer."""
    return part.replace("~", "~0").replace("/", "~1")


def _elements(node: _Node, value: list[object]) -> Iterator[_Node]:
    for number, below in enumerate(value):
        yield _Node(below, _pointer(node.pointer, str(number)), node.field)


def as_text(value: object) -> str | None:
    """What there is to read in a single value: a string that is more than an id, or a whole number."""
    if isinstance(value, str):
        return None if _nothing_but_an_id().fullmatch(value) else value
    if isinstance(value, float) and value.is_integer():  # 85073003328.0 is as whole as without its nought
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() <= _LONGEST_NUMBER:
        return str(value)
    return None


@cache
def _nothing_but_an_id() -> re.Pattern[str]:
    return re.compile(_NOTHING_BUT_AN_ID, re.ASCII)


def _pointer(above: str, part: str) -> str:
    """One step further; past a length, the place of what is above has to do."""
    return f"{above}/{part}" if len(above) < _LONGEST_POINTER else above


def _field(above: str, key: str) -> str:
    """Rules name fields by the end of their path, so the end is what is kept."""
    return f"{above}.{key}"[-_LONGEST_FIELD:] if above else key[-_LONGEST_FIELD:]
