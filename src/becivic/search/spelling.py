"""Words that nobody knows: joined of known ones, as Dutch and German do, or written with a mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from tantivy import Document, Index, Query, SchemaBuilder

_SHORTEST_PART: Final = 4
_LINKS: Final = ("", "s", "en", "n", "e", "es", "er")
_ONE_EDIT_FROM: Final = 5
_TWO_EDITS_FROM: Final = 8
_LOOKED_AT: Final = 50
_FIELD: Final = "word"


class Spelling:
    """Made of all words in use, and how often each is."""

    def __init__(self, words: Counter[str]) -> None:
        self._count: Final = words
        self._index: Final = Index(
            SchemaBuilder().add_text_field(_FIELD, stored=True, tokenizer_name="raw").build()
        )
        writer = self._index.writer(heap_size=15_000_000, num_threads=1)
        for word in words:
            if len(word) >= _ONE_EDIT_FROM:
                document = Document()
                document.add_text(_FIELD, word)
                writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    def knows(self, word: str) -> bool:
        return word in self._count

    def meant(self, word: str) -> str | None:
        """The known word with the fewest mistakes between; of several the one in use most."""
        edits = 2 if len(word) >= _TWO_EDITS_FROM else 1 if len(word) >= _ONE_EDIT_FROM else 0
        for distance in range(1, edits + 1):
            near = [other for other in self._near(word, distance) if other[0] == word[0]]
            if near:
                return min(near, key=lambda other: (-self._count[other], other))
        return None

    def _near(self, word: str, distance: int) -> list[str]:
        searcher = self._index.searcher()
        query = Query.fuzzy_term_query(self._index.schema, _FIELD, word, distance=distance)
        hits = searcher.search(query, limit=_LOOKED_AT, count=False).hits
        return [str(searcher.doc(address)[_FIELD][0]) for _, address in hits]

    def parts(self, word: str) -> list[str]:
        """The known words that this one is joined of, or nothing."""
        return joined_of(word, self.knows)


def joined_of(word: str, knows: Callable[[str], bool]) -> list[str]:
    """The first part as long as can be: `verblijfskaart` and `verlenging`, not `verblijf` and what is no word."""
    for end in range(len(word) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
        if not knows(word[:end]):
            continue
        for link in _LINKS:
            rest = word[end:].removeprefix(link) if word.startswith(link, end) else ""
            if len(rest) < _SHORTEST_PART:
                continue
            others = [rest] if knows(rest) else joined_of(rest, knows)
            if others:
                return [word[:end], *others]
    return []
