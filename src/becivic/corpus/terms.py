"""The glossary: what documents, authorities and forms are called in each language, officially and at the counter.

Search takes a word in one language to what is written in another by it, and pages gloss with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final
from unicodedata import normalize

from becivic.corpus.documents import JsonDocument
from becivic.corpus.fields import Fields
from becivic.rules.languages import LANGUAGES

TERMS_FILE: Final = "data/terms.json"


def alike(word: str) -> str:
    """The same for words that look the same: capitals, blanks and how an accent is put together do not count."""
    return " ".join(normalize("NFC", word).split()).casefold()


class Term:
    """One entry of the glossary."""

    __slots__ = ("fields",)

    def __init__(self, fields: Fields) -> None:
        self.fields = fields

    @property
    def id(self) -> str:
        return self.fields.text("id")

    @property
    def kind(self) -> str:
        return self.fields.text("kind")

    def name(self, language: str) -> str:
        """The official name, or nothing where none is known in this language."""
        return self.fields.child("name").text(language)

    def also(self, language: str) -> list[str]:
        return [word for word, _ in self.fields.child("also").texts(language)]

    def words(self) -> Iterator[tuple[str, str, str]]:
        """Every word for it: the language, the word, and where it stands in the file."""
        names, others = self.fields.child("name"), self.fields.child("also")
        for language in LANGUAGES:
            if name := names.text(language):
                yield language, name, names.at(language)
            yield from ((language, word, at) for word, at in others.texts(language))


class Terms:
    """All entries, in the order of the file. A corpus without the file has none."""

    def __init__(self, document: JsonDocument) -> None:
        self.document = document
        self.entries: Final = [Term(item) for item in document.fields.children("terms")]

    @cached_property
    def by_word(self) -> Mapping[str, tuple[Term, ...]]:
        """Which terms a word may mean in any language; look it up as `alike` makes it."""
        found: dict[str, dict[str, Term]] = {}
        for term in self.entries:
            for _, word, _ in term.words():
                found.setdefault(alike(word), {})[term.id] = term
        return {word: tuple(terms.values()) for word, terms in found.items()}
