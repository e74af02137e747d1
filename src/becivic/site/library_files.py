"""Files that are made of the library and are no pages: the pictures, the feeds, the map of the site. Pure.

Whoever serves or writes them says what has changed; nothing is looked up here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from becivic.corpus.load import Corpus
from becivic.publishing.file_changes import Change
from becivic.site import diagrams
from becivic.site.agents import sitemap
from becivic.site.agents.feeds import Entry, entry_of, feed
from becivic.site.agents.surface import Surface, text_surface
from becivic.site.book import SKILLS, Book
from becivic.site.graph_picture import graph_picture
from becivic.site.last_days import Days, last_days
from becivic.store.written import read_moment

GRAPH: Final = "/graph.svg"
PICTURE: Final = "/process.svg"


class Changed(NamedTuple):
    """The last change of a skill or a path, as the records have it."""

    address: str
    title: str
    status: str
    version: str
    commit: str
    at: str


def picture(corpus: Corpus, skill_id: str) -> Surface | None:
    """The diagram of a procedure, where there is one and this machine can draw it."""
    if diagrams.FILE not in corpus.skills[skill_id].companions:
        return None
    text = corpus.tree.read(f"skills/{skill_id}/{diagrams.FILE}").decode("utf-8", "replace")
    svg = diagrams.process_svg(text)
    return None if svg is None else text_surface(f"{SKILLS}{skill_id}{PICTURE}", diagrams.MEDIA_TYPE, svg)


def skill_feed(book: Book, skill_id: str, changes: Iterable[Change]) -> Surface:
    page, title = f"{SKILLS}{skill_id}", book.corpus.skills[skill_id].confirmed_title
    entries = [entry_of(page, title, change) for change in changes]
    return feed(book.public_url, entries, book.made_at, page=page, title=title)


def graph(book: Book) -> Surface:
    return text_surface(GRAPH, diagrams.MEDIA_TYPE, graph_picture(book.corpus))


def whole_sitemap(book: Book, changed: Iterable[Changed], documents: Days | None = None) -> Surface:
    artefacts = {each.address: read_moment(each.at).date() for each in changed}
    return sitemap.sitemap_xml(book.public_url, book.indexed, last_days(book, artefacts, documents or {}))


def whole_feed(book: Book, changed: Iterable[Changed]) -> Surface:
    entries = [
        Entry(
            address=each.address,
            title=each.title,
            change=f"Now {each.status}, version {each.version}.",
            commit=each.commit,
            at=read_moment(each.at),
            status=each.status,
            version=each.version,
        )
        for each in changed
        if each.address in book.addresses
    ]
    return feed(book.public_url, entries, book.made_at)
