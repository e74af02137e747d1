"""Problems for what the router itself refuses: an unknown address is told the known ones, a wrong method the right ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from becivic.web.problems import problem


def _told(routes: Sequence[Route], hidden: str) -> list[str]:
    """The addresses that anybody may be told of: not the operator's, nor the one that stands for all pages."""
    return sorted({route.path for route in routes if not route.path.startswith((hidden, "/{"))})


def _allowed(routes: Sequence[Route], scope: Scope) -> str:
    """Of every route at an address: reading and writing may be two."""
    found = [route for route in routes if route.matches(scope)[0] is not Match.NONE]
    return ", ".join(sorted({method for route in found for method in route.methods or ()}))


def unrouted(routes: Sequence[Route], hidden: str) -> Callable[[Request, Exception], Response]:
    """Handles Starlette's own exceptions. Of addresses that begin with `hidden` nobody is told."""
    paths = _told(routes, hidden)

    def handle(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)  # Starlette sends nothing else here
        if error.status_code == HTTPStatus.NOT_FOUND:
            return problem(404, "There is nothing at this address.", extra={"routes": paths})
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            allowed = _allowed(routes, request.scope)
            return problem(405, f"This address answers {allowed} only.", headers={"Allow": allowed})
        return problem(error.status_code, HTTPStatus(error.status_code).description, headers=error.headers)

    return handle
