"""Owns the stretches of a text that are read as a whole: web addresses, ids of our own and digests of files."""

from __future__ import annotations

import re
from typing import Final

from becivic_harness.patterns import Pattern

_ADDRESS: Final = Pattern('(?:https?://|www\\.)[^\\s<>"«»]+', re.IGNORECASE)
_ID: Final = Pattern(
    r"(?<![^\W_])(?:[a-z]{2,8}[_-])?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![^\W_])"
    r"|(?<![^\W_])(?:[0-9a-f]{64}|[0-9a-f]{40})(?![^\W_])"
)
_SHORTEST_ID: Final = 36


def stretches(text: str) -> list[tuple[int, int]]:
    """Where they stand, by place."""
    return sorted([*web_addresses(text), *_ids(text)])


def web_addresses(text: str) -> list[tuple[int, int]]:
    if "://" not in text and "ww." not in text.casefold():
        return []
    return [found.span() for found in _ADDRESS.finditer(text)]


def _ids(text: str) -> list[tuple[int, int]]:
    if all(len(word) < _SHORTEST_ID for word in text.split()):
        return []
    return [found.span() for found in _ID.finditer(text)]
