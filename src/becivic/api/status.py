"""GET /api/status: all that an agent asks of the service before it sends something, and what became of what it sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.arrivals import answering
from becivic.api.outcomes import json_answer, refused
from becivic.api.reading.parameters import SUBMISSION_ID
from becivic.api.reading.query import Query
from becivic.api.submissions import not_known
from becivic.clock import Clock
from becivic.intake.status import status
from becivic.reading.service import Standing, service_json
from becivic.rules.submissions import type_of
from becivic.store.store import Store

ADDRESS: Final = "/api/status"


@dataclass(frozen=True, slots=True)
class StatusRoutes:
    standing: Callable[[], Standing]
    reached: Callable[[], Awaitable[bool]]
    """Whether the records can be."""
    writable: Callable[[], bool]
    store: Store
    clock: Clock

    def routes(self) -> list[Route]:
        return [Route(ADDRESS, answering(self.get_status), methods=["GET"])]

    async def get_status(self, request: Request) -> Response:
        """Where one submission is asked about and the records are away, nobody knows of it: that is refused, not guessed."""
        query = Query(request.query_params)
        submission_id = query.one(SUBMISSION_ID)
        if query.refusal is not None:
            return refused(query.refusal)
        more: dict[str, Any] = {}
        if submission_id is not None:
            submission = await self._submission(submission_id)
            if submission is None:
                return not_known()
            more["submission"] = submission
        records = await self.reached() and self.writable()
        told = service_json(self.standing(), self.clock.now(), records=records)
        return json_answer({**told, **more})

    async def _submission(self, submission_id: str) -> dict[str, Any] | None:
        kind, now = type_of(submission_id), self.clock.now()
        assert kind is not None  # the parameter takes no other id
        found = await self.store.reading(lambda connection: status(connection, kind, submission_id, now))
        return None if found is None else {"id": submission_id, "type": kind.value, **found}
