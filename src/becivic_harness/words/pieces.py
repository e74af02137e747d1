"""Owns a text cut into words, numbers and signs, as the finders of dates and addresses read it."""

from __future__ import annotations

from typing import Final, NamedTuple

from becivic_harness.patterns import Pattern
from becivic_harness.words.folding import fold

_PIECE: Final = Pattern(r"[^\W\d_]+(?:['\u2019.-]?[^\W\d_]+)*|[0-9]+|[^\s\w]|_")


class Piece(NamedTuple):
    start: int
    end: int
    text: str
    folded: str
    near: bool
    """Nothing stands between the piece before and this one."""

    @property
    def is_number(self) -> bool:
        return self.text.isdigit()

    @property
    def is_word(self) -> bool:
        return self.text[:1].isalpha()


def cut(text: str) -> list[Piece]:
    pieces: list[Piece] = []
    last = -1
    for found in _PIECE.finditer(text):
        start, end = found.span()
        pieces.append(Piece(start, end, found.group(), fold(found.group()), start == last))
        last = end
    return pieces
