"""GET /api/concerns, and those on one skill: what was published, with its votes; of what waits a number (C-56)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.arrivals import answering
from becivic.api.outcomes import refused
from becivic.api.reading.answers import Sent, Serving, listed, prepared, without_nothing
from becivic.api.reading.parameters import (
    AFTER_CONCERN,
    CONCERN_STATUS,
    SINCE,
    SKILL,
    TARGET_ID,
    TARGET_TYPE,
    ConcernStatus,
)
from becivic.api.reading.query import Query
from becivic.api.reading.skills import NO_SKILL
from becivic.clock import rfc3339
from becivic.intake.refusal import Refusal
from becivic.publishing import published_concerns
from becivic.publishing.published_concerns import About, Concern, Page
from becivic.rendering.observed import DATA
from becivic.rules.consensus import Policy
from becivic.rules.moments import read_rfc3339
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.web.answers import CONCERNS_CACHE
from becivic.web.problems import problem


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: about what, from where on, and whether published ones, waiting ones or both."""

    about: About
    after: str | None
    limit: int
    statuses: frozenset[ConcernStatus]


Admission = Callable[[Request], Refusal | None]


@dataclass(frozen=True, slots=True)
class ConcernRoutes:
    store: Store
    serving: Serving
    policy: Policy
    admit: Admission
    """Asked first: nobody reads all day long what others wrote (R-READ-13)."""

    def routes(self) -> list[Route]:
        return [
            Route("/api/concerns", answering(self.get_concerns), methods=["GET"]),
            Route("/api/skills/{id}/concerns", answering(self.get_concerns_of_skill), methods=["GET"]),
        ]

    async def get_concerns(self, request: Request) -> Response:
        if (refusal := self.admit(request)) is not None:
            return refused(refusal)
        query = Query(request.query_params)
        about = About(
            types=[TargetType(each) for each in query.all(TARGET_TYPE)],
            ids=query.all(TARGET_ID),
            skills=query.all(SKILL),
            since=_since(query),
        )
        knows = self.serving().corpus.knows_skill
        if query.refusal is None and not all(knows(each) for each in about.skills):
            return problem(404, NO_SKILL)
        return await self._answer(query, about)

    async def get_concerns_of_skill(self, request: Request) -> Response:
        """On the skill itself; what is said of values, references and paths it cites stands there."""
        if (refusal := self.admit(request)) is not None:
            return refused(refusal)
        skill_id = request.path_params["id"]
        if not self.serving().corpus.knows_skill(skill_id):
            return problem(404, NO_SKILL)
        query = Query(request.query_params)
        return await self._answer(query, About(skills=[skill_id], since=_since(query)))

    async def _answer(self, query: Query, about: About) -> Response:
        statuses = frozenset(ConcernStatus(each) for each in query.all(CONCERN_STATUS))
        asked = Asked(about, query.one(AFTER_CONCERN), query.limit(), statuses or frozenset(ConcernStatus))
        if query.refusal is not None:
            return refused(query.refusal)
        body = await self.store.reading(lambda connection: _body(connection, asked, self.policy))
        return Sent(prepared(body, cache=CONCERNS_CACHE))


def _since(query: Query) -> str | None:
    """As moments are written in columns; years of fewer digits too, so that text order is time order."""
    said = query.one(SINCE)
    at = None if said is None else read_rfc3339(said)
    return None if at is None else f"{at.replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def _body(connection: Connection, asked: Asked, policy: Policy) -> dict[str, Any]:
    page, more = Page([], None), {}
    if ConcernStatus.COMMITTED in asked.statuses:
        page = published_concerns.published(connection, asked.about, asked.after, asked.limit)
    if ConcernStatus.PENDING in asked.statuses:
        more = {"pending": {"staged": published_concerns.staged(connection, asked.about)}}
    return listed([_told(concern, policy) for concern in page.concerns], page.next, notice=DATA, **more)


def _told(concern: Concern, policy: Policy) -> dict[str, Any]:
    """What many voted down is told to be: whoever shows it folds it away, and nobody removes it (R-OBSV-04)."""
    score = concern.score
    return without_nothing(
        {
            "uid": concern.uid,
            "target_type": concern.target_type,
            "target_id": concern.target_id,
            "context": concern.context,
            "content": concern.content,
            "evidence_date": concern.evidence_date,
            "committed_at": rfc3339(concern.committed_at),
            "cohort_anchor": concern.cohort_anchor,
            "votes": {"confirms": score.up, "rejects": score.down},
            "score": score.net,
            "net_score": score.net,
            "up": score.up,
            "down": score.down,
            "hidden": score.is_hidden(policy),
        }
    )
