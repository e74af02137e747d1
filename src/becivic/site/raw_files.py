"""The routes that serve a shelf: schemas, communes, scrub rules, generated indexes, and skills as they were written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

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
}
"""Every route but that of skills, and the detail of its 404."""
_SKILL: Final = "/skills/{id}.md"


class _FromShelf:
    def __init__(self, shelf: Callable[[], Shelf], absent: ASGIApp) -> None:
        self._shelf = shelf
        self._absent = absent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._shelf().answers.get(scope["path"])
        if answer is None:
            await self._absent(scope, receive, send)
        else:
            keep(scope, answer)
            await answer(scope, send)


def raw_file_routes(shelf: Callable[[], Shelf], missing_page: ASGIApp) -> list[Route]:
    """`shelf` gives the current one each time it is asked; `missing_page` answers for a skill that does not exist."""
    files = [
        Route(path, _FromShelf(shelf, problem(404, said)), methods=["GET"]) for path, said in _ABSENT.items()
    ]
    return [*files, Route(_SKILL, _FromShelf(shelf, missing_page), methods=["GET"])]
