"""GET /api/health: whether the service answers, and what it serves right now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from becivic import __version__
from becivic.clock import Clock, rfc3339
from becivic.reading.service import Standing


def health_route(
    standing: Callable[[], Standing], reached: Callable[[], Awaitable[bool]], clock: Clock
) -> Route:
    """`reached` says whether the records can be."""

    async def health(_: Request) -> Response:
        now, records = standing(), await reached()
        body = {
            "status": now.health(records=records),
            "records": "ok" if records else "unreachable",
            "commit": now.corpus.commit,
            "version": __version__,
            "skills": len(now.corpus.skills),
            "paths": len(now.corpus.paths.entries),
            "corpus_errors": len(now.corpus.findings),
            "now": rfc3339(clock.now()),
        }
        return JSONResponse(body, headers={"Cache-Control": "no-store"})

    return Route("/api/health", health, methods=["GET"])
