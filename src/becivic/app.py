"""Builds the application: the library that follows main, the faces over it, and the guard around them.

Here time, randomness and settings become arguments; below, nothing reads them for itself (design 3).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Hashable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from http import HTTPStatus
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Scope

from becivic.api.arrivals import Arrivals
from becivic.api.docs_page import ADDRESS as DOCS
from becivic.api.docs_page import House
from becivic.api.health import health_route
from becivic.api.internal import INTERNAL, InternalRoutes
from becivic.api.onboarding import OnboardingRoutes
from becivic.api.openapi.document import openapi_document
from becivic.api.openapi_routes import openapi_routes
from becivic.api.reading.answers import Served
from becivic.api.reading.routes import is_hot, reading_routes
from becivic.api.reading.search import SearchRoutes
from becivic.api.status import StatusRoutes
from becivic.api.submissions import SubmissionRoutes
from becivic.clock import Clock
from becivic.corpus.load import Corpus, Loader
from becivic.intake.addresses import AddressHasher
from becivic.intake.chance import Chance
from becivic.intake.desk import World
from becivic.intake.service import Intake
from becivic.intake.tidying import Tidier
from becivic.mcp.asking import asker
from becivic.mcp.endpoint import Endpoint
from becivic.mcp.handlers import Handlers
from becivic.mcp.hot import HotCalls
from becivic.mcp.server import make_server
from becivic.mcp.visit import House as McpHouse
from becivic.publishing.history import FileHistory
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.servable import load_servable
from becivic.reading.freshness import LOOK_EVERY, Freshness
from becivic.reading.main_files import file_of_main
from becivic.reading.past import Pasts
from becivic.reading.reader import Reader
from becivic.reading.service import Standing
from becivic.reading.versions import Versions
from becivic.rules.consensus import POLICY, Policy
from becivic.rules.errors import BeCivicError
from becivic.rules.limits import Limit
from becivic.rules.schemas import packaged_registry
from becivic.site import paths_index
from becivic.site.book import Book
from becivic.site.frame import POLICY as PAGE_POLICY
from becivic.site.front import Front, is_page
from becivic.site.pages.guest import framed
from becivic.site.paths_index import PathsIndex, PathVotes
from becivic.site.raw_files import raw_file_routes
from becivic.site.shelf import Shelf
from becivic.site.site import Site
from becivic.site.surfaces import Surfaces
from becivic.store import revision
from becivic.store.store import Store, StoreUnavailable
from becivic.web.guard import Guard
from becivic.web.problems import problem
from becivic.web.shortcut import Shortcut, Watch
from becivic.words import LANGUAGES
from becivic_scrub import Engine

FOLLOW_EVERY: Final = 0.5
"""Seconds between looks at main, so that a change shows within one (design 3)."""

TIDY_EVERY: Final = 60.0
"""Seconds between looks at what has outlived its time, so that a day's salt ends with its day (ADR 12)."""

_HOUR: Final = 3600
_NAMED_FINDINGS: Final = 20
"""How many left-out files are named one by one in the log."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Edition:
    """Everything made from one commit. Swapped whole, so that no request sees half of two."""

    corpus: Corpus
    shelf: Shelf
    made_at: datetime
    """The time of the commit."""

    @property
    def commit(self) -> str:
        return self.corpus.commit or ""

    @property
    def scrub(self) -> Engine:
        """Every scrub rule of this commit, ready to run: what cannot run is never served."""
        return self.corpus.scrubbing.whole()


class Library:
    """The current edition. `refresh` may run in any thread, one at a time; readers only take `edition`."""

    def __init__(self, repository: CorpusRepository, loader: Loader) -> None:
        self.repository = repository
        self._loader = loader
        self._complaint = ""
        self.edition = self._load(repository.head(), None)

    @property
    def is_current(self) -> bool:
        """Whether the last look at main found nothing that could not be served."""
        return not self._complaint

    def refresh(self) -> None:
        """Take up main if it has moved. What cannot be served is logged once, and the old edition stays."""
        try:
            head = self.repository.head()
            if head != self.edition.commit:
                self.edition = self._load(head, self.edition.shelf)
            self._complaint = ""
        except BeCivicError as error:
            self._complain(str(error))
        except Exception as error:  # noqa: BLE001  whatever a commit holds, the old edition is still good
            self._complain(f"main cannot be loaded ({type(error).__qualname__}).")

    def _load(self, commit: str, shelf: Shelf | None) -> Edition:
        corpus = load_servable(self.repository, commit, self._loader)
        with self.repository.reading():
            edition = Edition(corpus, Shelf(corpus, shelf), self.repository.made_at(commit))
        for finding in corpus.findings[:_NAMED_FINDINGS]:
            _log.warning("%s: %s", finding.place, finding.message)
        if len(corpus.findings) > _NAMED_FINDINGS:
            _log.warning("%d files more cannot be read.", len(corpus.findings) - _NAMED_FINDINGS)
        return edition

    def _complain(self, complaint: str) -> None:
        if complaint != self._complaint:
            _log.error("%s Still serving commit %s.", complaint, self.edition.commit[:7])
        self._complaint = complaint


@dataclass(frozen=True, slots=True)
class State:
    """What the application stands on."""

    library: Library
    intake: Intake
    arrivals: Arrivals
    public_url: str
    operator_token_hash: str | None = field(default=None, repr=False)
    new_request_id: Callable[[], str] = field(default=lambda: secrets.token_hex(8))
    policy: Policy = POLICY
    """By which votes are counted for whoever reads."""
    security_contact: str = ""
    """Whom to write to about safety: a URI."""
    look_every: float = LOOK_EVERY
    """Seconds after which another process's change is looked for."""
    follow_every: float = FOLLOW_EVERY
    """Seconds between looks at main."""


