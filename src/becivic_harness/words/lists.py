"""Owns what we know of a single word: an ordinary one, a proper noun, a given name, a surname, a role; or nothing.

The list is made by tools/harness_words: one folded word or phrase a line, in order, and behind it in capitals what it
is. It is searched as it lies, by halving, so that nothing has to be read apart before the first question.
"""

from __future__ import annotations

from typing import Final

from becivic_harness.words import packaged

WORD: Final = 1
PROPER: Final = 2
GIVEN: Final = 4
SURNAME: Final = 8
ROLE: Final = 16
GROWS: Final = 32
"""An ordinary word of German or Dutch, which grow them together."""
TOWN: Final = 64
"""A place abroad that people are called after."""
KIN: Final = 128
"""Who a person is to somebody at home."""

NAME: Final = GIVEN | SURNAME
ELSE: Final = WORD | PROPER

LETTERS: Final = {
    "W": WORD,
    "D": WORD | GROWS,
    "P": PROPER,
    "G": GIVEN,
    "S": SURNAME,
    "R": ROLE,
    "T": TOWN,
    "K": ROLE | KIN,
}
"""The capitals behind a word."""
_FILE: Final = "words.txt"
_CAPITALS: Final = b"DGKPRSTW"
_MOST_REMEMBERED: Final = 20_000


class WordLists:
    """Our list, read from the package when the first word is asked for."""

    def __init__(self) -> None:
        self._lines = b""
        self._known: dict[str, int] = {}

    def sense(self, folded: str) -> int:
        """What a folded word or phrase is, as flags; 0 where the list has it not."""
        known = self._known.get(folded)
        if known is None:
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            known = self._known[folded] = self._looked_up(folded)
        return known

    def _looked_up(self, folded: str) -> int:
        if not self._lines:
            self._lines = packaged.data(_FILE)
        sense = 0
        for letter in letters_behind(self._lines, folded.encode("utf-8", "replace")):
            sense |= LETTERS[letter]
        return sense


def letters_behind(lines: bytes, word: bytes) -> str:
    """The capitals behind a word among sorted lines: halved until the line in the middle is it, or nothing is left."""
    low, high = 0, len(lines)
    while low < high:
        start = lines.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = lines.find(b"\n", start, high)
        end = high if end < 0 else end
        line = lines[start:end]
        stem = line.rstrip(_CAPITALS)
        if stem == word:
            return line[len(stem) :].decode("ascii")
        if stem < word:
            low = end + 1
        else:
            high = start
    return ""


LISTS: Final = WordLists()
