"""JSON pointers (RFC 6901), and how much of one may be told: a key may itself hold what must not be repeated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Union

Step = Union[str, int]
Place = tuple[Step, ...]
"""Where a value stands: the keys and positions that lead to it."""


def escape(part: Step) -> str:
    return str(part).replace("~", "~0").replace("/", "~1")


def join(parts: Sequence[Step]) -> str:
    return "".join(f"/{escape(part)}" for part in parts)


def split(pointer: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def printable(place: Place) -> str:
    """The pointer as far as its keys look like names of fields."""
    told: list[Step] = []
    for step in place:
        if isinstance(step, str) and not is_field_name(step):
            break
        told.append(step)
    return join(told)


def is_field_name(text: str) -> bool:
    """Whether a key looks like the name of a field. What looks like a number of somebody does not."""
    return (
        re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}", text) is not None
        and re.search(r"[0-9]{5}|^[0-9.-]+$", text) is None
    )