def open_intake(store: Store, library: Library, key: bytes, limits: Mapping[Limit, int]) -> Intake:
    """The way in, over the edition that is current when something arrives."""
    registry = packaged_registry()
    history = CorpusRepository.open(
        library.repository.path
    )  # of its own: the library reads in another thread

    def world() -> World:
        return World(library.edition.corpus, registry, history.holds)

    return Intake(store, world, AddressHasher(key), limits, Chance(secrets.token_bytes))


def create_app(state: State) -> Starlette:
    library, store = state.library, state.intake.store
    books, clock = Books(state), state.arrivals.clock
    handlers = _handlers(state, lambda: app)
    tools = Endpoint(make_server(lambda: handlers, state.public_url), state.public_url)
    freshness = Freshness(store, time.monotonic, state.look_every)
    file_at, history = file_of_main(library.repository), FileHistory(library.repository)
    pasts = Pasts(file_at, history)
    reader = Reader(store, freshness, state.policy, clock, pasts)
    site = Site(books.current, reader, clock, Versions(reader, file_at))
    front = Front(site, Surfaces(site, store, FileHistory(library.repository), clock))
    routes: list[Route] = [
        tools.route(),  # the one that most callers take
        *SubmissionRoutes(state.intake, state.arrivals).routes(),
        *InternalRoutes(
            store, state.arrivals, state.operator_token_hash, lambda: library.edition.scrub, state.policy
        ).routes(),
        *reading_routes(
            reader,
            lambda: _served(library.edition),
            FileHistory(library.repository),
            state.public_url,
            lambda request: state.intake.refused_to_read(state.arrivals.origin(request)),
        ),
        *SearchRoutes(books.current, state.public_url).routes(),
        *OnboardingRoutes(lambda: _served(library.edition)).routes(),
        *_described(state.public_url, tuple(state.intake.limits.items())),
        health_route(lambda: _standing(library), lambda: _reached(store), clock),
        *StatusRoutes(lambda: _standing(library), lambda: _reached(store), store, clock).routes(),
        Route(
            paths_index.ADDRESS,
            PathsIndex(lambda: library.edition.corpus, PathVotes(store).last),
            methods=["GET"],
        ),
        front.twin_of_the_list(),
        *raw_file_routes(lambda: library.edition.shelf),
    ]
    routes.append(front.route())
    watch = _watch(library, freshness, lambda: store.misses + pasts.misses, clock)
    app = Starlette(
        routes=routes,
        lifespan=_living(state, pasts, tools),
        middleware=[
            Middleware(
                Shortcut,
                watch=watch,
                takes=lambda path: is_hot(path) or is_page(path),
                languages=LANGUAGES,
            ),
            Middleware(Guard, new_id=state.new_request_id),
            Middleware(
                HotCalls,
                watch=watch,
                second=lambda: int(clock.now().timestamp()),
                admit=lambda scope: _may_read(state, scope),
                random_bytes=secrets.token_bytes,
            ),
        ],
        exception_handlers={HTTPException: _http_problem(routes)},
    )
    app.router.redirect_slashes = False  # a redirect would be built from the caller's Host header
    return app


def _may_read(state: State, scope: Scope) -> bool:
    return state.intake.refused_to_read(state.arrivals.origin(Request(scope))) is None


