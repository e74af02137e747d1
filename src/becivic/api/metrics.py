"""GET /metrics: numbers for whoever runs the service, in Prometheus' text format (ADR 40)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.outcomes import refused
from becivic.intake.refusal import Refusal
from becivic.observing.exposition import MEDIA_TYPE
from becivic.rules.errors import ErrorCategory
from becivic.web.client_address import is_on_this_machine
from becivic.web.operator import is_operator

ADDRESS: Final = "/metrics"

_UNAUTHORISED: Final = Refusal(
    ErrorCategory.UNAUTHORISED,
    "These numbers are the operator's.",
    remedy="Ask on the machine itself, past any proxy, or send BECIVIC_OPERATOR_TOKEN as `Authorization: Bearer …`.",
)


def metrics_route(text: Callable[[], Awaitable[str]], operator_token_hash: str | None) -> Route:
    """For a program on this machine that asks for itself, and for whoever holds the operator's token."""

    async def metrics(request: Request) -> Response:
        if not is_on_this_machine(request.scope) and not is_operator(request.scope, operator_token_hash):
            return refused(_UNAUTHORISED)
        headers = {"Cache-Control": "no-store", "Content-Type": MEDIA_TYPE}
        return Response(await text(), headers=headers)

    return Route(ADDRESS, metrics, methods=["GET"])
