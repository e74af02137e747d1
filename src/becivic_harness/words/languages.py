"""Owns the guess which of the four languages a sentence is in, by its small words. Wrong guesses cost little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from becivic_harness.words.groups import group
from becivic_harness.words.tokens import Token

DE: Final = "de"
_LANGUAGES: Final = (DE, "nl", "fr", "en")
_SMALL: Final = {language: group(f"small words {language}") for language in _LANGUAGES}
SMALL_WORDS: Final = frozenset(word for words in _SMALL.values() for word in words)
_OWN_PARTICLES: Final = {language: group(f"own particles {language}") for language in _LANGUAGES}
_SENTENCE_ENDS: Final = frozenset(".!?\n\r;")


def of_words(tokens: Sequence[Token]) -> list[str]:
    """The language of each word: that of its sentence, or of the text where the sentence says nothing."""
    whole = _told(tokens) or "en"
    found: list[str] = []
    start = 0
    for end in range(1, len(tokens) + 1):
        if end == len(tokens) or not _SENTENCE_ENDS.isdisjoint(tokens[end].gap):
            language = _told(tokens[start:end]) or whole
            found += [language] * (end - start)
            start = end
    return found


def is_open(folded: str) -> bool:
    """No small word of the four languages."""
    return len(folded) > 2 and folded not in SMALL_WORDS


def is_small(folded: str, language: str) -> bool:
    """A small word of this language, or hardly a word at all."""
    return len(folded) < 2 or folded in _SMALL[language]


def holds(particle: str, language: str) -> bool:
    """A particle that is no small word of the text's own language: what comes behind it is a surname."""
    return particle not in _OWN_PARTICLES[language]


def _told(tokens: Sequence[Token]) -> str | None:
    """By words written small, and the first: `Ayşe Nur` is no German."""
    words = [token.folded for token in tokens if token.opens or not token.capital]
    scores = {language: sum(word in small for word in words) for language, small in _SMALL.items()}
    best = max(scores, key=scores.__getitem__)
    return best if scores[best] else None
