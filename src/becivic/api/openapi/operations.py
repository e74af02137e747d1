"""The operations that take submissions, as paths of the document, and what all operations are made of."""

from __future__ import annotations

from typing import Final

from becivic.api.openapi import answer_examples
from becivic.api.openapi.answers import TRACKED, answer_name
from becivic.api.openapi.components import Schema, reference
from becivic.api.openapi.examples import request_examples
from becivic.api.openapi.refusals import body_refusals, refusals
from becivic.rules import refusals as law
from becivic.rules.errors import ErrorCategory
from becivic.rules.schemas import SchemaFile
from becivic.rules.submissions import SubmissionType

SUBMIT: Final = "Submit"
FOLLOW: Final = "Follow up"
OPERATE: Final = "Operate"

CANCEL_TOKEN: Final = "cancelToken"
OPERATOR_TOKEN: Final = "operatorToken"

JSON: Final = "application/json"

STORE: Final = law.STORE
"""How any operation that reaches the store may end."""

_DRY_RUN: Final[Schema] = {
    "name": "dry_run",
    "in": "query",
    "description": "`1` or `true` judges what is sent and keeps nothing.",
    "schema": {"enum": ["0", "1", "false", "true"]},
}

_PURPOSES: Final = {
    SubmissionType.CONCERN: "Report that something is wrong, or missing, on one artefact.",
    SubmissionType.AMENDMENT: "Correct one artefact: a diff, a field, a value, a reference, one more source.",
    SubmissionType.VALIDATION: "Confirm or reject one artefact, or vote on a published concern.",
    SubmissionType.DRAFT: "Propose a skill or a path that does not exist yet. A maintainer reads every one.",
    SubmissionType.FEEDBACK: "Say something to the operators about Be Civic itself. Never published.",
    SubmissionType.RATING: "Give one to five stars on exactly one axis.",
    SubmissionType.ANALYTICS: "Send one anonymous event of a session, only with consent.",
}


def submission_paths() -> dict[str, Schema]:
    """Where submissions are sent, several at once or one by one."""
    paths: dict[str, Schema] = {"/api/feedback": {"post": _send_envelope()}}
    for kind in SubmissionType:
        paths[f"/api/{kind.facts.route}"] = {"post": _send(kind)}
    return paths


def answered(schema: str, description: str, examples: Schema) -> dict[str, Schema]:
    """The 200 of an operation that answers JSON."""
    content = {JSON: {"schema": reference(schema), "examples": examples}}
    return {"200": {"description": description, "content": content}}


def body(schema: Schema, examples: Schema) -> Schema:
    return {"required": True, "content": {JSON: {"schema": schema, "examples": examples}}}


def operation_id(verb: str, kind: SubmissionType) -> str:
    return f"{verb}{kind.value.capitalize()}"


def _send(kind: SubmissionType) -> Schema:
    done = "Staged" if kind.facts.staged else "Applied"
    ok = answered(answer_name(kind), f"{done}, known already, or judged.", answer_examples.submitted(kind))
    if kind in TRACKED:
        ok["200"]["links"] = {"status": _link(kind)}
    return {
        "tags": [SUBMIT],
        "operationId": operation_id("submit", kind),
        "summary": f"Send {with_article(kind)}",
        "description": _PURPOSES[kind],
        "parameters": [_DRY_RUN],
        "requestBody": body(reference(kind.schema_file), request_examples(SchemaFile(kind.schema_file))),
        "responses": {**ok, **refusals(law.refusal_categories(kind)), **body_refusals()},
    }


def _link(kind: SubmissionType) -> Schema:
    return {
        "operationId": operation_id("read", kind),
        "parameters": {"id": f"$response.body#/{kind.id_field}"},
        "description": "What became of it.",
    }


def _send_envelope() -> Schema:
    categories = (
        ErrorCategory.SCHEMA_FAIL,
        ErrorCategory.IDENTITY_FIELD_PRESENT,
        ErrorCategory.FORBIDDEN,
        ErrorCategory.RATE_LIMIT_EXCEEDED,
        *STORE,
    )
    ok = answered("envelope-answer", "One result for each item.", answer_examples.envelope())
    return {
        "tags": [SUBMIT],
        "operationId": "submitEnvelope",
        "summary": "Send several submissions of one session",
        "description": (
            "The header is said once. Every item is judged by itself: one that is refused stops no other. "
            "`mode` decides whether anything is kept; it wins over `dry_run`."
        ),
        "parameters": [_DRY_RUN],
        "requestBody": body(reference(SchemaFile.ENVELOPE), request_examples(SchemaFile.ENVELOPE)),
        "responses": {**ok, **refusals(categories), **body_refusals()},
    }


def with_article(kind: SubmissionType) -> str:
    """The type with its article."""
    match kind:
        case SubmissionType.FEEDBACK:
            return "feedback"
        case SubmissionType.ANALYTICS:
            return "an analytics event"
        case _:
            return f"{'an' if kind.value.startswith('a') else 'a'} {kind.value}"
