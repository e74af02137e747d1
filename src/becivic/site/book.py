"""Every page of one corpus: those that need the corpus alone, and by which addresses the others are found.

Made once for a commit. What the records say comes with a reading, whoever serves or writes out the pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Final

from becivic.corpus.load import Corpus
from becivic.manual.manual import NO_MANUAL, Manual
from becivic.rules.limits import Limit
from becivic.rules.statuses import Status, is_withheld
from becivic.search.entries import manual_entries
from becivic.search.searcher import Searcher
from becivic.site.agents import connect, submit_pages
from becivic.site.agents.manifest import Grounds
from becivic.site.agents.surface import Surface
from becivic.site.agents.surfaces import CorpusSurfaces
from becivic.site.page import Page
from becivic.site.pages import activity, search_page
from becivic.site.pages.docs import document_pages
from becivic.site.pages.landing import landing_page
from becivic.site.pages.manual import documents_page, manual_pages
from becivic.site.pages.missing import Neighbours
from becivic.site.pages.paths_list import paths_page
from becivic.site.pages.skills_list import skills_page
from becivic.site.pages.themes import theme_pages
from becivic.site.redirects import Redirects

SKILLS: Final = "/skills/"
PATHS: Final = "/paths/"


@dataclass(frozen=True)
class Book:
    """`made_at` is the time of the commit, `limits` are those in force."""

    corpus: Corpus
    public_url: str
    made_at: datetime
    limits: Mapping[Limit, int] = field(default_factory=dict)
    security_contact: str = ""
    """A URI of the operator's."""
    manual: Manual = NO_MANUAL
    """What stands beside the documents of the corpus."""

    @cached_property
    def searcher(self) -> Searcher:
        return Searcher(self.corpus, manual_entries(self.manual))

    @cached_property
    def fixed(self) -> Mapping[str, Page]:
        """Pages of the corpus alone, by address."""
        return {page.address: page for page in self._fixed()}

    def _fixed(self) -> Iterator[Page]:
        yield landing_page(self.corpus, self.public_url)
        yield skills_page(self.corpus)
        yield paths_page(self.corpus)
        yield from theme_pages(self.corpus)
        yield documents_page(self.corpus, self.manual)
        yield from document_pages(self.corpus, self._below, self.public_url)
        yield from manual_pages(self.manual, self.corpus)

    def _below(self, address: str) -> str:
        """What is made, and not written by people, for the page at an address."""
        return connect.below(address, self.public_url) or submit_pages.below(
            address, self.public_url, self.limits, self.corpus.commit
        )

    @cached_property
    def skills(self) -> tuple[str, ...]:
        """Those with a page to be led to; a notice stands at the address of one that is withheld."""
        return tuple(
            key for key, skill in sorted(self.corpus.skills.items()) if not is_withheld(skill.status)
        )

    @cached_property
    def paths(self) -> tuple[str, ...]:
        entries = sorted(self.corpus.paths.entries.items())
        return tuple(key for key, entry in entries if not is_withheld(entry.status))

    @property
    def indexed(self) -> list[str]:
        """What search engines may find: stable content alone, and the pages that lead to it (R-SITE-03)."""
        skills = [f"{SKILLS}{key}" for key in self.skills if self.corpus.skills[key].status is Status.STABLE]
        entries = self.corpus.paths.entries
        paths = [f"{PATHS}{key}" for key in self.paths if entries[key].status is Status.STABLE]
        fixed = [address for address, page in self.fixed.items() if page.is_indexed]
        return sorted([*fixed, *skills, *paths, activity.ADDRESS])

    @cached_property
    def redirects(self) -> Redirects:
        return Redirects.of(self.corpus)

    @cached_property
    def neighbours(self) -> Neighbours:
        return Neighbours(self.addresses)

    @cached_property
    def grounds(self) -> Grounds:
        return Grounds(
            corpus=self.corpus,
            public_url=self.public_url,
            limits=self.limits,
            generated_at=self.made_at,
            manual=self.manual,
            has_mcp=True,  # pages that are written out count on a service at their address: it answers `/mcp` as it does `/api`
        )

    @cached_property
    def surfaces(self) -> Mapping[str, Surface]:
        """The files that need the corpus and the manual alone, by address; each is made when asked for."""
        return CorpusSurfaces(self.grounds)

    @cached_property
    def addresses(self) -> frozenset[str]:
        """Every page that somebody may be led to."""
        skills = (f"{SKILLS}{key}" for key in self.skills)
        paths = (f"{PATHS}{key}" for key in self.paths)
        return frozenset([*self.fixed, *skills, *paths, activity.ADDRESS, search_page.ADDRESS])
