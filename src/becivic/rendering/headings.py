"""Headings of rendered text: an id each, and the list of them."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from becivic.rendering.lifted import Lifted, Phrase
from becivic.rendering.placeholders import LESS, MARK
from becivic.rendering.slugs import Slugs

_HEADING: Final = re.compile(r"<h([1-6])>(.*?)</h\1>", re.DOTALL)
_TAG: Final = re.compile(r"<[^>]*>")
_LOWEST: Final = 6


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    id: str
    title: str


class Headings:
    """Of one page. No heading is above `top`; those found are listed in order."""

    def __init__(self, slugs: Slugs, pieces: Sequence[Lifted], top: int) -> None:
        self.found: list[Heading] = []
        self._slugs = slugs
        self._pieces = pieces
        self._top = top

    def into(self, markup: str) -> str:
        return _HEADING.sub(self._named, markup)

    def _named(self, match: re.Match[str]) -> str:
        level = min(max(int(match.group(1)), self._top), _LOWEST)
        title = self.plain(match.group(2))
        heading = Heading(level, self._slugs.of(title), title)
        self.found.append(heading)
        return f'<h{level} id="{heading.id}">{match.group(2)}</h{level}>'

    def plain(self, markup: str) -> str:
        """The words of a heading, its tags and marks resolved."""
        words = MARK.sub(self._words, _TAG.sub("", markup))
        return " ".join(html.unescape(words).replace(LESS, "<").split())

    def _words(self, match: re.Match[str]) -> str:
        piece = self._pieces[int(match.group(1))]
        return _TAG.sub("", piece.plain) if isinstance(piece, Phrase) else ""
