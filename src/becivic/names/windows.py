"""Owns which pieces of a text a model reads: sentences where somebody could be named, none of them endless."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from becivic.names.lexicon import Sense
from becivic.names.scan import Scan

WINDOW: Final = 2_000  # a model's memory grows with what it reads at once
_LOOK_BACK: Final = 200
# A full stop ends a sentence behind a word, not behind a title or an initial.
_SENTENCE_END: Final = re.compile(r"(?<=[^\W\d_]{3}[.!?])\s+|[\r\n]+")


def windows(scan: Scan) -> Iterator[tuple[int, str]]:
    """Pieces with their offsets. A sentence without a word that could be a name is no business of a model."""
    candidates = [word.start for at, word in enumerate(scan.words) if _could_be_a_name(scan, at)]
    for start, end in _sentences(scan.text):
        first = bisect_left(candidates, start)
        if first < len(candidates) and candidates[first] < end:
            yield from _cut(scan.text, start, end)


def _could_be_a_name(scan: Scan, at: int) -> bool:
    return scan.nameable(at) and not scan.senses[at] & Sense.COMMON


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in _SENTENCE_END.finditer(text):
        yield start, gap.start()
        start = gap.end()
    yield start, len(text)


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Between words, where there is a blank near the end of a window."""
    while end - start > WINDOW:
        limit = start + WINDOW
        stop = text.rfind(" ", limit - _LOOK_BACK, limit) + 1 or limit
        yield start, text[start:stop]
        start = stop
    yield start, text[start:end]
