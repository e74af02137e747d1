"""Where addresses of old, or slightly wrong ones, lead: made from the corpus, and written by hand in docs.json.

Hand-written ones win (R-SITE-09). A place is a path of this site and never made of anything a caller wrote. Knows
nothing of HTTP but the two numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Final, NamedTuple

from becivic.corpus.fields import Fields
from becivic.corpus.findings import Finding, Place, Severity
from becivic.corpus.generated import NAVIGATION
from becivic.corpus.load import Corpus
from becivic.corpus.navigation import read_navigation
from becivic.rules import pointers
from becivic.rules.routes import Theme
from becivic.site.shelf import SCHEMAS
from becivic.site.twins import TWIN
from becivic.words import LANGUAGES

RULE: Final = "redirect"
SPELT_OUT: Final = "/canonical"
"""Below the address of a skill: what its file is called."""

_SOURCE: Final = re.compile(r"/[A-Za-z0-9._~/-]*")
_DESTINATION: Final = re.compile(
    r"/(?:[A-Za-z0-9._~-][A-Za-z0-9._~/-]*)?(?:\?[A-Za-z0-9._~=&-]*)?(?:#[A-Za-z0-9._~-]*)?"
)
"""Of this site: `//elsewhere` is not, nor is anything with a scheme."""

_FIXED: Final = {
    "/skills": "/skills/",
    "/paths": "/paths/",
    "/docs": "/docs/",
    "/activity/": "/activity",
    "/api": "/api/docs",
    "/api/": "/api/docs",
    "/agents/": "/agents",
    "/agents/submit": "/agents",
    "/agents/submit/": "/agents",
    "/paths/themes": "/paths/",
    "/paths/themes/": "/paths/",
    "/schemas": SCHEMAS,
    "/schemas/": SCHEMAS,
    "/search/": "/search",
    "/index.html": "/",
    **{f"/paths/themes/{theme}": f"/paths/themes/{theme}/" for theme in Theme},
}


class Redirect(NamedTuple):
    """Where to, and whether for good (308) or for now (307): both keep the method."""

    location: str
    status: HTTPStatus


class Redirects:
    """Looked up whole: nothing a caller writes becomes part of an answer."""

    def __init__(self, generated: Mapping[str, str], written: Mapping[str, Redirect]) -> None:
        self._generated = {
            source: Redirect(place, HTTPStatus.PERMANENT_REDIRECT) for source, place in generated.items()
        }
        self._written = dict(written)
        self.findings: tuple[Finding, ...] = ()
        self._table = self._without_loops()

    @classmethod
    def of(cls, corpus: Corpus) -> Redirects:
        reading = _Written(corpus)
        found = cls(dict(_made(corpus)), reading.redirects)
        looping = [
            reading.finding(reading.pointers[each], "leads back to itself")
            for each in reading.redirects
            if each not in found._written
        ]
        found.findings = (*reading.findings, *looping)
        return found

    @property
    def addresses(self) -> Mapping[str, Redirect]:
        """Every one, for whoever writes the site out."""
        return self._table

    def redirect_for(self, path: str) -> Redirect | None:
        """In a chosen language as without one, where there is more than one."""
        found = self._table.get(path)
        if found is not None:
            return found
        first, _, rest = path[1:].partition("/")
        if first not in LANGUAGES:
            return None
        if path == f"/{first}":
            return Redirect(f"/{first}/", HTTPStatus.PERMANENT_REDIRECT)
        found = self._table.get(f"/{rest}")
        if found is None or not _has_languages(found.location):
            return found
        return Redirect(f"/{first}{found.location}", found.status)

    def _without_loops(self) -> dict[str, Redirect]:
        """Those written by hand that lead back to themselves are left out; what is made from the corpus never does."""
        while True:
            table = {**self._generated, **self._written}
            looping = [source for source in self._written if source in _way(table, source)]
            if not looping:
                break
            for source in looping:
                del self._written[source]
        return {
            source: Redirect(list(_way(table, source).values())[-1], table[source].status) for source in table
        }


def plain_place(location: str) -> str:
    """Without what is asked for there, and where on the page."""
    return location.partition("#")[0].partition("?")[0]


def _has_languages(location: str) -> bool:
    """Whether there is one in every language: a page and its twin; of a file, and of the API, there is one."""
    place = plain_place(location)
    is_file = "." in place.rpartition("/")[2] and not place.endswith(TWIN)
    return not is_file and not place.startswith("/api/")


def _way(table: Mapping[str, Redirect], source: str) -> dict[str, str]:
    """The places that one comes by, each with how it is written: nobody is sent on twice, so the last one counts."""
    way: dict[str, str] = {}
    place = source
    while place in table:
        location = table[place].location
        place = plain_place(location)
        if place in way:
            break
        way[place] = location
    return way


def _made(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """One canonical address for each skill and path (R-SITE-02), and the forms that people and tools try."""
    yield from _FIXED.items()
    for skill in corpus.skills:
        page = f"/skills/{skill}"
        yield from ((f"{page}{form}", page) for form in ("/", SPELT_OUT, ".html", "/index.html"))
        yield f"{page}/canonical.md", f"{page}.md"
    for path in corpus.paths.entries:
        page = f"/paths/{path}"
        yield from ((f"{page}{form}", page) for form in ("/", ".html", "/index.html"))


class _Written:
    """`redirects` of docs.json. What cannot be one is left out, and said."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.redirects: dict[str, Redirect] = {}
        self.pointers: dict[str, str] = {}
        self.findings: list[Finding] = []
        fields = Fields.of(read_navigation(corpus))
        listed = fields.raw("redirects")
        for index, entry in enumerate(listed if isinstance(listed, list) else []):
            self._read(Fields.of(entry, f"{fields.at('redirects')}/{index}"))

    def _read(self, entry: Fields) -> None:
        source, destination = entry.text("source"), entry.text("destination")
        wrong = _wrong(source, destination, self.redirects)
        if wrong:
            self.findings.append(self.finding(entry.pointer, wrong))
            return
        is_for_now = entry.raw("permanent") is False
        status = HTTPStatus.TEMPORARY_REDIRECT if is_for_now else HTTPStatus.PERMANENT_REDIRECT
        self.redirects[source] = Redirect(destination, status)
        self.pointers[source] = entry.pointer

    def finding(self, pointer: str, wrong: str) -> Finding:
        text = self._corpus.tree.read(NAVIGATION).decode("utf-8", "replace")
        place = Place(NAVIGATION, pointers.nearest(pointers.lines_in_json(text), pointer))
        remedy = "Write a source and a destination as paths of this site, each source once, and no circle."
        return Finding(RULE, Severity.WARNING, place, f"This redirect {wrong}, and is left out.", remedy)


def _wrong(source: str, destination: str, known: Mapping[str, Redirect]) -> str:
    if not _SOURCE.fullmatch(source):
        return "has no source that is a plain path"
    if not _DESTINATION.fullmatch(destination):
        return "leads nowhere on this site"
    return "has a source that has one already" if source in known else ""
