"""The routes that serve a shelf: schemas, communes, scrub rules, generated indexes, and skills as they were written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from becivic.corpus.generated import DASHBOARD, DASHBOARD_PAGE, PATHS_ACTIVITY, SKILLS_INDEX
from becivic.site.shelf import Shelf
from becivic.web.problems import problem
from becivic.web.shortcut import keep

_NOT_YET: Final = "The job `index` has not written this file yet; ask again later."

_ABSENT: Final = {
    **{f"/{file}": _NOT_YET for file in (SKILLS_INDEX, PATHS_ACTIVITY, DASHBOARD, DASHBOARD_PAGE)},
    "/schemas/{file}": "There is no such schema.",
    "/communes.json": "There is no list of communes.",
    "/scrub-rules.json": "There are no scrub rules.",
    "/skills/{id}.md": "There is no such skill.",
}
"""Every route, and what it says when the shelf has nothing there."""


class _FromShelf:
    def __init__(self, shelf: Callable[[], Shelf], absent: str) -> None:
        self._shelf = shelf
        self._absent = absent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._shelf().answers.get(scope["path"])
        if answer is None:
            await problem(404, self._absent)(scope, receive, send)
        else:
            keep(scope, answer)
            await answer(scope, send)


def raw_file_routes(shelf: Callable[[], Shelf]) -> list[Route]:
    """`shelf` gives the current one each time it is asked."""
    return [Route(path, _FromShelf(shelf, absent), methods=["GET"]) for path, absent in _ABSENT.items()]
