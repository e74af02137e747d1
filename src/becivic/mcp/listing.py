"""Long lists a page at a time, in an order that never changes: what `cursor` means in every list of the protocol."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeVar

PAGE: Final = 25
"""Entries of a page: with descriptions of a thousand characters they stay below what an answer may hold."""

_CURSOR: Final = re.compile(r"[0-9]{1,6}")

T = TypeVar("T")


def paged(
    entries: Sequence[T], cursor: str | None, most: int = PAGE
) -> tuple[Sequence[T], str | None] | None:
    """A page and the cursor of the next one; None for a cursor that nobody was given."""
    if cursor is not None and not _CURSOR.fullmatch(cursor):
        return None
    begin = int(cursor or 0)
    if begin and begin >= len(entries):
        return None
    end = begin + most
    return entries[begin:end], str(end) if end < len(entries) else None
