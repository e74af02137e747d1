"""`/paths/index.json`: the catalogue, prepared once for every change of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final

from starlette.types import Receive, Scope, Send

from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import Corpus
from becivic.reading.confirmations import Confirmations
from becivic.reading.path_catalogue import PathCatalogue
from becivic.reading.path_votes import PathVotes
from becivic.web.answers import Prepared
from becivic.web.problems import problem
from becivic.web.shortcut import keep

__all__ = ["ADDRESS", "LastVote", "PathVotes", "PathsIndex"]

ADDRESS: Final = f"/{PATHS_INDEX}"
_JSON: Final = "application/json"

LastVote = Callable[[], Awaitable[datetime | None]]
Confirmed = Callable[[Corpus], Awaitable[Confirmations]]


class PathsIndex:
    """An ASGI endpoint over the corpus that is served now."""

    def __init__(
        self, corpus: Callable[[], Corpus], last_vote: LastVote, confirmed: Confirmed | None = None
    ) -> None:
        self._corpus = corpus
        self._confirmed = confirmed
        self._last_vote = last_vote
        self._answer: Prepared | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        corpus = self._corpus()
        confirmations = None if self._confirmed is None else await self._confirmed(corpus)
        catalogue = PathCatalogue.of(corpus, await self._last_vote(), confirmations)
        if catalogue is None:
            await problem(404, "There is no path catalogue.")(scope, receive, send)
            return
        answer = self._answer
        if answer is None or answer.tag != catalogue.tag:
            answer = self._answer = Prepared(catalogue.text, _JSON, catalogue.tag)
        keep(scope, answer)
        await answer(scope, send)
