"""The texts that must go, in every way they may be written, and the mark that takes their place.

They are read from a file and live in memory: no message, file, record or log of ours repeats them.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from becivic.rules.errors import BeCivicError
from becivic.store.tables.words import RETRACTED

MARK: Final = RETRACTED
"""Stands where the text stood. Round brackets: square ones would be a list to YAML, and a citation to a reader."""

SHORTEST: Final = 4
"""Characters. Anything shorter stands in too many other words."""

_WIDEST: Final = 64
"""What may stand between two words, in signs: a line's end and the indentation of the next are few."""

_BLANK: Final = "(?:[\\s*_]|\u00a0|\u202f|%20|&nbsp;" + r"|\\(?:[nrt]|u00a0|u202f))"
"""A blank, a line's end, emphasis, or how an address, HTML or JSON writes one."""

_ALL_BLANK: Final = re.compile(f"{_BLANK}+", re.ASCII)


class RetractionRefused(BeCivicError):
    """It is not done, and nothing was changed; or it was begun, and must be finished first."""


class Texts:
    """What is looked for. Words are compared exactly: another spelling is another text. Gaps between them are not."""

    def __init__(self, texts: Iterable[str]) -> None:
        forms = sorted({form for text in texts for form in _forms(text)}, key=lambda form: (-len(form), form))
        self.forms: Final = tuple(forms)
        self.clues: Final = tuple(sorted({max(_words(form), key=len) for form in forms}))
        """One word of each form: where none of them stands, no text does."""
        pattern = "|".join(map(_pattern, forms))
        self._bytes: Final = re.compile(pattern.encode())
        self._words: Final = re.compile(pattern, re.ASCII)

    @classmethod
    def read(cls, raw: bytes) -> Texts:
        """One text a line, blank lines aside; refused where one could not be meant."""
        try:
            lines = [line.strip() for line in raw.decode("utf-8-sig").splitlines()]
        except UnicodeDecodeError:
            raise _refusal("The file with the text is not UTF-8.", "Save it as UTF-8.") from None
        wanted = [(number, line) for number, line in enumerate(lines, 1) if line]
        if not wanted:
            raise _refusal("The file with the text is empty.", "Write each text on a line of its own.")
        for number, line in wanted:
            _refuse_unlikely(number, line)
        return cls(line for _, line in wanted)

    def count(self, raw: bytes) -> int:
        return sum(1 for _ in self._bytes.finditer(raw))

    def are_in(self, raw: bytes) -> bool:
        return self._bytes.search(raw) is not None

    def taken_from(self, raw: bytes) -> bytes:
        return self._bytes.sub(MARK.encode(), raw)

    def are_in_words(self, words: str) -> bool:
        return self._words.search(words) is not None

    def taken_from_words(self, words: str) -> str:
        return self._words.sub(MARK, words)

    def __repr__(self) -> str:
        return f"<texts to take out, in {len(self.forms)} forms>"


def _forms(text: str) -> Iterator[str]:
    """As it is typed, composed and decomposed, and as it stands inside JSON."""
    for spelled in {text, unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)}:
        yield spelled
        yield json.dumps(spelled)[1:-1]
        yield json.dumps(spelled, ensure_ascii=False)[1:-1]


def _pattern(form: str) -> str:
    """Its words with any gap between them.

    A word that is a gap itself is part of the gap: each text is matched in one way, so that looking takes no longer the
    more of them there are.
    """
    return f"{_BLANK}{{1,{_WIDEST}}}".join(map(re.escape, _words(form)))


def _words(form: str) -> list[str]:
    first, *more = form.split()
    return [first, *(word for word in more[:-1] if not _ALL_BLANK.fullmatch(word)), *more[-1:]]


def _refuse_unlikely(number: int, line: str) -> None:
    if len(line) < SHORTEST or not line.isprintable() or any(form in MARK for form in _forms(line)):
        raise _refusal(
            f"Line {number} of the file with the text is shorter than {SHORTEST} characters, is part of the mark that"
            " would take its place, or holds characters nobody can see.",
            "Give more of what stands around it.",
        )


def _refusal(message: str, remedy: str) -> RetractionRefused:
    return RetractionRefused(message, where="--text-file", remedy=remedy)
