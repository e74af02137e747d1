"""What is served beside the pages and is none: files for agents and crawlers, feeds, pictures.

Each is kept by what it is made of. Those that speak of the whole library are made once a minute at most.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple

from becivic.clock import Clock
from becivic.corpus.load import CANONICAL, Corpus
from becivic.reading.kept import Moment
from becivic.reading.last_changes import last_changes
from becivic.reading.walker import Walker
from becivic.rendering.voice import ENGLISH
from becivic.rules.moments import rfc3339
from becivic.site import diagrams
from becivic.site.agents import feeds, llms, sitemap, well_known
from becivic.site.agents.surface import Surface
from becivic.site.asked import Asked, Form
from becivic.site.book import SKILLS, Book
from becivic.site.changed import last_changed
from becivic.site.last_days import Days, document_days
from becivic.site.library_files import (
    GRAPH,
    PICTURE,
    Changed,
    graph,
    picture,
    skill_feed,
    whole_feed,
    whole_sitemap,
)
from becivic.site.site import Site
from becivic.store.store import Store, StoreUnavailable
from becivic.web.answers import Prepared
from becivic.web.kept import Kept

WHOLE: Final = (sitemap.ADDRESS, feeds.ADDRESS, llms.FULL_ADDRESS)
"""Made of the whole library, once a minute at most: not for the shortcut, which would keep them for longer."""

_FEED: Final = "/feed.atom"
_CHANGES: Final = 50
_POLICIES: Final = {diagrams.MEDIA_TYPE: (("content-security-policy", diagrams.POLICY),)}


class _Full(NamedTuple):
    """The whole text, and from when it is."""

    corpus: Corpus
    moment: tuple[Moment, int]
    answer: Prepared


@dataclass(slots=True)
class Surfaces:
    """An answer for an address, or None: then it is a page, or nothing."""

    site: Site
    store: Store
    walker: Walker
    clock: Clock
    _kept: Kept = field(default_factory=Kept)
    _last_full: _Full | None = None
    _minute: tuple[str, object] = ("", object())
    _days: tuple[Corpus, Days] | None = None
    _making: dict[str, asyncio.Lock] = field(default_factory=dict)
    """One for each of those that are made of everything: whoever asks meanwhile waits for the one that is made."""

    async def find(self, path: str) -> Prepared | None:
        book = self.site.book()
        if path in book.surfaces:
            return self._kept.get(path, (book.corpus,), lambda: prepared(book.surfaces[path]))
        if path.startswith(SKILLS):
            return await self._of_skill(book, path.removeprefix(SKILLS))
        match path:
            case well_known.SECURITY_ADDRESS:
                return self._prepared(self._security(book), book.corpus, self._this_minute())
            case _ if path in WHOLE:
                return await self._whole(book, path)
            case _ if path == GRAPH:
                return self._prepared(graph(book), book.corpus)
        return None

    def _prepared(self, surface: Surface, *made_of: object) -> Prepared:
        return self._kept.get(surface.address, made_of, lambda: prepared(surface))

    def _security(self, book: Book) -> Surface:
        return well_known.security_txt(book.public_url, self.clock.now(), book.security_contact)

    async def _of_skill(self, book: Book, name: str) -> Prepared | None:
        skill_id, _, file = name.partition("/")
        if skill_id not in book.skills:
            return None
        if f"/{file}" == PICTURE:
            surface = picture(book.corpus, skill_id)
            return None if surface is None else self._prepared(surface, book.corpus)
        if f"/{file}" == _FEED:
            return self._prepared(await self._skill_feed(book, skill_id), self._this_minute(), book.corpus)
        return None

    async def _skill_feed(self, book: Book, skill_id: str) -> Surface:
        file = f"skills/{skill_id}/{CANONICAL}"
        walker = self.walker
        changes = await walker.run(walker.history.latest, book.corpus.commit or "", file, _CHANGES)
        return skill_feed(book, skill_id, changes)

    async def _whole(self, book: Book, path: str) -> Prepared:
        async with self._making.setdefault(path, asyncio.Lock()):
            return await self._made(book, path)

    async def _made(self, book: Book, path: str) -> Prepared:
        """Made of everything: of what the records say too, which is looked at once a minute."""
        minute = self._this_minute()
        known = self._kept.known(path, (minute, book.corpus))
        if known is not None:
            return known
        if path == llms.FULL_ADDRESS:
            full = await self._full(book)
            return self._kept.get(path, (minute, book.corpus), lambda: full)
        changed = await self._last_changed(book)
        if path == sitemap.ADDRESS:
            surface = whole_sitemap(book, changed, await self._document_days(book))
        else:
            surface = whole_feed(book, changed)
        return self._prepared(surface, minute, book.corpus)

    async def _full(self, book: Book) -> Prepared:
        """As it was, while no page can say anything else: of a large library it takes seconds."""
        moment = (await self.site.reader.moment(), self.store.misses)
        last = self._last_full
        if last is None or last.corpus is not book.corpus or last.moment != moment:
            last = self._last_full = _Full(book.corpus, moment, prepared(await self._full_text(book)))
        return last.answer

    async def _last_changed(self, book: Book) -> list[Changed]:
        """Nothing is claimed while the records cannot be reached."""
        try:
            return last_changed(await self.store.reading(last_changes), book.corpus)
        except StoreUnavailable:
            return []

    async def _document_days(self, book: Book) -> Days:
        """Walked once for a commit."""
        if self._days is None or self._days[0] is not book.corpus:
            days = await self.walker.run(document_days, self.walker.history, book)
            self._days = book.corpus, days
        return self._days[1]

    async def _full_text(self, book: Book) -> Surface:
        texts: dict[str, bytes] = {}
        for address in llms.listed(book.grounds):
            found = await self.site.find(book, Asked(address, ENGLISH, Form.MARKDOWN, b""))
            if found is not None and found.page.markdown is not None:
                texts[address] = found.page.markdown(ENGLISH).encode()
            await asyncio.sleep(0)  # others are served in between
        return llms.llms_full_txt(book.grounds, texts.get)

    def _this_minute(self) -> object:
        """The same thing for a minute."""
        minute = rfc3339(self.clock.now())[: len("YYYY-MM-DDTHH:MM")]
        if self._minute[0] != minute:
            self._minute = (minute, object())
        return self._minute[1]


def prepared(surface: Surface) -> Prepared:
    tag = sha256(surface.body).hexdigest()[:32]
    extra = _POLICIES.get(surface.media_type, ())
    return Prepared(surface.body, surface.media_type, tag, extra=extra)
