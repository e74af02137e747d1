"""The site as an ASGI endpoint: finds the page that is asked for, and sends it in the form and language that fit.

Every answer is kept by what it is made of, so that a page is made once for a reading; the shortcut before it sends what
is hot without even coming here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from becivic.clock import Clock
from becivic.reading.activity import Activity
from becivic.reading.activity_records import read_activity
from becivic.reading.one_thread import OneThread
from becivic.reading.path_json import path_json
from becivic.reading.reader import Reader
from becivic.reading.readings import Withheld
from becivic.reading.skill_json import skill_json
from becivic.reading.versions import Versions
from becivic.rendering.markup import as_page
from becivic.rendering.notices import VERSIONS
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.errors import ErrorCategory
from becivic.site.asked import Asked, Form, asked_of
from becivic.site.book import PATHS, SKILLS, Book
from becivic.site.frame import POLICY, Frame
from becivic.site.page import Page
from becivic.site.pages import activity, search_page, version
from becivic.site.pages.activity import activity_page
from becivic.site.pages.listed import UnknownFilter
from becivic.site.pages.missing import missing_page
from becivic.site.pages.path import path_page, withheld_path
from becivic.site.pages.paths_list import paths_json, paths_page
from becivic.site.pages.search_page import NOTHING, Question
from becivic.site.pages.skill import skill_page, withheld_page
from becivic.site.pages.skills_list import skills_json, skills_page
from becivic.site.twins import twin
from becivic.store.store import StoreUnavailable
from becivic.web import shortcut
from becivic.web.answers import NEGOTIATED, NOINDEX, Prepared, last_modified
from becivic.web.json_bytes import json_bytes
from becivic.web.kept import Kept
from becivic.web.problems import problem, refusal

_MEDIA: Final = {
    Form.HTML: "text/html; charset=utf-8",
    Form.MARKDOWN: "text/markdown; charset=utf-8",
    Form.JSON: "application/json",
}
_LISTS: Final = {SKILLS: (skills_page, skills_json), PATHS: (paths_page, paths_json)}
_NO_PAGE: Final = "There is nothing at this address. `nearest` lists the most similar ones."
_UNSURE: Final = "no-store"
"""How long anybody may keep that there is nothing: it may be there in a minute."""


@dataclass(frozen=True, slots=True)
class Found:
    """A page, and all that it is made of. One that depends on a query is made for whoever asks, and not kept."""

    page: Page
    made_of: tuple[object, ...] = ()
    withheld: Withheld | None = None
    """What stands there is the notice of it."""


@dataclass(slots=True)
class Site:
    """`book` gives the current one each time it is asked."""

    book: Callable[[], Book]
    reader: Reader
    clock: Clock
    versions: Versions
    finder: OneThread
    """The API searches in it too."""
    _kept: Kept = field(default_factory=Kept)
    _activity: tuple[tuple[object, ...], Activity] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        book, asked = self.book(), asked_of(scope)
        if asked.has_unknown_form:
            await _not_acceptable("No page has a form of this name.", Form)(scope, receive, send)
            return
        found = await self.find(book, asked) or Found(missing_page(book.neighbours, scope["path"]))
        page, is_there = found.page, found.page.status is HTTPStatus.OK
        form = asked.best(
            has_markdown=page.markdown is not None, has_json=page.json is not None or not is_there
        )
        if form is Form.JSON and found.withheld is not None:
            await problem(page.status, found.withheld.detail)(scope, receive, send)
            return
        if form is Form.JSON and not is_there:
            nearest = [f"{book.public_url}{each}" for each in book.neighbours.of(scope["path"])]
            if not nearest:
                raise HTTPException(page.status)  # a problem that lists the routes, as everywhere in JSON
            await problem(page.status, _NO_PAGE, extra={"nearest": nearest})(scope, receive, send)
            return
        try:
            answer = self._answer(book, asked, form, found)
        except UnknownFilter as unknown:
            await _unknown(unknown.names)(scope, receive, send)
            return
        if answer is None:
            await _not_acceptable("This page does not come in that form.", _forms(page))(scope, receive, send)
            return
        if found.made_of:
            shortcut.keep(scope, answer)
        await answer(scope, send)

    async def find(self, book: Book, asked: Asked) -> Found | None:
        """The page at an address; a list is found without its slash where only its twin was asked for."""
        address = asked.address
        if asked.form is Form.MARKDOWN and f"{address}/" in book.fixed:
            address = f"{address}/"
        if address == search_page.ADDRESS:
            return await self._search(book, asked)
        if address in _LISTS:
            return _list(book, address, asked)
        if address in book.fixed:
            return Found(book.fixed[address], (book.corpus,))
        if address == activity.ADDRESS:
            return await self._activity_page(book)
        return await self._artefact(book, address)

    async def _search(self, book: Book, asked: Asked) -> Found:
        question, answer = Question.of(asked.query), NOTHING
        if question.words:
            # The book makes its index when it is first asked for one.
            answer = await self.finder.run(lambda: question.answer(book.searcher, asked.voice.language))
        return Found(search_page.search_page(asked.query, answer))

    async def _artefact(self, book: Book, address: str) -> Found | None:
        if address.startswith(SKILLS):
            name, slash, rest = address.removeprefix(SKILLS).partition("/")
            return await (self._version(book, name, rest) if slash else self._skill(book, name))
        if address.startswith(PATHS):
            return await self._path(book, address.removeprefix(PATHS))
        return None

    async def _skill(self, book: Book, skill_id: str) -> Found | None:
        reading = await self.reader.skill(book.corpus, skill_id)
        if reading is None:
            return None
        if isinstance(reading, Withheld):
            return Found(withheld_page(book.corpus.skills[skill_id], book.corpus), (book.corpus,), reading)
        told = partial(skill_json, reading, book.corpus.commit, book.public_url)
        return Found(replace(skill_page(reading), json=told), (reading, book.corpus))

    async def _version(self, book: Book, skill_id: str, rest: str) -> Found | None:
        folder, _, commit = rest.partition("/")
        if folder != VERSIONS:
            return None
        earlier = await self.versions.find(book.corpus, skill_id, commit)
        if earlier is None:
            return None
        return Found(version.version_page(earlier), (earlier.reading, book.corpus))

    async def _path(self, book: Book, path_id: str) -> Found | None:
        reading = await self.reader.path(book.corpus, path_id)
        if reading is None:
            return None
        if isinstance(reading, Withheld):
            page = withheld_path(book.corpus.paths.entries[path_id], book.corpus)
            return Found(page, (book.corpus,), reading)
        told = partial(path_json, reading, book.corpus.commit, book.public_url)
        return Found(replace(path_page(reading), json=told), (reading, book.corpus))

    async def _activity_page(self, book: Book) -> Found:
        """Counted when some record has changed, and every hour: weeks go by."""
        now = self.clock.now()
        made_of = (book.corpus, await self.reader.freshness.number(), now.strftime("%Y-%m-%dT%H"))
        if self._activity is None or self._activity[0] != made_of:
            try:
                counted = await self.reader.store.reading(
                    lambda connection: read_activity(connection, book.corpus, now)
                )
            except StoreUnavailable:
                if self._activity is None:
                    raise
            else:
                self._activity = (made_of, counted)
        counted = self._activity[1]
        return Found(activity_page(book.corpus, counted), (counted, book.corpus))

    def _answer(self, book: Book, asked: Asked, form: Form, found: Found) -> Prepared | None:
        page, voice = found.page, asked.voice

        def make() -> Prepared:
            written = _written(book, found, form, asked)
            return _prepared(book, found, form, written, asked, self.clock.now())

        if not _has(page, form):
            return None
        if not found.made_of:
            return make()
        return self._kept.get((page.address, form, voice), found.made_of, make)


def _list(book: Book, address: str, asked: Asked) -> Found:
    page, told = _LISTS[address]
    json = partial(told, book.corpus, asked.query, book.public_url)
    if asked.query:
        return Found(replace(page(book.corpus, asked.query), json=json))
    return Found(replace(book.fixed[address], json=json), (book.corpus,))


def _unknown(names: Sequence[str]) -> Response:
    """As the API says it of its own filters."""
    told = {"schema_pointer": f"/{names[0]}", "keyword": "enum"}
    return refusal(ErrorCategory.SCHEMA_FAIL, "This filter has no such value.", extra=told)


def _not_acceptable(detail: str, forms: Iterable[Form]) -> Response:
    """406 with the forms there are, as values of `?format=`."""
    return problem(HTTPStatus.NOT_ACCEPTABLE, detail, extra={"formats": [form.value for form in forms]})


def _forms(page: Page) -> list[Form]:
    return [form for form in Form if _has(page, form)]


def _has(page: Page, form: Form) -> bool:
    return form is Form.HTML or (page.markdown if form is Form.MARKDOWN else page.json) is not None


def _written(book: Book, found: Found, form: Form, asked: Asked) -> bytes:
    page = found.page
    if form is Form.JSON and page.json is not None:
        return json_bytes(page.json())
    if form is Form.MARKDOWN and page.markdown is not None:
        return page.markdown(asked.voice).encode("utf-8")
    frame = Frame(
        voice=asked.voice,
        address=page.address,
        public_url=book.public_url,
        is_indexed=page.is_indexed,
        stands_for=page.stands_for,
        query=_query(found, asked),
    )
    return as_page(page.html(frame))


def _query(found: Found, asked: Asked) -> str:
    """What was asked for beside the address, where the page depends on it."""
    return urlencode(asked.query) if not found.made_of and found.page.status is HTTPStatus.OK else ""


def _prepared(book: Book, found: Found, form: Form, body: bytes, asked: Asked, now: datetime) -> Prepared:
    """Tagged by its bytes: whatever it is made of, a change is never missed. It is as new as its bytes are here."""
    page, query = found.page, _query(found, asked)
    extra = [NEGOTIATED, ("content-language", _language(page, form, asked.voice))]
    if form is Form.HTML:
        extra.append(("content-security-policy", POLICY))
    elif page.status is HTTPStatus.OK:
        extra.append(("link", f'<{book.public_url}{page.stands_for or page.address}>; rel="canonical"'))
        if form is Form.MARKDOWN:
            place = asked.voice.link(twin(page.address))
            extra.append(("content-location", f"{place}?{query}" if query else place))
    if not page.is_indexed or form is not Form.HTML:
        extra.extend(NOINDEX)
    if page.status is HTTPStatus.OK:
        extra.append(last_modified(now))
    tag = sha256(body).hexdigest()[:32]
    kept = {} if page.status is HTTPStatus.OK else {"cache": _UNSURE}
    return Prepared(body, _MEDIA[form], tag, status=page.status, extra=extra, **kept)


def _language(page: Page, form: Form, voice: Voice) -> str:
    """JSON is English, and the markdown of some pages has no other words."""
    match form:
        case Form.JSON:
            return ENGLISH.language
        case Form.MARKDOWN:
            return page.only_language or voice.language
        case Form.HTML:
            return voice.language
