"""Text as a reader sees it: disguised digits, spaces and hyphens made plain, invisible characters gone.

Offsets found in the folded text lead back to the original. Nearly every text holds nothing to fold, so the table of
all that folds is loaded for the others only.
"""

from __future__ import annotations

import re
from typing import Final

_FEW: Final = 10
"""So many replacements of one mark each cost less than looking up every character."""

_TYPOGRAPHY: Final = {
    "\t": " ",
    "\u00a0": " ",
    "\u202f": " ",
    "\u2009": " ",
    "\u2010": "-",
    "\u2011": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u00b7": ".",
    "\u2022": ".",
}
"""What well-set prose is full of. Each stands for one plain character, so no offset moves."""

_UNUSUAL: Final = re.compile(
    "[^\n\r -~\u0085\u00a1-\u00ac\u00ae-\u00b6\u00b8-\u00ff\u0152\u0153\u2018-\u201f\u2026\u20ac]"
)
"""What folding may change. What is left out is what people here write with, and stays as it is."""


class Folded:
    """Folded text, and the text it came from where characters are gone and offsets moved."""

    __slots__ = ("_offsets", "before", "text")

    def __init__(self, text: str, before: str | None = None) -> None:
        self.text = text
        self.before = before
        self._offsets: list[int] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Folded):
            return NotImplemented
        return (self.text, self.before) == (other.text, other.before)

    def __hash__(self) -> int:
        return hash((self.text, self.before))

    @property
    def offsets(self) -> list[int] | None:
        """Where each character stood; None: where it stands now. Worked out for what has findings only."""
        if self._offsets is None and self.before is not None:
            table = _table()
            self._offsets = [
                place for place, mark in enumerate(self.before) if table.get(ord(mark), mark) is not None
            ]
        return self._offsets

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span in the original text. What was invisible inside it belongs to it."""
        offsets = self.offsets
        if offsets is None or start == end:
            return start, end
        return offsets[start], offsets[end - 1] + 1


def plain_typography(text: str) -> str:
    """The text with the commonest marks made plain: a hundred times cheaper than folding everything."""
    if text.isascii():
        return text.replace("\t", " ")
    for mark, plain in _TYPOGRAPHY.items():
        text = text.replace(mark, plain)
    return text


def fold(text: str) -> Folded:
    """The folded text. What folding changes is in `look_alikes`."""
    text = plain_typography(text)
    unusual = _UNUSUAL.search(text)
    if unusual is None:
        return Folded(text)
    plain = _translated(text, unusual.start())
    return Folded(plain, None if len(plain) == len(text) else text)


def _translated(text: str, place: int) -> str:
    """Mark by mark, because few texts hold many different ones; all at once where one does."""
    table = _table()
    for _ in range(_FEW):
        found = _UNUSUAL.search(text, place)
        if found is None:
            return text
        mark = found.group()
        place = found.start() if ord(mark) in table else found.end()
        text = text.replace(mark, table.get(ord(mark), mark) or "")
    return text.translate(table)


def _table() -> dict[int, str | None]:
    from becivic_scrub.look_alikes import TABLE  # noqa: PLC0415  thousands of characters, and seldom one of them

    return TABLE
