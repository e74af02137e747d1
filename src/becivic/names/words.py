"""Owns the words of a text: where each starts and ends, how it is written, what stands before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from becivic.names.folding import APOSTROPHES, HYPHENS, fold

_LETTER: Final = r"(?:[^\W_]|[\u0300-\u036f])"
_WORD: Final = re.compile(rf"{_LETTER}+(?:[{HYPHENS}{APOSTROPHES}]{_LETTER}+)*")
_APOSTROPHE: Final = re.compile(f"[{APOSTROPHES}]")
_ELISIONS: Final = frozenset(
    ["l", "d", "j", "m", "t", "s", "n", "c", "qu", "lorsqu", "jusqu", "puisqu", "quoiqu"]
)
# M'Hamed and N'Diaye: an elision is never followed by a capital there unless a name begins.
_NAME_PREFIXES: Final = frozenset(["M", "N"])
_ARTICLE: Final = "al|el|ul|ben|bin|bou|ibn|as|ad|ar|at|ait"
_AFTER_ARTICLE: Final = re.compile(f"(?:{_ARTICLE})[{HYPHENS}{APOSTROPHES}][A-ZÀ-Þ]")  # al-Masri
_SENTENCE_ENDS: Final = frozenset(".!?…:;\n\r•*|")
_LONGEST_NAME_PART: Final = 40


@dataclass(frozen=True, slots=True)
class Word:
    start: int
    end: int
    text: str
    folded: str
    gap: str  # what stands between the word before and this one
    capital: bool  # asked many times a word, so told once
    possessive: bool = False

    @property
    def shout(self) -> bool:
        return len(self.text) > 1 and self.text.isupper()

    @property
    def opens(self) -> bool:
        """It is the first word of a sentence, a line or a list item."""
        return not _SENTENCE_ENDS.isdisjoint(self.gap)


def split(text: str) -> list[Word]:
    return list(_words(text))


def _words(text: str) -> Iterator[Word]:
    last, lead = 0, "\n"  # a text opens as a line does
    for found in _WORD.finditer(text):
        for start, end, possessive in _pieces(found.group(), found.start()):
            piece = text[start:end]
            yield Word(
                start, end, piece, fold(piece), lead + text[last:start][-8:], _is_capital(piece), possessive
            )
            last, lead = end, ""


def _is_capital(piece: str) -> bool:
    large = piece[0].isupper() or _AFTER_ARTICLE.match(piece) is not None
    return large and len(piece) <= _LONGEST_NAME_PART


def _pieces(word: str, at: int) -> Iterator[tuple[int, int, bool]]:
    """`d'Amina's` is d, Amina and a possessive; `D'Hondt` is D and Hondt; `O'Brien` stays whole."""
    start, end = at, at + len(word)
    parts = _APOSTROPHE.split(word)
    if len(parts) > 1 and _is_elision(parts):
        yield start, start + len(parts[0]), False
        start += len(parts[0]) + 1
    possessive = len(parts) > 1 and parts[-1] in ("s", "S") and end - 2 > start
    if start < end:  # some apostrophes count as letters: of one alone nothing is left
        yield start, end - 2 if possessive else end, possessive


def _is_elision(parts: list[str]) -> bool:
    return fold(parts[0]) in _ELISIONS and not (parts[0] in _NAME_PREFIXES and parts[1][0].isupper())
