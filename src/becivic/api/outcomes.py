"""How outcomes are said over HTTP: by themselves, or as a result of an envelope (R-API-04, R-ENV-05, R-ENV-06)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from starlette.responses import Response

from becivic.clock import rfc3339
from becivic.intake.envelope import Envelope
from becivic.intake.outcomes import Applied, Duplicate, Outcome, Staged, Validated
from becivic.intake.refusal import Refusal
from becivic.intake.service import Answer
from becivic.intake.status import status_of
from becivic.rules.consensus import VOICES_OF_A_NETWORK
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import STAGING_HOURS, SubmissionType
from becivic.web.json_bytes import json_bytes
from becivic.web.problems import problem

NOT_COUNTED: Final = (
    f"Recorded, and not counted: {VOICES_OF_A_NETWORK} other voices of this IPv6 /48 network count on it already. An"
    " injection flag is heard all the same."
)


def json_answer(body: Mapping[str, Any], status: int = 200) -> Response:
    """What is said about a submission is for its submitter alone."""
    return Response(
        json_bytes(body),
        status,
        headers={"Cache-Control": "no-store"},
        media_type="application/json",
    )


def refused(refusal: Refusal) -> Response:
    said = refusal.said()
    headers = {}
    if refusal.retry_after is not None:
        headers["Retry-After"] = str(refusal.retry_after)
    if refusal.category is ErrorCategory.UNAUTHORISED:
        headers["WWW-Authenticate"] = "Bearer"
    return problem(refusal.status, said.pop("detail"), extra=said, headers=headers)


def outcome_name(outcome: Outcome) -> str:
    match outcome:
        case Staged():
            return "staged"
        case Applied():
            return "applied"
        case Duplicate():
            return "duplicate"
        case Validated():
            return "validated"
        case Refusal():
            return outcome.category.value


def one_answer(kind: SubmissionType, outcome: Outcome) -> Response:
    if isinstance(outcome, Refusal):
        return refused(outcome)
    body = {kind.id_field: outcome.id, "status": outcome_name(outcome), **_more(outcome)}
    if isinstance(outcome, Staged):
        body["staging_window_hours"] = STAGING_HOURS
    return json_answer(body)


def envelope_answer(envelope: Envelope, answers: list[Answer]) -> Response:
    results = [_result(envelope, index, answer) for index, answer in enumerate(answers)]
    turned_away = [answer.outcome for answer in answers]
    if turned_away and all(
        isinstance(each, Refusal) and each.category is ErrorCategory.RATE_LIMIT_EXCEEDED
        for each in turned_away
    ):
        return _none_fits(turned_away, results)
    return json_answer({"session_id": envelope.session_id, "mode": envelope.mode.value, "results": results})


def _none_fits(turned_away: list[Outcome], results: list[dict[str, Any]]) -> Response:
    """Design 7.10: only an envelope of which nothing fits is refused whole."""
    waits = [each.retry_after or 1 for each in turned_away if isinstance(each, Refusal)]
    first = turned_away[0]
    assert isinstance(first, Refusal)  # the caller has looked
    return refused(Refusal(first.category, first.detail, retry_after=min(waits), more={"results": results}))


def _result(envelope: Envelope, index: int, answer: Answer) -> dict[str, Any]:
    outcome = answer.outcome
    head: dict[str, Any] = {"idx": index, "type": envelope.type_of(index)}
    if not isinstance(outcome, Refusal):
        return {**head, "ok": True, "status": outcome_name(outcome), "id": outcome.id, **_more(outcome)}
    well_formed = answer.submission.well_formed_id if answer.submission is not None else None
    told = {"id": well_formed} if well_formed else {}
    return {**head, "ok": False, "status": "rejected", **told, **outcome.said()}


def _more(outcome: Staged | Applied | Duplicate | Validated) -> dict[str, Any]:
    match outcome:
        case Staged():
            said = {"cancel_token": outcome.cancel_token, "commit_eta": rfc3339(outcome.commit_eta)}
            return {**said, **_warned(outcome)}
        case Applied():
            applied = {"applied_at": rfc3339(outcome.applied_at)}
            return applied if outcome.counts else {**applied, "counted": False, "detail": NOT_COUNTED}
        case Validated():
            return {"would_stage_for": rfc3339(outcome.would_stage_for), **_warned(outcome)}
        case Duplicate():
            return status_of(outcome.known) if outcome.known is not None else {}


def _warned(outcome: Staged | Validated) -> dict[str, Any]:
    return {"warnings": list(outcome.warnings)} if outcome.warnings else {}
