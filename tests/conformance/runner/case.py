"""What a set is made of: cases, each of which asks the adapter something and tells what it misses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

Ask = Callable[[Mapping[str, Any]], dict[str, Any]]
"""One request to the adapter, one answer."""


class Miss(NamedTuple):
    """Something that came out otherwise than it must. `where` is within the case."""

    where: str
    expected: str
    came: str

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}expected {self.expected}; came {self.came}"


class Case(NamedTuple):
    id: str
    proves: tuple[str, ...]
    """Requirement ids."""
    check: Callable[[Ask], Iterator[Miss]]


def read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def shown(value: object, most: int = 200) -> str:
    """A value on one line, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def one_of(allowed: object) -> list[Any]:
    """What a case allows: one value, or a list of values that are all right."""
    return allowed if isinstance(allowed, list) else [allowed]


def differs(where: str, allowed: object, came: object) -> Iterator[Miss]:
    """A miss unless what came is allowed; true is not 1."""
    values = one_of(allowed)
    if not any(each == came and isinstance(each, bool) == isinstance(came, bool) for each in values):
        yield Miss(where, " or ".join(map(shown, values)), shown(came))


def part(value: object, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else None


def listed(value: object) -> list[Any]:
    return list(value) if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)) else []
