"""A skill in parts that an agent's window holds: what the API and MCP give of a long one, from one place. Pure.

Every part says what it is of, which sections there are, which members of the whole it leaves out, and how to go on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from typing import Any, Final, NamedTuple

from becivic.reading.part_heads import Head, fitted
from becivic.reading.part_sources import PartSources
from becivic.rendering.cutting import Cutting
from becivic.rendering.outline import Outlined, outline
from becivic.rules.reading import PART_BYTES

START: Final = "start"
"""The cursor of the first part."""

CURSOR: Final = rf"^({START}|(0|[1-9][0-9]{{0,8}})(-[1-9][0-9]{{0,8}})?\.[0-9a-f]{{8}})$"
"""From where to where in the text, and a hash of it; without an end all that is left is meant."""

_HASH: Final = 8
_LISTED: Final = (2, 3)
"""Levels of the headings that are listed."""
_READ: Final = re.compile(r"(\d+)(?:-(\d+))?\.(.*)")


class Stretch(NamedTuple):
    """What is asked for, in characters of the resolved body. `end` is None for all that is left."""

    start: int = 0
    end: int | None = None
    section: str | None = None


class SkillParts:
    """Of one skill, as `skill_json` tells the whole of it."""

    def __init__(self, whole: Mapping[str, Any]) -> None:
        self._whole: Final = whole
        self._text: Final[str] = whole["resolved_body"]
        self._outline: Final = outline(self._text)
        self._cutting: Final = Cutting(self._text, [each.start for each in self._outline])
        self._sources: Final = PartSources(whole["references"])
        self._hash: Final = sha256(self._text.encode()).hexdigest()[:_HASH]

    @property
    def slugs(self) -> list[str]:
        """What can be asked for as a section: the anchors of the page."""
        return [each.id for each in self._outline]

    def at(self, cursor: str) -> Stretch | None:
        """Where a cursor points; None where the text is another by now, or has no such place."""
        if cursor == START:
            return Stretch()
        found = _READ.fullmatch(cursor)
        if found is None or found.group(3) != self._hash:
            return None
        start = self._cutting.fences.after(int(found.group(1)))
        if found.group(2) is None:
            return Stretch(start) if start < len(self._text) else None
        end = int(found.group(2))
        return Stretch(start, end, self._ending(start, end)) if start < end <= len(self._text) else None

    def section(self, slug: str) -> Stretch | None:
        """A heading and all that is below it; None where there is no such heading."""
        found = (each for each in self._outline if each.id == slug)
        return next((Stretch(each.start, each.end, each.id) for each in found), None)

    def told(self, stretch: Stretch) -> dict[str, Any]:
        """As much of a stretch as fits: the answer, in JSON, is never longer than a part may be."""
        head = self._first if stretch.start == 0 and stretch.end is None else self._rest
        end = len(self._text) if stretch.end is None else stretch.end
        room = PART_BYTES - head.weight
        piece, sources = self._sources.beside(self._cutting, stretch.start, end, room)
        to = min(piece.end, end)
        part = {
            "text": piece.text,
            "section": stretch.section,
            "from": stretch.start,
            "to": to,
            "of": len(self._text),
            "sources": sources,
        }
        told = {**head.members, "part": part, "left_out": head.left_out}
        return told if to == end else {**told, "next": self._cursor(to, stretch.end)}

    def _cursor(self, start: int, end: int | None) -> str:
        return f"{start}.{self._hash}" if end is None else f"{start}-{end}.{self._hash}"

    def _ending(self, start: int, end: int) -> str | None:
        """The section that goes on from here and ends there; of several the one that holds the others."""
        found = (each for each in self._outline if each.start <= start and each.end == end)
        return next((each.id for each in found if each.level >= _LISTED[0]), None)

    @cached_property
    def _first(self) -> Head:
        return fitted(self._whole, self._sections, is_first=True)

    @cached_property
    def _rest(self) -> Head:
        return fitted(self._whole, self._sections, is_first=False)

    @cached_property
    def _sections(self) -> list[dict[str, Any]]:
        return [self._listed(each) for each in self._outline if each.level in _LISTED]

    def _listed(self, each: Outlined) -> dict[str, Any]:
        size = len(self._text[each.start : each.end].encode())
        return {"id": each.id, "title": each.title, "level": each.level, "bytes": size}
