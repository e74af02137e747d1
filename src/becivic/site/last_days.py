"""On which day each page last changed, as far as anybody knows: from the records, and from main for documents.

A list changes with what it lists. Of a page that nobody knows it of, nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from becivic.publishing.file_changes import History
from becivic.site.agents import submit_pages
from becivic.site.book import PATHS, SKILLS, Book
from becivic.site.pages import manual
from becivic.site.pages.docs import document_file, document_names
from becivic.site.pages.themes import theme_address, themes_of

Days = Mapping[str, date]
"""By address."""


def document_days(history: History, book: Book) -> Days:
    """Goes through a bounded part of main: for the thread that walks."""
    head = book.corpus.commit
    if head is None:
        return {}
    return dict(_documents(history, book, head))


def _documents(history: History, book: Book, head: str) -> Iterator[tuple[str, date]]:
    for name in document_names(book.corpus):
        if f"/{name}".startswith(submit_pages.FOLDER):  # the schemas write a part of it
            continue
        for change in history.latest(head, document_file(book.corpus, name), 1):
            yield f"/{name}", change.at.date()


def last_days(book: Book, artefacts: Days, documents: Days) -> Days:
    """`artefacts` has the skills and paths that the records know."""
    days = {**artefacts, **documents}
    lists = {address: _newest(days, listed) for address, listed in _lists(book)}
    if book.corpus.commit is not None:
        lists["/"] = book.made_at.date()
    return {**days, **{address: day for address, day in lists.items() if day is not None}}


def _lists(book: Book) -> Iterator[tuple[str, list[str]]]:
    entries = book.corpus.paths.entries
    yield SKILLS, [f"{SKILLS}{key}" for key in book.skills]
    yield PATHS, [f"{PATHS}{key}" for key in book.paths]
    yield manual.ADDRESS, [f"/{name}" for name in document_names(book.corpus)]
    by_theme: dict[str, list[str]] = {}
    for key in book.paths:
        for theme in themes_of(entries[key]):
            by_theme.setdefault(theme, []).append(f"{PATHS}{key}")
    yield from ((theme_address(theme), listed) for theme, listed in by_theme.items())


def _newest(days: Days, addresses: Iterable[str]) -> date | None:
    return max((days[each] for each in addresses if each in days), default=None)
