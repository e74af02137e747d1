"""How text becomes words that can be compared: small letters without accents, and their stems in four languages.

Pages and questions go through the same analysers, so that what one of them folds the other folds too.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from tantivy import Filter, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

from becivic.rules.languages import LANGUAGE_NAMES, LANGUAGES

EXACT: Final = "x"
"""Stands where the name of a language stands, for the word as it is written."""

_LONGEST: Final = 60
_AMERICAN: Final = re.compile(r"(?<=\w{4})iz(?=(?:e[ds]?|ing|ations?)\b)", re.IGNORECASE)
"""Pages say `legalise`. Left as it is, the stem of `legalize` is that of `legal`."""


class Word(NamedTuple):
    """A word of a question or a saying, and all by which it may be recognised: `fr:cart`, `x:carte`."""

    text: str
    keys: frozenset[str]


@cache
def analyser(language: str) -> TextAnalyzer:
    """For `EXACT`, the one that stems nothing. An umlaut and an accent are as good as none, and ß is ss."""
    plain = TextAnalyzerBuilder(Tokenizer.simple()).filter(Filter.lowercase()).filter(Filter.ascii_fold())
    plain = plain.filter(Filter.remove_long(_LONGEST))
    return (plain if language == EXACT else plain.filter(Filter.stemmer(LANGUAGE_NAMES[language]))).build()


def plain_words(text: str) -> list[str]:
    return analyser(EXACT).analyze(text)


def readable(text: str, longest: int) -> str:
    """The beginning of whatever somebody sent, without what no text has: half characters."""
    return text[:longest].encode("utf-8", "replace").decode("utf-8")


def words_of(text: str, *languages: str) -> list[Word]:
    """The words of a text that may be in any of these languages; in any of the four where none is named."""
    stems = [_stems(text, language) for language in (EXACT, *(languages or LANGUAGES))]
    return [Word(keys[0].removeprefix(f"{EXACT}:"), frozenset(keys)) for keys in zip(*stems, strict=True)]


def keys_of(text: str, *languages: str) -> frozenset[str]:
    """By what all its words may be recognised."""
    return frozenset(key for language in (EXACT, *(languages or LANGUAGES)) for key in _stems(text, language))


def _stems(text: str, language: str) -> list[str]:
    return [f"{language}:{stem}" for stem in analyser(language).analyze(_AMERICAN.sub("is", text))]
