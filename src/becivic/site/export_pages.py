"""The pages of a site that is written out: each in every language as HTML, and once as markdown.

Names are known before anything is made, so that nothing is touched that could not be finished. Writes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from html import escape
from http import HTTPStatus
from typing import ClassVar, Final

from becivic.rendering.markup import as_page
from becivic.rendering.notices import VERSIONS
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.statuses import Status
from becivic.site.agents import llms
from becivic.site.agents.surface import Surface
from becivic.site.book import PATHS, SKILLS
from becivic.site.export_files import SERVED, Named, Sheet, files_beside, page_file, single
from becivic.site.export_search import findable, static_search_page
from becivic.site.export_sources import Source
from becivic.site.frame import Frame
from becivic.site.page import Page
from becivic.site.pages import activity, missing, search_page
from becivic.site.pages.activity import activity_page
from becivic.site.pages.filtering import PART, parts_of
from becivic.site.pages.path import path_page, withheld_path
from becivic.site.pages.paths_list import paths_page
from becivic.site.pages.skill import skill_page, withheld_page
from becivic.site.pages.skills_list import skills_page
from becivic.site.twins import twin
from becivic.words import OWN_NAMES

_PLAIN: Final = ENGLISH.language
"""Lies at the plain addresses; other languages lie in a folder each."""

_MISSING: Final = "404.html"
_UNRESOLVED: Final = b'data-resolution-status="unresolved"'
"""How a page marks something cited that is not there; text that speaks of it has its quotes escaped."""

_LISTS: Final = {SKILLS: skills_page, PATHS: paths_page}

_VERSIONS: Final = f"/{VERSIONS}/".encode()
_EARLIER: Final = re.compile(rf'(href="|\]\()((?:/[a-z]{{2}})?{SKILLS}[^/")]+/{VERSIONS}/)'.encode())
"""A link to the last stable text of a skill, in HTML or markdown: it lies in history, which a service has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenFrame(Frame):
    languages: tuple[str, ...]
    is_served: ClassVar[bool] = False

    @property
    def markdown(self) -> str:
        """A part of a list has none of its own: that of the list is whole."""
        return twin(self.stands_for or self.address)

    def part(self, address: str, number: int, query: str) -> str:
        """A page of its own: nobody reads what is asked for."""
        del query
        return self.voice.link(_part(address, number))

    @property
    def switches(self) -> list[tuple[str, str, str]]:
        return [(code, OWN_NAMES[code], _folder(code) + self.address) for code in self.languages]


