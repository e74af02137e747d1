"""GET /api/paths, one path, and its history: the catalogue of `/paths/index.json`, whole or narrowed (R-READ-06)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.arrivals import answering
from becivic.api.outcomes import refused
from becivic.api.reading.answers import (
    ANSWERS_BYTES,
    Sent,
    Serving,
    listed,
    prepared,
    tagged,
    told_change,
)
from becivic.api.reading.parameters import (
    AFTER_COMMIT,
    AFTER_PATH,
    DETAIL,
    PATH_STATUS,
    PURPOSE,
    REGION,
    THEME,
)
from becivic.api.reading.query import Query
from becivic.api.reading.skills import NO_COMMIT
from becivic.corpus.load import Corpus
from becivic.publishing.path_history import PathHistory
from becivic.reading.path_catalogue import PathCatalogue, PathFilters
from becivic.reading.path_json import path_json
from becivic.reading.path_pages import Detail, PathPage
from becivic.reading.path_votes import PathVotes
from becivic.reading.readings import PathReading, Withheld
from becivic.reading.walker import Walker
from becivic.rules.places import Region
from becivic.rules.routes import Purpose, Theme
from becivic.rules.statuses import Status
from becivic.web.answers import NOINDEX, Prepared
from becivic.web.kept import Kept
from becivic.web.problems import problem

ADDRESS: Final = "/api/paths"
NO_CATALOGUE: Final = "There is no path catalogue."
NO_PATH: Final = "There is no such path."

Reading = Callable[[Corpus, str], Awaitable[PathReading | Withheld | None]]


@dataclass(frozen=True, slots=True)
class PathRoutes:
    serving: Serving
    votes: PathVotes
    reading: Reading
    walker: Walker
    history: PathHistory
    """Over the walker's, so asked in its thread alone."""
    public_url: str
    _kept: Kept = field(default_factory=lambda: Kept(ANSWERS_BYTES))

    def routes(self) -> list[Route]:
        return [
            Route(ADDRESS, answering(self.get_paths), methods=["GET"]),
            Route(f"{ADDRESS}/{{id}}", answering(self.get_path), methods=["GET"]),
            Route(f"{ADDRESS}/{{id}}/history", answering(self.get_history), methods=["GET"]),
        ]

    async def get_paths(self, request: Request) -> Response:
        """To the byte what the catalogue's own address says, unless somebody asks for less: then the same object with
        fewer paths, or with less of each."""
        query = Query(request.query_params)
        filters, page = _filters(query), _page(query)
        if query.refusal is not None:
            return refused(query.refusal)
        corpus = self.serving().corpus
        catalogue = PathCatalogue.of(corpus, await self.votes.last(), await self.votes.confirmations(corpus))
        if catalogue is None:
            return problem(404, NO_CATALOGUE)
        if page != PathPage():
            return Sent(prepared(page.of(catalogue, filters)))
        if filters:
            return Sent(prepared(catalogue.narrowed(filters)))
        return Sent(Prepared(catalogue.text, "application/json", catalogue.tag, extra=NOINDEX))

    async def get_path(self, request: Request) -> Response:
        corpus = self.serving().corpus
        reading = await self.reading(corpus, request.path_params["id"])
        if reading is None:
            return problem(404, NO_PATH)
        if isinstance(reading, Withheld):
            return _notice(reading)
        told = partial(path_json, reading, corpus.commit, self.public_url)
        return Sent(self._kept.get(reading.entry.key, (reading, corpus), lambda: tagged(told())))

    async def get_history(self, request: Request) -> Response:
        corpus, query, path_id = self.serving().corpus, Query(request.query_params), request.path_params["id"]
        after, limit = query.one(AFTER_COMMIT), query.limit()
        if query.refusal is not None:
            return refused(query.refusal)
        if path_id not in corpus.paths.entries:
            return problem(404, NO_PATH)
        chain = await self.walker.run(self.history.page, corpus.commit or "", path_id, after, limit)
        if chain is None:
            return problem(404, NO_COMMIT)
        return Sent(prepared(listed([told_change(change) for change in chain.changes], chain.next)))


def _notice(withheld: Withheld) -> Response:
    """Instead of the path (R-QUAR-06)."""
    return problem(404 if withheld.status is None else 410, withheld.detail)


def _filters(query: Query) -> PathFilters:
    return PathFilters(
        purposes=frozenset(Purpose(each) for each in query.all(PURPOSE)),
        themes=frozenset(Theme(each) for each in query.all(THEME)),
        statuses=frozenset(Status(each) for each in query.all(PATH_STATUS)),
        regions=frozenset(Region(each) for each in query.all(REGION)),
    )


def _page(query: Query) -> PathPage:
    after, limit = query.page(AFTER_PATH) or ("", None)
    return PathPage(after=after, limit=limit, detail=Detail(query.one(DETAIL) or Detail.FULL))
