"""The three addresses at which the API describes itself: prepared once, sent many times."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from becivic.api.docs_page import ADDRESS, STYLE, House, docs_css, docs_html
from becivic.rendering.markup import as_page
from becivic.rules.limits import Limit
from becivic.web.answers import Prepared

DEFAULT_LIMITS: Final = {limit: limit.value.number for limit in Limit}


class _Sent:
    """An ASGI application, so that Starlette hands over the connection as it is."""

    def __init__(self, answer: Prepared) -> None:
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del receive
        await self._answer(scope, send)


def openapi_routes(
    document: Mapping[str, Any], house: House, limits: Mapping[Limit, int] = DEFAULT_LIMITS
) -> list[Route]:
    """`document` is what `openapi_document` composed; `limits` are those in force."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    page = docs_html(document, limits, house.framed)
    policy = (("content-security-policy", house.policy),)
    return [
        _route("/api/openapi.json", text, "application/json"),
        _route(ADDRESS, page, "text/html; charset=utf-8", policy),
        _route(STYLE, docs_css(), "text/css; charset=utf-8"),
    ]


def _route(path: str, text: str, media_type: str, extra: tuple[tuple[str, str], ...] = ()) -> Route:
    body = as_page(text)
    tag = hashlib.sha256(body).hexdigest()[:40]
    return Route(path, _Sent(Prepared(body, media_type, tag, extra=extra)), methods=["GET"])
