"""GET /api/search: what the library has for a question. It may say something of whoever asks, so it is kept nowhere:
not here, not on the way (`no-store`), not in a log, and no refusal repeats it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.arrivals import answering
from becivic.api.outcomes import json_answer, refused
from becivic.api.reading.parameters import FOUND_KIND, FOUND_LANGUAGE, FOUND_LIMIT, QUESTION_ASKED
from becivic.api.reading.query import Query
from becivic.corpus.load import Corpus
from becivic.reading.found import found_json
from becivic.reading.one_thread import OneThread
from becivic.rendering.markup import bounded
from becivic.rules.reading import FOUND
from becivic.search.entries import Kind
from becivic.search.searcher import Searcher

ADDRESS: Final = "/api/search"


class Searched(Protocol):
    """One corpus and the index of it that every face asks."""

    @property
    def corpus(self) -> Corpus: ...

    @property
    def searcher(self) -> Searcher: ...


@dataclass(frozen=True, slots=True)
class _Asked:
    question: str
    language: str
    kinds: frozenset[Kind]
    limit: int


@dataclass(frozen=True, slots=True)
class SearchRoutes:
    searched: Callable[[], Searched]
    public_url: str
    finder: OneThread
    """Of 208 questions of the test set half take 6 milliseconds and the longest 30, and the first one after main has
    moved makes the index: too long for everybody else to wait. The site searches in it too."""

    def routes(self) -> list[Route]:
        return [Route(ADDRESS, answering(self.get_found), methods=["GET"])]

    async def get_found(self, request: Request) -> Response:
        query = Query(request.query_params)
        asked = _Asked(
            question=bounded(query.one(QUESTION_ASKED) or ""),
            language=query.one(FOUND_LANGUAGE) or "en",
            kinds=frozenset(Kind(each) for each in query.all(FOUND_KIND)) or frozenset(Kind),
            limit=int(query.one(FOUND_LIMIT) or FOUND),
        )
        if query.refusal is not None:
            return refused(query.refusal)
        return json_answer(await self.finder.run(self._found, self.searched(), asked))

    def _found(self, searched: Searched, asked: _Asked) -> dict[str, Any]:
        answer = searched.searcher.find(asked.question, asked.language, asked.limit, asked.kinds)
        return found_json(answer, searched.corpus, self.public_url)
