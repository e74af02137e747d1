"""Owns the lookup of phrases of one or more words in the words of a text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from becivic.names.words import Word, split


class Phrases:
    """Folded phrases, found by their first word and their length: work a word does not grow with the list."""

    def __init__(self, phrases: Iterable[str]) -> None:
        folded = (tuple(word.folded for word in split(phrase)) for phrase in phrases)
        self._phrases = frozenset(phrase for phrase in folded if phrase)
        self._lengths: dict[str, tuple[int, ...]] = {}
        for phrase in self._phrases:
            known = self._lengths.get(phrase[0], ())
            self._lengths[phrase[0]] = tuple(sorted({*known, len(phrase)}, reverse=True))

    def end_of(self, words: Sequence[Word], at: int) -> int:
        """Where the longest phrase that begins at this word ends; `at` itself when none does."""
        for length in self._lengths.get(words[at].folded, ()):
            found = tuple(word.folded for word in words[at : at + length])
            if found in self._phrases:
                return at + len(found)
        return at
