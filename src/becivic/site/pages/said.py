"""A saying that the corpus has in some languages: the reader's where there is one, and which one it became."""

from __future__ import annotations

from typing import NamedTuple

from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.words import LANGUAGES


class Said(NamedTuple):
    text: str
    language: str
    """Of the text, for its `lang`."""


def said(sayings: Fields, language: str) -> Said:
    """In this language, else in English, else in whichever there is; empty where there is none."""
    for code in (language, *LANGUAGES):
        if text := sayings.text(code):
            return Said(text, code)
    return Said("", language)


def english(text: str) -> Said:
    """What authors write in English alone."""
    return Said(text, "en")


def authority_name(corpus: Corpus, authority_id: str, language: str) -> Said:
    """What an authority is called, or its id where nobody says."""
    found = said(corpus.authorities.child(authority_id).child("name"), language)
    return found if found.text else Said(authority_id, language)
