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

MARK: Final = "(retracted)"
"""Stands where the text stood. Round brackets: square ones would be a list to YAML, and a citation to a reader."""

SHORTEST: Final = 4
"""Characters. Anything shorter stands in too many other words."""


class RetractionRefused(BeCivicError):
    """It is not done, and nothing was changed; or it was begun, and must be finished first."""


class Texts:
    """What is looked for. Compares exactly: another spelling is another text."""

    def __init__(self, texts: Iterable[str]) -> None:
        forms = sorted({form for text in texts for form in _forms(text)}, key=lambda form: (-len(form), form))
        self.forms: Final = tuple(forms)
        self._bytes: Final = re.compile(b"|".join(re.escape(form.encode()) for form in forms))
        self._words: Final = re.compile("|".join(map(re.escape, forms)))

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


def _refuse_unlikely(number: int, line: str) -> None:
    if len(line) < SHORTEST or not line.isprintable() or any(form in MARK for form in _forms(line)):
        raise _refusal(
            f"Line {number} of the file with the text is shorter than {SHORTEST} characters, is part of the mark that"
            " would take its place, or holds characters nobody can see.",
            "Give more of what stands around it.",
        )


def _refusal(message: str, remedy: str) -> RetractionRefused:
    return RetractionRefused(message, where="--text-file", remedy=remedy)
