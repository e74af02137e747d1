"""Changes one field of a YAML mapping and leaves every other line as its author wrote it, comments and all.

Where that cannot be done (a mapping in braces, a comment that would become text), the text is written afresh: what
comes out always reads as the value it stands for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import yaml

from becivic.corpus.yaml12 import EVENT_SOURCE, YamlRefused, parse_yaml
from becivic.corpus.yaml_writing import Unwritable, write_field, write_yaml
from becivic.rules.json_text import same_json

Keys = tuple[str, ...]


class _Place(NamedTuple):
    """Where a field stands: the offset and column of its key, and how far its value may reach."""

    start: int
    column: int
    end: int


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come yet. `keys` lead to a block mapping; all else has none."""

    is_mapping: bool
    is_flow: bool
    keys: Keys | None
    key: Any = None


def with_field(source: str, keys: Sequence[str], wanted: Mapping[str, Any]) -> str:
    """The text after the field that these keys lead to was set; `wanted` is everything it then holds.

    YamlRefused where no reader would take it.
    """
    try:
        spliced = _spliced(source, tuple(keys), wanted)
        return spliced if _reads_as(spliced, wanted) else write_yaml(wanted)
    except Unwritable as refused:
        raise YamlRefused(str(refused), 1) from None


def _reads_as(text: str, wanted: Mapping[str, Any]) -> bool:
    try:
        return same_json(parse_yaml(text), wanted)
    except YamlRefused:
        return False


def _spliced(source: str, keys: Keys, wanted: Mapping[str, Any]) -> str:
    """The text with as little written anew as its layout allows."""
    places = _places(source)
    depth = next((depth for depth in range(len(keys), 0, -1) if keys[:depth] in places), 0)
    inside = [place for path, place in places.items() if path[:-1] == keys[:depth]]
    if depth < len(keys) and inside:
        return _added(source, inside[-1], keys[depth], _at(wanted, keys[: depth + 1]))
    if depth == 0:
        return ""
    place = places[keys[:depth]]
    written = write_field(keys[depth - 1], _at(wanted, keys[:depth]), place.column)
    return f"{source[: place.start]}{written}{source[_end(source, place) :]}"


def _added(source: str, last: _Place, name: str, value: Any) -> str:  # noqa: ANN401  any JSON value
    """The text with one field more below the last one of its mapping."""
    line_end = source.find("\n", _end(source, last)) + 1 or len(source)
    indent = " " * last.column
    return f"{source[:line_end]}{indent}{write_field(name, value, last.column)}\n{source[line_end:]}"


def _end(source: str, place: _Place) -> int:
    """Where a value really ends: one in several lines is said to reach over the blank ones below."""
    return place.start + len(source[place.start : place.end].rstrip(" \n"))


def _at(value: Any, keys: Keys) -> Any:  # noqa: ANN401  any JSON value
    for key in keys:
        value = value[key]
    return value


def _places(source: str) -> dict[Keys, _Place]:
    """Every field that block mappings alone lead to."""
    finder = _Finder()
    for event in yaml.parse(source, Loader=EVENT_SOURCE):
        finder.take(event)
    return finder.places


class _Finder:
    """Follows the events of a text that is known to parse."""

    def __init__(self) -> None:
        self.places: dict[Keys, _Place] = {}
        self._stack: list[_Open] = []
        self._written = 0
        """How far the last scalar or bracket reaches: a block has no end of its own."""

    def take(self, event: Any) -> None:  # noqa: ANN401  libyaml always gives marks, the stubs allow for none
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self._scalar(event)
        elif issubclass(kind, yaml.CollectionStartEvent):
            self._stack.append(self._opened(event))
        elif issubclass(kind, yaml.CollectionEndEvent):
            if self._stack.pop().is_flow:
                self._written = event.end_mark.index
            self._value_ended()

    def _scalar(self, event: Any) -> None:  # noqa: ANN401  as above
        top = self._stack[-1] if self._stack else None
        if top is not None and top.is_mapping and top.key is None:
            top.key = event
        else:
            self._written = event.end_mark.index
            self._value_ended()

    def _opened(self, event: Any) -> _Open:  # noqa: ANN401  as above
        above = self._stack[-1] if self._stack else None
        keys: Keys | None = ()
        if above is not None:
            keys = (
                (*above.keys, above.key.value) if above.keys is not None and above.key is not None else None
            )
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        return _Open(is_mapping, event.flow_style, keys if is_mapping and not event.flow_style else None)

    def _value_ended(self) -> None:
        top = self._stack[-1] if self._stack else None
        if top is None or top.key is None:
            return
        if top.keys is not None:
            mark = top.key.start_mark
            self.places[(*top.keys, top.key.value)] = _Place(mark.index, mark.column, self._written)
        top.key = None
