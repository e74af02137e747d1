"""Ids of headings: short, readable, the same every time, and never one that something else on the page has."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import normalize

_NOT_WORD: Final = re.compile(r"[^a-z0-9]+")
_GIVEN: Final = re.compile(r"(?:note|cite|doc|vv|term)-[0-9]+")
"""Ids that values, citations, documents and terms have."""
_OF_PAGE: Final = frozenset(
    {"main", "contents", "sources", "observations", "history", "report", "search", "menu", "top"}
)
_LONGEST: Final = 80


class Slugs:
    """The ids of one page."""

    def __init__(self) -> None:
        self._taken: set[str] = set(_OF_PAGE)
        self._last: dict[str, int] = {}
        """The number that each id was last given with: the search for a free one goes on from there."""

    def of(self, title: str) -> str:
        plain = normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
        base = _NOT_WORD.sub("-", plain).strip("-")[:_LONGEST].strip("-") or "part"
        if _GIVEN.fullmatch(base):
            base = f"{base}-part"
        found, number = base, self._last.get(base, 1)
        while found in self._taken:
            number += 1
            found = f"{base}-{number}"
        self._last[base] = number
        self._taken.add(found)
        return found
