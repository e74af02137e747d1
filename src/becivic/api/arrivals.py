"""What every writing route needs of a request: its body, its origin, and its one line in the log."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from becivic.api.outcomes import refused
from becivic.clock import Clock
from becivic.intake.desk import Origin
from becivic.intake.refusal import Refusal
from becivic.rules.errors import ErrorCategory
from becivic.setting_values import Network
from becivic.store.store import StoreUnavailable
from becivic.web.client_address import client_address
from becivic.web.request_body import BodyRefused, check_media_type, read_body
from becivic.web.request_log import log_submission

RETRY_AFTER: Final = 5
"""Seconds to wait when the records cannot be reached."""

Endpoint = Callable[[Request], Awaitable[Response]]

_log = logging.getLogger("becivic.submissions")


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Turns requests into bodies and origins. Knows the clock and whose word on addresses to take."""

    clock: Clock
    trusted_proxies: Sequence[Network]

    def origin(self, request: Request) -> Origin:
        return Origin(client_address(request.scope, self.trusted_proxies), self.clock.now())

    async def body(self, request: Request) -> bytes:
        check_media_type(request.scope)
        return await read_body(request.receive, request.scope)


def note(ids: Sequence[object], outcome: str, status: int, started: float) -> None:
    """One line: which ids, what became of them, and how long it took (R-PIPE-13)."""
    log_submission(_log, ids, outcome, status, (time.perf_counter() - started) * 1000)


def answering(endpoint: Endpoint, count: Callable[[str], None] = lambda _: None) -> Endpoint:
    """What can go wrong on the way to any of them, said in the one shape there is. `count` hears by which category."""

    async def answer(request: Request) -> Response:
        started = time.perf_counter()
        try:
            return await endpoint(request)
        except BodyRefused as wrong:
            note([], ErrorCategory.SCHEMA_FAIL, wrong.status, started)
            count(ErrorCategory.SCHEMA_FAIL)
            return refused(
                Refusal(
                    ErrorCategory.SCHEMA_FAIL,
                    wrong.detail,
                    pointer="",
                    http_status=wrong.status,
                    remedy=wrong.remedy,
                )
            )
        except StoreUnavailable as trouble:
            _log.warning("%s", trouble)
            note([], ErrorCategory.STAGING_UNAVAILABLE, 503, started)
            count(ErrorCategory.STAGING_UNAVAILABLE)
            return refused(
                Refusal(
                    ErrorCategory.STAGING_UNAVAILABLE,
                    "The records cannot be reached at the moment.",
                    retry_after=RETRY_AFTER,
                )
            )
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it

    return answer
