"""The sources that a part names in brackets and another part tells in full: a reader of one part has them all. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from becivic.rendering.cutting import Cutting, Piece, json_weight
from becivic.rules.json_text import sent_size

_NAMED: Final = re.compile(r'<Ref name="([^"]+)"|\[([a-z0-9][a-z0-9-]*)\]')
_TOLD: Final = ("name", "title", "url", "status", "last_verified", "read_as", "page_date")


class PartSources:
    """Of one skill, whose `references` tell every source once."""

    def __init__(self, references: Iterable[Mapping[str, Any]]) -> None:
        self._rows: Final = {
            row["name"]: {name: row[name] for name in _TOLD if row.get(name)} for row in references
        }

    def of(self, text: str) -> list[dict[str, Any]]:
        """In the order they are met. One that stands in full before it is named is known already, so a longer text never
        needs fewer than its beginning."""
        known: set[str] = set()
        found: dict[str, dict[str, Any]] = {}
        for full, named in _NAMED.findall(text):
            if full:
                known.add(full)
            elif named in self._rows and named not in known:
                found.setdefault(named, self._rows[named])
        return list(found.values())

    def beside(self, cutting: Cutting, start: int, end: int, most: int) -> tuple[Piece, list[dict[str, Any]]]:
        """As much of a text as leaves its sources room, in so many bytes of JSON; half of them are the text's in any case."""
        piece = cutting.piece(start, end, most)
        found = self.of(piece.text)
        over = json_weight(piece.text) + sent_size(found) - most
        if found and over > 0:
            piece = cutting.piece(start, end, max(most - sent_size(found), most // 2))
            found = self.of(piece.text)
            while found and json_weight(piece.text) + sent_size(found) > most:
                found.pop()
        return piece, found
