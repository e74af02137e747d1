"""The files beside the pages of a site that is written out: what agents and crawlers fetch, feeds, pictures, redirects.

Names are known before anything is made. Writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from html import escape
from http import HTTPStatus
from typing import Final, NamedTuple

from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import Corpus
from becivic.reading.path_catalogue import PathCatalogue
from becivic.rendering.voice import ENGLISH
from becivic.site import diagrams, static_files
from becivic.site.agents import feeds, sitemap, well_known
from becivic.site.book import SKILLS
from becivic.site.export_search import STATIC_POLICY
from becivic.site.export_sources import Source
from becivic.site.graph_picture import graph_picture
from becivic.site.library_files import GRAPH, PICTURE, picture, skill_feed, whole_feed, whole_sitemap
from becivic.site.redirects import SPELT_OUT, Redirect, plain_place
from becivic.site.shelf import as_files
from becivic.words import LANGUAGES

Named = Iterator[tuple[str, bytes]]

_HEADERS: Final = f"/*\n  Content-Security-Policy: {STATIC_POLICY}\n".encode()
"""For hosts that read such a file; the others send what they are told elsewhere."""


SERVED: Final = ("/api/", "/mcp")
"""What only a running service answers."""


class Sheet(NamedTuple):
    """Files that are made together: under which names at most, and by whom."""

    names: tuple[str, ...]
    make: Callable[[], Named]


def single(address: str, make: Callable[[], bytes]) -> Sheet:
    name = address.removeprefix("/")
    return Sheet((name,), lambda: iter([(name, make())]))


def page_file(address: str, name: str) -> str:
    """A page lies in the folder of its address."""
    return f"{address.strip('/')}/{name}".lstrip("/")


def files_beside(source: Source, pages: Collection[str], languages: Collection[str]) -> Iterator[Sheet]:
    """`pages` are the names that are taken, `languages` those that the pages are in."""
    sheets = [
        *(single(address, make) for address, make in _fetched(source)),
        single(sitemap.ADDRESS, lambda: _sitemap(source, languages)),
        *_pictures(source),
    ]
    yield from sheets
    yield from _redirected(source, pages, {*pages, *(name for sheet in sheets for name in sheet.names)})


def _fetched(source: Source) -> Iterator[tuple[str, Callable[[], bytes]]]:
    book = source.book
    files: dict[str, Callable[[], bytes]] = {
        address: partial(bytes, content) for address, content in static_files.files().items()
    }
    yield from (files | dict(as_files(book.corpus)) | dict(_paths_index(book.corpus))).items()
    for (
        address
    ) in book.surfaces:  # not made before they are asked for: all packages together are the whole library
        yield address, partial(_surface, source, address)
    yield GRAPH, lambda: graph_picture(book.corpus).encode()
    yield feeds.ADDRESS, lambda: whole_feed(book, source.changed()).body
    yield well_known.SECURITY_ADDRESS, partial(_security, source)
    yield "/_headers", partial(bytes, _HEADERS)
    for skill_id in book.skills:
        yield f"{SKILLS}{skill_id}{feeds.ADDRESS}", partial(_skill_feed, source, skill_id)


def _security(source: Source) -> bytes:
    book = source.book
    return well_known.security_txt(book.public_url, source.now, book.security_contact).body


def _surface(source: Source, address: str) -> bytes:
    return source.book.surfaces[address].body


def _sitemap(source: Source, languages: Collection[str]) -> bytes:
    """With the languages that are there; English is at the plain addresses alone."""
    book = source.book
    left_out = tuple(f'hreflang="{code}"' for code in LANGUAGES if code not in languages)
    lines = whole_sitemap(book, source.changed(), source.document_days()).text.splitlines(keepends=True)
    kept = "".join(line for line in lines if not any(each in line for each in left_out))
    url = escape(book.public_url)
    return kept.replace(f'"{url}/{ENGLISH.language}/', f'"{url}/').encode()


def _skill_feed(source: Source, skill_id: str) -> bytes:
    return skill_feed(source.book, skill_id, source.changes_of(skill_id)).body


def _pictures(source: Source) -> Iterator[Sheet]:
    corpus = source.book.corpus
    for skill_id in source.book.skills:
        if diagrams.FILE in corpus.skills[skill_id].companions:
            name = f"{SKILLS}{skill_id}{PICTURE}".removeprefix("/")
            yield Sheet((name,), partial(_picture, name, corpus, skill_id))


def _picture(name: str, corpus: Corpus, skill_id: str) -> Named:
    """None where it cannot be drawn, here or at all."""
    drawn = picture(corpus, skill_id)
    if drawn is not None:
        yield name, drawn.body


def _redirected(source: Source, taken: Collection[str], written: Collection[str]) -> Iterator[Sheet]:
    """A small page at each address that leads to something `written`; hosts that know `_redirects` never show one.

    None beside the folder of a page, under its name and `.html`: some hosts take one for the other. None for a skill's address
    spelt out, which nobody is led to: as many pages as there are skills, each in a folder of its own.
    """
    table = {
        old: to
        for old, to in source.book.redirects.addresses.items()
        if _leads_away(old, to) and _is_written(to.location, written)
    }
    pages: dict[str, str] = {}
    for old, to in table.items():
        name = old.strip("/") if old.endswith(".html") else page_file(old, "index.html")
        folder = page_file(old.removesuffix(".html"), "index.html")
        is_free = name not in taken and folder not in taken
        if is_free and _is_page(old) and not to.location.startswith(SERVED) and not old.endswith(SPELT_OUT):
            pages.setdefault(name, to.location)  # with and without a slash it is one folder
    for name, location in pages.items():
        yield single(name, partial(_redirect, source.book.public_url, location))
    lines = [f"{old} {to.location} {int(to.status)}\n" for old, to in table.items()]
    lines.append(f"/{ENGLISH.language}/* /:splat {int(HTTPStatus.PERMANENT_REDIRECT)}\n")
    yield single("_redirects", "".join(lines).encode)


def _leads_away(old: str, to: Redirect) -> bool:
    """A folder and its page are the same to whoever hands out files."""
    return old.removesuffix("index.html").strip("/") != to.location.strip("/")


def _is_written(location: str, written: Collection[str]) -> bool:
    """Of what is withheld there may be nothing to be led to; what a service answers is there where one runs."""
    place = plain_place(location)
    is_here = place.lstrip("/") in written or page_file(place, "index.html") in written
    return is_here or place.startswith(SERVED)


def _is_page(address: str) -> bool:
    """Nobody would be led anywhere by HTML under the name of another kind of file."""
    return "." not in address.rpartition("/")[2].removesuffix(".html")


def _paths_index(corpus: Corpus) -> Iterator[tuple[str, Callable[[], bytes]]]:
    if (catalogue := PathCatalogue.of(corpus, None)) is not None:
        yield f"/{PATHS_INDEX}", partial(bytes, catalogue.text)


def _redirect(public_url: str, location: str) -> bytes:
    place, canonical = escape(location), escape(public_url + location)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Be Civic</title>\n'
        f'<link rel="canonical" href="{canonical}">\n<meta name="robots" content="noindex">\n'
        f'<meta http-equiv="refresh" content="0; url={place}">\n</head>\n'
        f'<body><p><a href="{place}">{place}</a></p></body>\n</html>\n'
    ).encode()