def house_of(state: State, app: Callable[[], ASGIApp]) -> McpHouse:
    """What the tools ask: this application, in the process."""
    return McpHouse(
        ask=asker(app),
        corpus=lambda: state.library.edition.corpus,
        public_url=state.public_url,
        now=state.arrivals.clock.now,
        random_bytes=secrets.token_bytes,
    )


def _handlers(state: State, app: Callable[[], ASGIApp]) -> Handlers:
    house = house_of(state, app)

    async def there() -> McpHouse:
        return house

    return Handlers(there)


class Books:
    """The book of the edition that is current: made once for each."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._book: Book | None = None

    def current(self) -> Book:
        edition, book = self._state.library.edition, self._book
        if book is None or book.corpus is not edition.corpus:
            book = self._book = Book(
                edition.corpus,
                self._state.public_url,
                edition.made_at,
                self._state.intake.limits,
                self._state.security_contact,
            )
            for finding in book.redirects.findings[:_NAMED_FINDINGS]:
                _log.warning("%s: %s", finding.place, finding.message)
        return book


def _watch(library: Library, freshness: Freshness, misses: Callable[[], int], clock: Clock) -> Watch:
    """What every page and answer may depend on: main, the records, and the hour, for things grow stale.

    What was made while the records or main could not be reached, `misses` of them by now, holds for no later request.
    """

    def token(number: int | None) -> Hashable:
        hour = int(clock.now().timestamp()) // _HOUR
        return None if number is None else (library.edition.commit, number, misses(), hour)

    async def look() -> Hashable:
        return token(await freshness.number())

    return Watch(lambda: token(freshness.fresh()), look)


@lru_cache(maxsize=4)  # half of the work of making an application
def _described(public_url: str, limits: tuple[tuple[Limit, int], ...]) -> tuple[Route, ...]:
    """The contract and the page about it: the same for every application at this address, with these limits."""
    house = House(framed(public_url, DOCS), PAGE_POLICY)
    return tuple(openapi_routes(openapi_document(public_url), house, dict(limits)))


def _served(edition: Edition) -> Served:
    return Served(edition.corpus, edition.shelf.answers)


def _standing(library: Library) -> Standing:
    edition = library.edition
    return Standing(edition.corpus, library.is_current, edition.made_at)


async def _reached(store: Store) -> bool:
    try:
        await store.reading(revision.current)
    except StoreUnavailable:
        return False
    return True


def _living(
    state: State, pasts: Pasts, tools: Endpoint
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        pasts.begin(state.library.edition.commit)
        tidying = _keep_tidy(Tidier(state.intake.store), state.arrivals.clock)
        tasks = [asyncio.create_task(work) for work in (_follow(state.library, state.follow_every), tidying)]
        async with tools.running():
            yield
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    return lifespan


async def _follow(library: Library, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        await asyncio.to_thread(library.refresh)


async def _keep_tidy(tidier: Tidier, clock: Clock) -> None:
    while True:
        await asyncio.to_thread(_look, tidier, clock.now())
        await asyncio.sleep(TIDY_EVERY)


def _look(tidier: Tidier, now: datetime) -> None:
    """Whatever goes wrong once, the next look comes: a task that died would keep salts for ever."""
    try:
        tidier.look(now)
    except StoreUnavailable:
        pass  # who asks for something is told
    except Exception as error:  # noqa: BLE001
        _log.error("What has outlived its time could not be put away (%s).", type(error).__qualname__)


def _told(paths: list[str]) -> list[str]:
    """The addresses that anybody may be told of: not the operator's, nor the one that stands for all pages."""
    return sorted({path for path in paths if not path.startswith((INTERNAL, "/{"))})


def _allowed(routes: Sequence[Route], scope: Scope) -> str:
    """Of every route at an address: reading and writing may be two."""
    found = [route for route in routes if route.matches(scope)[0] is not Match.NONE]
    return ", ".join(sorted({method for route in found for method in route.methods or ()}))


def _http_problem(routes: Sequence[Route]) -> Callable[[Request, Exception], Response]:
    """Problems for what the router itself refuses; an unknown address is told the known ones."""
    paths = _told([route.path for route in routes])

    def handle(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)  # Starlette sends nothing else here
        if error.status_code == HTTPStatus.NOT_FOUND:
            return problem(404, "There is nothing at this address.", extra={"routes": paths})
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            allowed = _allowed(routes, request.scope)
            return problem(405, f"This address answers {allowed} only.", headers={"Allow": allowed})
        return problem(error.status_code, HTTPStatus(error.status_code).description, headers=error.headers)

    return handle
