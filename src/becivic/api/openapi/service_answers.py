"""What is answered about submissions that were sent, to operators, and about the service, as components by name."""

from __future__ import annotations

from typing import Final

from becivic.api.minted import BY_WORD, MINTED
from becivic.api.openapi.answers import ETA, TRACKED
from becivic.api.openapi.components import Schema
from becivic.api.openapi.shapes import COUNT, TEXT, closed, id_of, moment
from becivic.reading.service import Health
from becivic.rules import caps
from becivic.rules.changes import ChangeState
from becivic.rules.identifiers import GIT_SHA, SESSION_ID
from becivic.rules.publishing import Failure
from becivic.rules.submissions import SubmissionState
from becivic.rules.targets import RatingAxis, TargetType

_LEFT: Final = "When it left staging."

HEALTH: Final[Schema] = {
    "enum": [health.value for health in Health],
    "description": "stale: main moved to something that cannot be served."
    " degraded: the records cannot be reached or written, so nothing can be taken.",
}


def service_components() -> dict[str, Schema]:
    return {
        "submission-status": {"oneOf": _states()},
        "status-changed": closed({"state": _state(*SubmissionState), "previous": _state(*SubmissionState)}),
        "session-items": _session(),
        **_operator(),
        "health": _health(),
        "live": closed({"live": {"const": True}}),
        "ready": closed({"ready": {"const": True}}),
    }


def _state(*states: SubmissionState) -> Schema:
    return {"enum": [state.value for state in states]}


def known_submission() -> Schema:
    """What is told of one submission among other things: its own name, too."""
    return {
        "oneOf": _states({"id": id_of(*TRACKED), "type": {"enum": [kind.value for kind in TRACKED]}}),
        "description": "Where the submission stands that was asked about, and nothing of what it says.",
    }


def _states(own: Schema | None = None) -> list[Schema]:
    head = own or {}
    released = (SubmissionState.RELEASED, SubmissionState.RELEASED_AFTER_EDIT)
    change = {"change_request": {"enum": [state.value for state in ChangeState]}}
    return [
        closed(
            {**head, "state": _state(SubmissionState.STAGED), "commit_eta": moment(ETA)},
            {"last_error": _last_error()},
        ),
        closed(
            {**head, "state": _state(SubmissionState.COMMITTED), "committed_at": moment(_LEFT)},
            change,
        ),
        closed(
            {**head, "state": _state(SubmissionState.HELD)}, description="A maintainer looks at it first."
        ),
        closed(
            {**head, "state": _state(*released)},
            {"committed_at": moment(_LEFT), **change, "last_error": _last_error()},
            description="A maintainer let it pass; `committed_at` once it is published.",
        ),
        closed({**head, "state": _state(SubmissionState.DISCARDED)}),
        closed(
            {
                **head,
                "state": _state(SubmissionState.QUARANTINED),
                "target_type": {"enum": [each.value for each in TargetType]},
                "target_id": TEXT,
            },
            description="What the vote was on has been pulled for cause.",
        ),
    ]


def _last_error() -> Schema:
    return {
        "enum": [failure.value for failure in Failure],
        "description": "Why it is not published yet. Some are tried again, with others a maintainer is asked.",
    }


def _session() -> Schema:
    item = closed(
        {
            "type": {"enum": [kind.value for kind in TRACKED]},
            "id": id_of(*TRACKED),
            "state": _state(*SubmissionState),
        },
        {"commit_eta": moment(ETA), "committed_at": moment(_LEFT)},
    )
    return closed(
        {
            "session_id": {"type": "string", "pattern": SESSION_ID},
            "items": {"type": "array", "items": item},
        }
    )


def _operator() -> dict[str, Schema]:
    stat = closed(
        {
            "axis": {"enum": [axis.value for axis in RatingAxis]},
            "cohort_anchor": TEXT,
            "average": {"type": "number", "minimum": caps.STARS[0], "maximum": caps.STARS[1]},
            "count": {"type": "integer", "minimum": 1},
        },
        {"skill_id": TEXT},
    )
    return {
        "catalogue-uid": closed(
            {
                "uid": {
                    "type": "string",
                    "anyOf": [{"pattern": kind.prefix.pattern} for kind in MINTED],
                },
                "name": TEXT,
                "type": {"enum": list(BY_WORD)},
                "new": {"type": "boolean", "description": "False when the name had its uid already."},
            }
        ),
        "artefact-stats": closed({"distinct_ips": COUNT, "distinct_ips_with_injection_flag": COUNT}),
        "rating-stats": closed({"items": {"type": "array", "items": stat}}),
    }


def _health() -> Schema:
    remedy = {**TEXT, "description": "What to do about it."}
    check = closed({"name": TEXT, "ok": {"type": "boolean"}}, {"remedy": remedy})
    return closed(
        {
            "status": HEALTH,
            "live": {"const": True},
            "ready": {"type": "boolean", "description": "Whether requests may be sent to this replica."},
            "checks": {"type": "array", "items": check, "description": "What was looked at."},
            "records": {"enum": ["ok", "unreachable"]},
            "commit": {"type": ["string", "null"], "pattern": GIT_SHA},
            "version": TEXT,
            "skills": COUNT,
            "paths": COUNT,
            "corpus_errors": {**COUNT, "description": "Files that could not be read."},
            "now": moment("The clock of the service."),
        }
    )
