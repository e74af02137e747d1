"""Owns the seam: what a name finder is, and the one that needs nothing but our own recognisers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from becivic.names.folding import without_surrogates
from becivic.names.language import tell
from becivic.names.lexicon import Lexicon
from becivic.names.recognisers import RECOGNISERS
from becivic.names.scan import read
from becivic.names.spans import PersonSpan, merged


class NameFinder(Protocol):
    def find(self, text: str, language: str | None = None) -> list[PersonSpan]:
        """Where people are named. A hit asks for human eyes; it never rejects."""
        ...

    def find_many(self, items: Iterable[tuple[str, str | None]]) -> list[list[PersonSpan]]:
        """The same for many texts with their languages, in their order."""
        ...


class PlainNameFinder:
    """Our own recognisers alone: no model, ready at once."""

    def __init__(self, places: Iterable[str] = (), institutions: Iterable[str] = ()) -> None:
        self._lexicon = Lexicon(places, institutions)

    def find(self, text: str, language: str | None = None) -> list[PersonSpan]:
        scan = read(without_surrogates(text), tell(text, language), self._lexicon)
        return merged(
            PersonSpan(scan.words[hit.first].start, scan.words[hit.end - 1].end, hit.score, name)
            for name, recognise in RECOGNISERS
            for hit in recognise(scan)
        )

    def find_many(self, items: Iterable[tuple[str, str | None]]) -> list[list[PersonSpan]]:
        return [self.find(text, language) for text, language in items]
