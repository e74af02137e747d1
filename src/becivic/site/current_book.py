"""The book of whatever is served now: made once for each edition."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from becivic.corpus.load import Corpus
from becivic.site.book import Book

_NAMED_FINDINGS: Final = 20
"""How many redirects that lead nowhere are named one by one in the log."""

_log = logging.getLogger(__name__)


class CurrentBook:
    """`corpus` is what is served now, `make` makes the book of it."""

    def __init__(self, corpus: Callable[[], Corpus], make: Callable[[], Book]) -> None:
        self._corpus = corpus
        self._make = make
        self._book: Book | None = None

    def __call__(self) -> Book:
        book = self._book
        if book is None or book.corpus is not self._corpus():
            book = self._book = self._make()
            for finding in book.redirects.findings[:_NAMED_FINDINGS]:
                _log.warning("%s: %s", finding.place, finding.message)
        return book
