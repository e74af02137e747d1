"""GET /api/skill-graph: the graph that MCP gives too, under the filters of the query (R-READ-01..05)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.arrivals import answering
from becivic.api.outcomes import refused
from becivic.api.reading.answers import Sent, Serving, prepared
from becivic.api.reading.parameters import AFTER_SKILL, DOMAIN, GRAPH_STATUS, LOCALE, PROFILE
from becivic.api.reading.query import Query
from becivic.reading.graph import GraphFilters, GraphPage, graph_of
from becivic.reading.graph_moment import GraphMoment
from becivic.rules.reading import GRAPH_SHOWN
from becivic.rules.skills import Domain
from becivic.rules.statuses import Status
from becivic.web.answers import Prepared

ADDRESS: Final = "/api/skill-graph"

KEPT: Final = 64
"""Answers that are remembered: one for each way of asking."""


Asked = tuple[GraphFilters, GraphPage | None]


@dataclass(frozen=True, slots=True)
class GraphRoutes:
    serving: Serving
    moment: GraphMoment
    public_url: str
    _kept: dict[Asked, tuple[Any, Prepared]] = field(default_factory=dict)

    def routes(self) -> list[Route]:
        return [Route(ADDRESS, answering(self.get_graph), methods=["GET"])]

    async def get_graph(self, request: Request) -> Response:
        query = Query(request.query_params)
        filters, page = _filters(query), query.page(AFTER_SKILL)
        if query.refusal is not None:
            return refused(query.refusal)
        asked = filters, None if page is None else GraphPage(*page)
        return Sent(self._answer(asked, await self.moment.last()))

    def _answer(self, asked: Asked, generated_at: str) -> Prepared:
        corpus, (filters, page) = self.serving().corpus, asked
        key, known = (corpus.commit, generated_at), self._kept.pop(asked, None)
        if known is None or known[0] != key:
            known = (key, prepared(graph_of(corpus, filters, self.public_url, generated_at, page)))
        self._kept[asked] = known
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]  # what nobody asked for longest
        return known[1]


def _filters(query: Query) -> GraphFilters:
    statuses = dict.fromkeys(Status(each) for each in query.all(GRAPH_STATUS))
    return GraphFilters(
        domains=tuple(dict.fromkeys(Domain(each) for each in query.all(DOMAIN))),
        statuses=tuple(statuses) or GRAPH_SHOWN,
        locale=query.one(LOCALE),
        has_profile=query.one(PROFILE) is not None,
    )
