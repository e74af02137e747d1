"""The state of the service as an operation of the document, with what it answers."""

from __future__ import annotations

from typing import Any, Final

from becivic import __version__
from becivic.api.openapi import reading_examples as examples
from becivic.api.openapi.answer_examples import example_id, named
from becivic.api.openapi.components import Schema
from becivic.api.openapi.follow_operations import NOT_KNOWN
from becivic.api.openapi.operations import STORE, answered
from becivic.api.openapi.query_parameters import described
from becivic.api.openapi.refusals import not_found, refusals
from becivic.api.openapi.service_answers import HEALTH, known_submission
from becivic.api.openapi.service_operations import SERVICE
from becivic.api.openapi.shapes import COUNT, TEXT, closed, moment
from becivic.api.reading.parameters import SUBMISSION_ID
from becivic.api.status import ADDRESS
from becivic.reading.sending import SCRUB_RULES, sending
from becivic.reading.service import Health
from becivic.reading.terms_of_use import LICENSE
from becivic.rules.errors import ErrorCategory
from becivic.rules.identifiers import GIT_SHA, SEMVER
from becivic.rules.statuses import Status
from becivic.rules.submissions import STAGING_HOURS, SubmissionState, SubmissionType

STATUS: Final = "service-status"

_AT: Final = "2026-11-15T10:00:00Z"


def status_paths() -> dict[str, Schema]:
    return {ADDRESS: {"get": _read()}}


def status_components() -> dict[str, Schema]:
    return {STATUS: _status()}


def _read() -> Schema:
    return {
        "tags": [SERVICE],
        "operationId": "readStatus",
        "summary": "Ask how the service stands, and what became of a submission",
        "description": "What is withheld is not counted. With `submission_id`, what its own address answers is told too:"
        " of one that is not known, or no longer, nothing is.",
        "parameters": [described(SUBMISSION_ID)],
        "responses": {
            **answered(STATUS, "How it stands.", _examples()),
            **not_found(NOT_KNOWN),
            **refusals((ErrorCategory.SCHEMA_FAIL, *STORE)),
        },
    }


def _status() -> Schema:
    shown = [status.value for status in Status if status is not Status.QUARANTINED]
    numbers: Schema = {
        "type": "object",
        "propertyNames": {"enum": shown},
        "additionalProperties": {"type": "integer", "minimum": 1},
    }
    return closed(
        {
            "status": HEALTH,
            "commit": {"type": "string", "pattern": GIT_SHA},
            "corpus_made_at": moment("The time of the commit."),
            "now": moment("The clock of the service."),
            "version": {**TEXT, "description": "Of the program."},
            "skills": COUNT,
            "paths": COUNT,
            "by_status": closed({"skills": numbers, "paths": numbers}),
            "send": _send(),
            "scrub_rules": closed(
                {"address": {"const": SCRUB_RULES}, "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"}}
            ),
            "license": {"const": LICENSE},
        },
        {"submission": known_submission()},
    )


def _send() -> Schema:
    version = {"type": "integer", "minimum": 1}
    return closed(
        {
            "submission_contract_version": {"type": "string", "pattern": SEMVER},
            "schema_versions": closed(dict.fromkeys(sending()["schema_versions"], version)),
            "staging_window_hours": {"const": STAGING_HOURS},
        },
        description="What to write into what is sent, and how long it can be taken back.",
    )


def _examples() -> Schema:
    concern = SubmissionType.CONCERN
    sent = {
        "id": example_id(concern),
        "type": concern.value,
        "state": SubmissionState.COMMITTED.value,
        "committed_at": _AT,
    }
    return named(status=_example(), with_submission={**_example(), "submission": sent})


def _example() -> dict[str, Any]:
    return {
        "status": Health.OK.value,
        "commit": examples.COMMIT,
        "corpus_made_at": _AT,
        "now": _AT,
        "version": __version__,
        "skills": 20,
        "paths": 19,
        "by_status": {"skills": {"alpha": 16, "stable": 4}, "paths": {"alpha": 19}},
        "send": sending(),
        "scrub_rules": {"address": SCRUB_RULES, "sha256": "0123456789abcdef" * 4},
        "license": LICENSE,
    }
