"""The write routes: the envelope, a route for each type, taking back, and where something stands (R-API-01..04)."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.arrivals import Arrivals, Endpoint, answering, note
from becivic.api.outcomes import envelope_answer, json_answer, one_answer, outcome_name, refused
from becivic.intake.envelope import Envelope
from becivic.intake.refusal import Refusal
from becivic.intake.service import Answer, Intake
from becivic.intake.staging import UNAUTHORISED, cancel
from becivic.intake.status import session_items, status
from becivic.rules.errors import ErrorCategory
from becivic.rules.identifiers import SESSION_ID, matches
from becivic.rules.submissions import SubmissionType
from becivic.web.operator import bearer
from becivic.web.problems import problem
from becivic.web.request_body import BodyRefused

ENVELOPE_ROUTE: Final = "/api/feedback"
SESSIONS_ROUTE: Final = "/api/feedback/sessions/{session_id}"

_DRY_RUN: Final = {"1": True, "true": True, "0": False, "false": False}


@dataclass(frozen=True, slots=True)
class SubmissionRoutes:
    """Handlers: parse, call one thing, render."""

    intake: Intake
    arrivals: Arrivals
    count: Callable[[SubmissionType | None, str], None] = lambda *_: None
    """Hears what became of everything that was sent, by its type, where that was known."""

    def routes(self) -> list[Route]:
        found = [
            Route(ENVELOPE_ROUTE, answering(self.post_envelope, partial(self.count, None)), methods=["POST"]),
            Route(SESSIONS_ROUTE, answering(self.get_session), methods=["GET"]),
        ]
        for kind in SubmissionType:
            path = f"/api/{kind.facts.route}"
            taking = answering(self._post(kind), partial(self.count, kind))
            found.append(Route(path, taking, methods=["POST"]))
            if (
                kind.facts.in_envelope
            ):  # an analytics event can neither be asked for nor taken back (R-ANL-04)
                found.append(Route(f"{path}/{{id}}", self._one(kind), methods=["GET", "DELETE"]))
        return found

    async def post_envelope(self, request: Request) -> Response:
        started = time.perf_counter()
        taken = await self.intake.take_envelope(
            await self.arrivals.body(request), self.arrivals.origin(request), dry_run=_is_dry_run(request)
        )
        response = refused(taken) if isinstance(taken, Refusal) else envelope_answer(*taken)
        self._count_all(taken)
        note(*_noted(taken), response.status_code, started)
        return response

    def _count_all(self, taken: tuple[Envelope, list[Answer]] | Refusal) -> None:
        if isinstance(taken, Refusal):
            self.count(None, outcome_name(taken))
            return
        for answer in taken[1]:
            self.count(answer.submission.type if answer.submission else None, outcome_name(answer.outcome))

    async def get_session(self, request: Request) -> Response:
        session_id = request.path_params["session_id"]
        if not matches(SESSION_ID, session_id):
            return refused(
                Refusal(ErrorCategory.SCHEMA_FAIL, f"A session id matches {SESSION_ID}.", keyword="pattern")
            )
        now = self.arrivals.clock.now()
        items = await self.intake.store.reading(lambda connection: session_items(connection, session_id, now))
        return json_answer({"session_id": session_id, "items": items})

    def _post(self, kind: SubmissionType) -> Endpoint:
        async def post(request: Request) -> Response:
            started = time.perf_counter()
            answer = await self.intake.take_one(
                kind,
                await self.arrivals.body(request),
                self.arrivals.origin(request),
                dry_run=_is_dry_run(request),
            )
            response = one_answer(kind, answer.outcome)
            self.count(kind, outcome_name(answer.outcome))
            note([_id(answer)], outcome_name(answer.outcome), response.status_code, started)
            return response

        return post

    def _one(self, kind: SubmissionType) -> Endpoint:
        """One route for both, so that a wrong method is told of both."""
        get, delete = answering(self._get(kind)), answering(self._delete(kind), partial(self.count, kind))

        async def one(request: Request) -> Response:
            return await (delete if request.method == "DELETE" else get)(request)

        return one

    def _get(self, kind: SubmissionType) -> Endpoint:
        async def get(request: Request) -> Response:
            submission_id, now = request.path_params["id"], self.arrivals.clock.now()
            found: Mapping[str, Any] | None = None
            if matches(kind.id_pattern, submission_id):
                found = await self.intake.store.reading(
                    lambda connection: status(connection, kind, submission_id, now)
                )
            return json_answer(found) if found is not None else not_known()

        return get

    def _delete(self, kind: SubmissionType) -> Endpoint:
        async def delete(request: Request) -> Response:
            started = time.perf_counter()
            submission_id, token = request.path_params["id"], bearer(request.scope)
            now = self.arrivals.clock.now()
            wrong: Refusal | None = UNAUTHORISED
            if token is not None and matches(kind.id_pattern, submission_id):
                wrong = await self.intake.store.writing(
                    lambda connection: cancel(connection, kind, submission_id, token, now)
                )
            response = json_answer({"cancelled": True}) if wrong is None else refused(wrong)
            outcome = "cancelled" if wrong is None else wrong.category.value
            self.count(kind, outcome)
            note([submission_id], outcome, response.status_code, started)
            return response

        return delete


def not_known() -> Response:
    return problem(
        404,
        "Nothing is known of this submission, or no longer: ids are remembered for 48 hours after commit.",
    )


def _is_dry_run(request: Request) -> bool:
    """`?dry_run=1`, the older way to say validate (R-ENV-07). What cannot be understood never stages."""
    said = request.query_params.getlist("dry_run") if request.scope["query_string"] else []
    if not said:
        return False
    if len(said) > 1 or said[0] not in _DRY_RUN:
        raise BodyRefused(
            400,
            "`dry_run` is neither 1 nor 0, said once.",
            "Send `dry_run=1` to have it judged and not kept, or leave it away.",
        )
    return _DRY_RUN[said[0]]


def _id(answer: Answer) -> object:
    return answer.submission.well_formed_id if answer.submission is not None else None


def _noted(taken: tuple[Envelope, list[Answer]] | Refusal) -> tuple[list[object], str]:
    """The ids of an envelope, and the outcome that all its items share, if they do."""
    if isinstance(taken, Refusal):
        return [], outcome_name(taken)
    answers = taken[1]
    shared = {outcome_name(answer.outcome) for answer in answers}
    return [_id(answer) for answer in answers if not _is_rating(answer)], (
        shared.pop() if len(shared) == 1 else "mixed"
    )


def _is_rating(answer: Answer) -> bool:
    """A rating stands beside nothing else, not even in a line of the log (R-RTG-04)."""
    return answer.submission is not None and answer.submission.type is SubmissionType.RATING
