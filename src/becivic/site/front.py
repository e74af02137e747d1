"""The way into the site for every address that is not the API's: what pages are dressed in, files, redirects, pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from starlette.responses import RedirectResponse
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

from becivic.publishing.repository import RepositoryRefused
from becivic.site.book import SKILLS
from becivic.site.site import Site
from becivic.site.static_files import static_answers
from becivic.site.surfaces import WHOLE, Surfaces
from becivic.site.twins import twin
from becivic.store.store import StoreUnavailable
from becivic.web import shortcut
from becivic.web.problems import problem

_OTHERS: Final = ("/api", "/mcp", "/metrics")
"""Where pages are never looked for (R-SITE-01)."""

_RETRY_AFTER: Final = "5"


@dataclass(frozen=True, slots=True)
class Front:
    site: Site
    surfaces: Surfaces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pages are read without records and history where they must; what is made of nothing else is refused then."""
        try:
            await self._answer(scope, receive, send)
        except (StoreUnavailable, RepositoryRefused) as away:
            what = "The records" if isinstance(away, StoreUnavailable) else "Earlier texts"
            said = f"{what} cannot be reached at the moment, and this page is made of nothing else. Try again soon."
            await problem(503, said, headers={"Retry-After": _RETRY_AFTER})(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        answer = static_answers().get(path) or await self.surfaces.find(path)
        if answer is not None:
            if path not in WHOLE:
                shortcut.keep(scope, answer)
            await answer(scope, send)
            return
        moved = self.site.book().redirects.redirect_for(path)
        if moved is not None:
            await RedirectResponse(_with_query(moved.location, scope), moved.status)(scope, receive, send)
            return
        await self.site(scope, receive, send)

    def route(self) -> Route:
        return _PageRoute("/{address:path}", self, methods=["GET"])

    def twin_of_the_list(self) -> Route:
        """`/skills/index.md`, which would be the source of a skill called `index`: it comes before those."""
        return Route(twin(SKILLS), self, methods=["GET"])


def _with_query(location: str, scope: Scope) -> str:
    """What was asked of the old address is asked of the new one, where that does not say something itself."""
    query = scope["query_string"].decode("latin-1")
    return f"{location}?{query}" if query and not {"?", "#"} & set(location) else location


class _PageRoute(Route):
    """Takes every address but those of the API: there an unknown one is a problem, not a page."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] == "http" and not is_page(scope["path"]):
            return Match.NONE, {}
        return super().matches(scope)


def is_page(path: str) -> bool:
    """Whether an address is the site's: a page, or a file beside them."""
    return not any(path == other or path.startswith(f"{other}/") for other in _OTHERS)
