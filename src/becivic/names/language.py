"""Owns which of the four languages a text is taken to be in."""

from __future__ import annotations

from functools import cache
from typing import Final

from lingua import Language, LanguageDetector, LanguageDetectorBuilder

from becivic.names.folding import without_surrogates
from becivic.rules.languages import LANGUAGES

_READ_AT_MOST: Final = 2_000  # a language shows early; the rest only costs
_DEFAULT: Final = "en"


def tell(text: str, told: str | None = None) -> str:
    """What the sender says, when it is one of the four; otherwise what the text looks like."""
    if told in LANGUAGES:
        return told
    found = _detector().detect_language_of(without_surrogates(text[:_READ_AT_MOST]))
    return _DEFAULT if found is None else found.iso_code_639_1.name.lower()


@cache
def _detector() -> LanguageDetector:
    four = (Language.FRENCH, Language.DUTCH, Language.GERMAN, Language.ENGLISH)
    return LanguageDetectorBuilder.from_languages(*four).with_low_accuracy_mode().build()