@dataclass
class Pages:
    """All sheets of one site. What the pages say is noted while they are made: the full text is made of it."""

    source: Source
    languages: tuple[str, ...]
    """The plain one first."""
    unresolved: dict[str, int] = field(default_factory=dict)
    """The pages on which something cited is not there, and how often."""
    texts: dict[str, bytes] = field(default_factory=dict)
    """What the pages say in markdown, by address."""

    def sheets(self) -> Iterator[Sheet]:
        """Pages first: what speaks of all of them comes last."""
        for address in self.addresses:
            yield Sheet(tuple(self._names(address)), partial(self._page, address))
        for page in self._withheld:
            yield Sheet(tuple(self._names(page.address)), partial(self._forms, page))
        yield Sheet((_MISSING, *self._names(missing.ADDRESS)), self._missing)
        yield from files_beside(self.source, self._all_names(), self.languages)
        yield single(llms.FULL_ADDRESS, lambda: self._full_text().body)

    @cached_property
    def addresses(self) -> list[str]:
        return sorted([*self.source.book.addresses, *self._parts])

    @cached_property
    def _parts(self) -> dict[str, Page]:
        """The parts of both lists after the first, by address."""
        book = self.source.book
        counts = {SKILLS: len(book.skills), PATHS: len(book.paths)}
        return {
            _part(address, number): replace(
                page(book.corpus, [(PART, str(number))]),
                address=_part(address, number),
                stands_for=address,
                markdown=None,
                is_indexed=False,
            )
            for address, page in _LISTS.items()
            for number in range(2, parts_of(counts[address]) + 1)
        }

    @cached_property
    def _withheld(self) -> list[Page]:
        """The notices that stand where something was pulled for cause: whoever kept the address must learn of it."""
        corpus = self.source.book.corpus
        skills = [each for each in corpus.skills.values() if each.status is Status.QUARANTINED]
        entries = [each for each in corpus.paths.entries.values() if each.status is Status.QUARANTINED]
        return [
            *(withheld_page(skill, corpus) for skill in skills),
            *(withheld_path(entry, corpus) for entry in entries),
        ]

    def _all_names(self) -> set[str]:
        addresses = (*self.addresses, *(page.address for page in self._withheld))
        return {name for address in addresses for name in self._names(address)}

    def _names(self, address: str) -> Iterator[str]:
        yield from (page_file(_folder(code) + address, "index.html") for code in self.languages)
        yield page_file(address, "index.md")

    def _page(self, address: str) -> Named:
        yield from self._forms(self._find(address))
        skill = self.source.book.corpus.skills.get(address.removeprefix(SKILLS))
        if skill is not None:
            skill.body.forget()  # of thousands, one at a time is worked out

    def _forms(self, page: Page) -> Named:
        address = page.address
        for code in self.languages:
            html = self._html(page, code)
            if code == _PLAIN and _UNRESOLVED in html:
                self.unresolved[address] = html.count(_UNRESOLVED)
            yield page_file(_folder(code) + address, "index.html"), html
        if page.markdown is not None:
            self.texts[address] = self._led_to_earlier(page.markdown(ENGLISH).encode())
            yield page_file(address, "index.md"), self.texts[address]

    def _find(self, address: str) -> Page:
        book = self.source.book
        if address in _LISTS:
            return _LISTS[address](book.corpus, is_whole=True)
        if address in self._parts:
            return self._parts[address]
        if address in book.fixed:
            return book.fixed[address]
        if address == search_page.ADDRESS:
            return static_search_page()
        if address == activity.ADDRESS:
            return activity_page(book.corpus, self.source.activity())
        if address.startswith(SKILLS):
            return skill_page(self.source.skill(address.removeprefix(SKILLS)))
        return path_page(self.source.path(address.removeprefix(PATHS)))

    def _html(self, page: Page, language: str) -> bytes:
        url = self.source.book.public_url
        frame = WrittenFrame(
            voice=Voice(language, is_chosen=language != _PLAIN),
            address=page.address,
            public_url=url,
            is_indexed=page.is_indexed,
            stands_for=page.stands_for,
            languages=self.languages,
        )
        html = self._led_to_earlier(as_page(page.html(frame)))
        for served in SERVED:
            html = html.replace(f'href="{served}'.encode(), f'href="{escape(url)}{served}'.encode())
        is_found = page.address != search_page.ADDRESS and page.status is HTTPStatus.OK
        return findable(html) if is_found else html

    def _led_to_earlier(self, text: bytes) -> bytes:
        if _VERSIONS not in text:
            return text
        url = escape(self.source.book.public_url).encode()
        return _EARLIER.sub(rb"\1%b\2" % url, text)

    def _missing(self) -> Named:
        """Where hosts look for it, and where its own links lead."""
        page = missing.missing_page(self.source.book.neighbours, missing.ADDRESS)
        yield _MISSING, self._html(page, _PLAIN)
        yield from self._forms(page)

    def _full_text(self) -> Surface:
        return llms.llms_full_txt(self.source.book.grounds, self.texts.get)


def _part(address: str, number: int) -> str:
    """`/skills/page/2`: no skill has a folder below it of that name."""
    return address if number == 1 else f"{address}page/{number}"


def _folder(language: str) -> str:
    return "" if language == _PLAIN else f"/{language}"


def chosen_languages(asked: Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """All where none is asked for. The plain one is always among them."""
    wanted = set(asked)
    return tuple(code for code in known if code == _PLAIN or not wanted or code in wanted)
