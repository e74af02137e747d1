"""Owns expressions that are compiled when they are first used: compiling all costs more than most texts need."""

from __future__ import annotations

import re
from collections.abc import Iterator


class Pattern:
    """As `re.compile` makes them, later."""

    __slots__ = ("_compiled", "_flags", "_source")

    def __init__(self, source: str, flags: int = 0) -> None:
        self._source = source
        self._flags = flags
        self._compiled: re.Pattern[str] | None = None

    def _ready(self) -> re.Pattern[str]:
        if self._compiled is None:
            self._compiled = re.compile(self._source, self._flags)
        return self._compiled

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self._ready().search(text, start, len(text) if end is None else end)

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        return self._ready().match(text, start)

    def fullmatch(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self._ready().fullmatch(text, start, len(text) if end is None else end)

    def finditer(self, text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
        return self._ready().finditer(text, start, len(text) if end is None else end)

    def findall(self, text: str) -> list[str]:
        return [found.group() for found in self._ready().finditer(text)]

    def split(self, text: str) -> list[str]:
        return [part or "" for part in self._ready().split(text)]

    def covered(self, text: str, mark: str) -> str:
        """With a mark in place of every character it matches."""
        return self._ready().sub(lambda found: mark * len(found.group()), text)
