"""The index of one corpus, in memory: which entries hold a word in what they are known by, and which in their text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from tantivy import Document, Index, Occur, Query, SchemaBuilder

from becivic.rules.languages import LANGUAGES
from becivic.search.analysis import EXACT, Word, analyser
from becivic.search.concepts import Phrase
from becivic.search.entries import Entry

_BODY: Final = "body"
_NUMBER: Final = "number"
_FIELDS: Final = (EXACT, *LANGUAGES)
_MEMORY: Final = 50_000_000
_AT_MOST: Final = 500
"""More entries than this do not tell a word's page from another."""


class EntryIndex:
    """Entries go by their number. Nothing that a person writes is read as a query language."""

    def __init__(self, entries: Sequence[Entry], text: Callable[[Entry], str]) -> None:
        self._index: Final = _empty()
        writer = self._index.writer(heap_size=_MEMORY, num_threads=1)
        for number, entry in enumerate(entries):
            writer.add_document(_document(number, entry, text(entry)))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher: Final = self._index.searcher()

    def known_by(self, phrases: Iterable[Phrase]) -> dict[int, float]:
        """The entries that are known by one of these phrases, and how well each is."""
        return self._found([self._all(map(_by_key, each.words)) for each in phrases])

    def telling_of(self, phrases: Iterable[Phrase]) -> dict[int, float]:
        """The entries whose text holds one of these phrases."""
        return self._found([self._all(map(_in_body, each.words)) for each in phrases])

    def has_in_text(self, word: Word) -> bool:
        return any(self._searcher.doc_freq(field, stem) for field, stem in _in_body(word))

    def _all(self, words: Iterable[Iterable[tuple[str, str]]]) -> Query:
        return Query.boolean_query([(Occur.Must, self._any(terms)) for terms in words])

    def _any(self, terms: Iterable[tuple[str, str]]) -> Query:
        schema = self._index.schema
        return Query.disjunction_max_query(
            [Query.term_query(schema, field, stem, index_option="freq") for field, stem in terms]
        )

    def _found(self, queries: list[Query]) -> dict[int, float]:
        hits = self._searcher.search(Query.disjunction_max_query(queries), limit=_AT_MOST, count=False).hits
        numbers = self._searcher.fast_field_values(_NUMBER, [address for _, address in hits])
        return {int(number or 0): float(score) for number, (score, _) in zip(numbers, hits, strict=True)}


def _empty() -> Index:
    builder = SchemaBuilder()
    for field in _FIELDS:
        builder = builder.add_text_field(field, tokenizer_name=field, index_option="freq")
    builder = builder.add_text_field(_BODY, tokenizer_name="en", index_option="freq")
    index = Index(builder.add_unsigned_field(_NUMBER, fast=True).build())
    for field in _FIELDS:
        index.register_tokenizer(field, analyser(field))
    return index


def _document(number: int, entry: Entry, text: str) -> Document:
    """A unit lies under its language, under all of them where it may be any, and as it is written."""
    document = Document()
    document.add_unsigned(_NUMBER, number)
    for field in _FIELDS:
        units = (unit.text for unit in entry.units if field == EXACT or unit.language in ("", field))
        document.add_text(field, "\n".join(units))
    document.add_text(_BODY, text)
    return document


def _by_key(word: Word) -> list[tuple[str, str]]:
    return [(field, stem) for field, _, stem in (key.partition(":") for key in sorted(word.keys))]


def _in_body(word: Word) -> list[tuple[str, str]]:
    """Texts are in English. A word of another language stands in them as it is, if at all."""
    return [(_BODY, stem) for stem in analyser("en").analyze(word.text)]
