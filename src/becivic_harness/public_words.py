"""Owns which words without a blank are the library's own, and so name nobody however they look: ids, tags, signals, choices.

They are looked up whole, and only where something else took one for a person's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from becivic_harness import library
from becivic_harness.here import Here
from becivic_harness.resources import resource
from becivic_harness.sources import sources_of

_OURS: Final = re.compile(r"[a-z][a-z0-9:-]*|https://[!-~]+")
_SCHEMAS: Final = ("common", "path-source", "path", "skill")
_CHOICES: Final = ("enum", "const")


class PublicWords:
    """For items of one type; reads nothing before the first question."""

    def __init__(self, here: Here, kind: str) -> None:
        self._here = here
        self._kind = kind
        self._words: frozenset[str] | None = None

    def __contains__(self, word: object) -> bool:
        if self._words is None:
            self._words = frozenset((*_choices(self._kind), *_of_the_library(self._here)))
        return word in self._words


def _of_the_library(here: Here) -> Iterator[str]:
    """Ids, tags, signals and addresses of the copy on this machine."""
    for name in (library.GRAPH, library.PATHS):
        found = library.cached(here, name)
        yield from filter(_OURS.fullmatch, _texts(found.document if found else None))
        paths = found.document.get("paths") if found else None
        for path_id, entry in paths.items() if isinstance(paths, dict) else ():
            if isinstance(entry, dict):
                yield from (f"{path_id}:{source.id}" for source in sources_of(entry))


def _choices(kind: str) -> Iterator[str]:
    """What the schemas list: nobody wrote it, it was chosen."""
    for name in (kind, *_SCHEMAS):
        yield from _listed(json.loads(resource(f"schemas/{name}.schema.json")))


def _listed(schema: Any) -> Iterator[str]:  # noqa: ANN401  JSON
    if isinstance(schema, dict):
        for key, below in schema.items():
            yield from _texts(below) if key in _CHOICES else _listed(below)
    elif isinstance(schema, list):
        for below in schema:
            yield from _listed(below)


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401  JSON
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for below in value.values() if isinstance(value, dict) else value:
            yield from _texts(below)
