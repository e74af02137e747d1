"""Text as a reader sees it: disguised digits, spaces and hyphens made plain, invisible characters gone.

Offsets found in the folded text lead back to the original.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final

from becivic_scrub.look_alikes import TABLE

_PLAIN: Final = {chr(code): plain or "" for code, plain in TABLE.items()}
_FEW: Final = 10
"""So many replacements of one mark each cost less than looking up every character."""


@dataclass
class Folded:
    """Folded text, and the text it came from where characters are gone and offsets moved."""

    text: str
    before: str | None = None

    @cached_property
    def offsets(self) -> list[int] | None:
        """Where each character stood; None: where it stands now. Worked out for what has findings only."""
        if self.before is None:
            return None
        return [place for place, mark in enumerate(self.before) if _PLAIN.get(mark, mark)]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span in the original text. What was invisible inside it belongs to it."""
        if self.offsets is None or start == end:
            return start, end
        return self.offsets[start], self.offsets[end - 1] + 1


def _written_as_class(codes: Iterable[int]) -> str:
    """The inside of a character class, in the syntax Python and RE2 share."""
    parts: list[str] = []
    for _, run in groupby(enumerate(sorted(codes)), key=lambda pair: pair[1] - pair[0]):
        members = [code for _, code in run]
        parts.append(f"{chr(members[0])}-{chr(members[-1])}" if len(members) > 1 else chr(members[0]))
    return "".join(parts)


_HALVES: Final = range(0xD800, 0xE000)
"""Half a surrogate pair folds too, but RE2 has no way to write it."""

FOLDABLE: Final = f"[{_written_as_class(code for code in TABLE if code not in _HALVES)}]"
"""All that folding changes but half pairs."""

_CHANGES: Final = re.compile(
    f"[{_written_as_class(code for code in TABLE if code < 0x10000)}\U00010000-\U0010ffff]"
)
"""What folding may change: beyond the first plane all of it, for Python is slow at classes that pick there."""

_TYPOGRAPHY: Final = "\t\u00a0\u202f\u2009\u2010\u2011\u2013\u2014\u00b7\u2022"
"""What well-set prose is full of. Each stands for one plain character, so no offset moves."""


def plain_typography(text: str) -> str:
    """The text with the commonest marks made plain: a hundred times cheaper than folding everything."""
    if text.isascii():
        return text.replace("\t", " ")
    for mark in _TYPOGRAPHY:
        text = text.replace(mark, _PLAIN[mark])
    return text


def fold(text: str) -> Folded:
    """The folded text. What folding changes is in TABLE."""
    text = plain_typography(text)
    plain = _translated(text)
    return Folded(plain, None if len(plain) == len(text) else text)


def _translated(text: str) -> str:
    """Mark by mark, because few texts hold many different ones; all at once where one does."""
    place = 0
    for _ in range(_FEW):
        found = _CHANGES.search(text, place)
        if found is None:
            return text
        place = found.start() if found.group() in _PLAIN else found.end()
        text = text.replace(found.group(), _PLAIN.get(found.group(), found.group()))
    return text.translate(TABLE)
