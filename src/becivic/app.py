"""Builds the application: the library that follows main, the faces over it, and the guard around them.

Here time, randomness and settings become arguments; below, nothing reads them for itself (design 3).
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp, Scope

from becivic.api.docs_page import ADDRESS as DOCS
from becivic.api.docs_page import House
from becivic.api.health import HealthRoutes
from becivic.api.internal import INTERNAL, InternalRoutes
from becivic.api.metrics import metrics_route
from becivic.api.onboarding import OnboardingRoutes
from becivic.api.openapi.document import openapi_document
from becivic.api.openapi_routes import openapi_routes
from becivic.api.reading.answers import Served
from becivic.api.reading.routes import is_hot, reading_routes
from becivic.api.reading.search import SearchRoutes
from becivic.api.status import StatusRoutes
from becivic.api.submissions import SubmissionRoutes
from becivic.intake.refusal import Refusal
from becivic.living import living
from becivic.manual.manual import packaged_manual
from becivic.mcp.endpoint import Endpoint
from becivic.mcp.handlers import Handlers
from becivic.mcp.hot import HotCalls
from becivic.mcp.server import make_server
from becivic.mcp.visit import House as McpHouse
from becivic.reading.freshness import Freshness
from becivic.reading.one_thread import OneThread
from becivic.reading.past import Pasts
from becivic.reading.reader import Reader
from becivic.reading.versions import Versions
from becivic.reading.walker import Walker
from becivic.rules.limits import Limit
from becivic.site import paths_index
from becivic.site.book import Book
from becivic.site.current_book import CurrentBook
from becivic.site.frame import POLICY as PAGE_POLICY
from becivic.site.front import Front, is_page
from becivic.site.pages.guest import framed
from becivic.site.paths_index import PathsIndex, PathVotes
from becivic.site.raw_files import raw_file_routes
from becivic.site.site import Site
from becivic.site.surfaces import Surfaces
from becivic.state import State, house_of
from becivic.web.guard import Guard
from becivic.web.observed import Observed
from becivic.web.origin_check import CrossSiteGuard, OriginCheck
from becivic.web.shortcut import Shortcut, Watch
from becivic.web.unrouted import unrouted
from becivic.words import LANGUAGES

_HOUR: Final = 3600
_CORS_METHODS: Final = ("GET", "HEAD", "POST", "PATCH", "DELETE")
_CORS_EXPOSED: Final = ("ETag", "Retry-After", "X-Request-Id")


@dataclass(frozen=True, slots=True)
class _Shared:
    """What several faces stand on together."""

    book: CurrentBook
    freshness: Freshness
    reader: Reader
    pasts: Pasts
    walker: Walker
    finder: OneThread


def create_app(state: State) -> Starlette:
    shared = _shared(state)
    handlers = _handlers(state, lambda: app)
    origins = OriginCheck(state.public_url, state.allowed_origins)
    tools = Endpoint(make_server(lambda: handlers, state.public_url), origins)
    routes = [
        tools.route(),  # the one that most callers take
        *_writing(state),
        *_reading(state, shared),
        *_told_of_itself(state),
        *_site(state, shared),
    ]
    app = Starlette(
        routes=routes,
        lifespan=living(state, shared.pasts, tools, (shared.walker, shared.finder)),
        middleware=_around(state, _watch(state, shared), origins),
        exception_handlers={HTTPException: unrouted(routes, INTERNAL)},
    )
    app.router.redirect_slashes = False  # a redirect would be built from the caller's Host header
    return app


def _shared(state: State) -> _Shared:
    library, store = state.library, state.intake.store
    freshness = Freshness(store, time.monotonic, state.look_every)
    walker = Walker.of(library.repository)
    pasts = Pasts(walker)
    return _Shared(
        book=CurrentBook(lambda: library.edition.corpus, lambda: _book(state)),
        freshness=freshness,
        reader=Reader(store, freshness, state.policy, state.arrivals.clock, pasts),
        pasts=pasts,
        walker=walker,
        finder=OneThread("becivic-search"),
    )


def _writing(state: State) -> list[Route]:
    library, store = state.library, state.intake.store
    internal = InternalRoutes(
        store, state.arrivals, state.operator_token_hash, lambda: library.edition.scrub, state.policy
    )
    return [
        *SubmissionRoutes(state.intake, state.arrivals, state.tallies.submission).routes(),
        *internal.routes(),
    ]


def _reading(state: State, shared: _Shared) -> list[Route]:
    def serving() -> Served:
        edition = state.library.edition
        return Served(edition.corpus, edition.shelf.answers)

    def admit(request: Request) -> Refusal | None:
        return state.intake.refused_to_read(state.arrivals.origin(request))

    return [
        *reading_routes(shared.reader, serving, shared.walker, state.public_url, admit),
        *SearchRoutes(shared.book, state.public_url, shared.finder).routes(),
        *OnboardingRoutes(serving, state.public_url).routes(),
    ]


def _told_of_itself(state: State) -> list[Route]:
    """The contract, and how the service is."""
    store, clock = state.intake.store, state.arrivals.clock
    return [
        *_described(state.public_url, tuple(state.intake.limits.items())),
        *HealthRoutes(state.standing, state.reached, state.writable, clock, state.is_stopping).routes(),
        metrics_route(state.metrics().text, state.operator_token_hash),
        *StatusRoutes(state.standing, state.reached, state.writable, store, clock).routes(),
    ]


def _site(state: State, shared: _Shared) -> list[Route]:
    library, store, clock = state.library, state.intake.store, state.arrivals.clock
    versions = Versions(shared.reader, shared.walker)
    site = Site(shared.book, shared.reader, clock, versions, shared.finder)
    front = Front(site, Surfaces(site, store, shared.walker, clock))
    votes = PathVotes(store)
    index = PathsIndex(lambda: library.edition.corpus, votes.last, votes.confirmations)
    return [
        Route(paths_index.ADDRESS, index, methods=["GET"]),
        front.twin_of_the_list(),
        *raw_file_routes(lambda: library.edition.shelf, front),
        front.route(),  # takes whatever is left
    ]


def _around(state: State, watch: Watch, origins: OriginCheck) -> list[Middleware]:
    """From the outermost inwards."""
    clock = state.arrivals.clock
    observed = Middleware(
        Observed,
        tallies=state.tallies,
        new_id=state.new_request_id,
        ticks=time.perf_counter,
        trusted=state.arrivals.trusted_proxies,
    )
    shortcut = Middleware(
        Shortcut, watch=watch, takes=lambda path: is_hot(path) or is_page(path), languages=LANGUAGES
    )
    hot_calls = Middleware(
        HotCalls,
        watch=watch,
        second=lambda: int(clock.now().timestamp()),
        admit=lambda scope: _may_read(state, scope),
        random_bytes=secrets.token_bytes,
        count=state.tallies.call,
    )
    guard, cross_site = Middleware(Guard), Middleware(CrossSiteGuard, check=origins)
    return [observed, *_cors(state.allowed_origins), shortcut, guard, cross_site, hot_calls]


def _cors(allowed: tuple[str, ...]) -> list[Middleware]:
    """Lets pages of the allowed origins send JSON and read the answers; without any, no page of another site can."""
    if not allowed:
        return []
    cors = Middleware(
        CORSMiddleware,
        allow_origins=allowed,
        allow_methods=_CORS_METHODS,
        allow_headers=["*"],
        expose_headers=_CORS_EXPOSED,
    )
    return [Middleware(Guard), cors]  # the guard adds the safe headers to the answer of a preflight


def _may_read(state: State, scope: Scope) -> bool:
    return state.intake.refused_to_read(state.arrivals.origin(Request(scope))) is None


def _handlers(state: State, app: Callable[[], ASGIApp]) -> Handlers:
    house = house_of(state, app)

    async def there() -> McpHouse:
        return house

    return Handlers(there, state.tallies.call)


def _book(state: State) -> Book:
    edition = state.library.edition
    return Book(
        edition.corpus,
        state.public_url,
        edition.made_at,
        state.intake.limits,
        state.security_contact,
        packaged_manual(),
    )


def _watch(state: State, shared: _Shared) -> Watch:
    """What every page and answer may depend on: main, the records, and the hour, for things grow stale.

    What was made while the records or main could not be reached, so many times by now, holds for no later request.
    """
    library, store, clock = state.library, state.intake.store, state.arrivals.clock

    def token(number: int | None) -> Hashable:
        misses, hour = store.misses + shared.pasts.misses, int(clock.now().timestamp()) // _HOUR
        return None if number is None else (library.edition.commit, number, misses, hour)

    async def look() -> Hashable:
        return token(await shared.freshness.number())

    return Watch(lambda: token(shared.freshness.fresh()), look)


@lru_cache(maxsize=4)  # half of the work of making an application
def _described(public_url: str, limits: tuple[tuple[Limit, int], ...]) -> tuple[Route, ...]:
    """The contract and the page about it: the same for every application at this address, with these limits."""
    house = House(framed(public_url, DOCS), PAGE_POLICY)
    return tuple(openapi_routes(openapi_document(public_url), house, dict(limits)))
