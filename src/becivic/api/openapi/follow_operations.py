"""The operations that come after sending: asking, taking back, and what operators do with a submission."""

from __future__ import annotations

from typing import Final

from becivic.api.openapi import answer_examples
from becivic.api.openapi.answers import TRACKED
from becivic.api.openapi.components import Schema, reference
from becivic.api.openapi.operations import (
    CANCEL_TOKEN,
    FOLLOW,
    OPERATE,
    OPERATOR_TOKEN,
    STORE,
    answered,
    body,
    operation_id,
    with_article,
)
from becivic.api.openapi.refusals import body_refusals, not_found, refusals
from becivic.rules.errors import ErrorCategory
from becivic.rules.identifiers import SESSION_ID
from becivic.rules.submissions import WRITEBACK_TRANSITIONS, SubmissionState, SubmissionType

NOT_KNOWN: Final = "Nothing is known of this submission, or no longer."


def follow_paths() -> dict[str, Schema]:
    """Everything under `/api/` that names one submission or one session."""
    paths: dict[str, Schema] = {}
    for kind in TRACKED:
        own = f"/api/{kind.facts.route}/{{id}}"
        paths[own] = {"parameters": [_id(kind)], "get": _ask(kind), "delete": _cancel(kind)}
        paths[f"{own}/status"] = {"parameters": [_id(kind)], "patch": _change_status(kind)}
    paths["/api/feedback/sessions/{session_id}"] = {"get": _ask_session()}
    return paths


def _id(kind: SubmissionType) -> Schema:
    return {
        "name": "id",
        "in": "path",
        "required": True,
        "description": f"The `{kind.id_field}` that was sent.",
        "schema": {"type": "string", "pattern": kind.id_pattern},
        "example": answer_examples.example_id(kind),
    }


def _ask(kind: SubmissionType) -> Schema:
    ok = answered(
        "submission-status", "Where it stands, and nothing of what it says.", answer_examples.standing()
    )
    return {
        "tags": [FOLLOW],
        "operationId": operation_id("read", kind),
        "summary": f"Ask what became of {with_article(kind)}",
        "responses": {**ok, **not_found(NOT_KNOWN), **refusals(STORE)},
    }


def _cancel(kind: SubmissionType) -> Schema:
    refused = refusals((ErrorCategory.UNAUTHORISED, ErrorCategory.FORBIDDEN, *STORE))
    operation = {
        "tags": [FOLLOW],
        "operationId": operation_id("cancel", kind),
        "summary": f"Take {with_article(kind)} back",
        "description": "Until it is committed, with the token that came with `staged`. It cannot be undone.",
        "security": [{CANCEL_TOKEN: []}],
    }
    if not kind.facts.staged:
        why = "Takes effect at once, so there is nothing to take back: this always refuses."
        return {**operation, "description": why, "responses": refused}
    ok = answered(
        "cancelled",
        "Taken back. Nothing of it is left.",
        answer_examples.named(cancelled={"cancelled": True}),
    )
    return {**operation, "responses": {**ok, **refused}}


def _change_status(kind: SubmissionType) -> Schema:
    moves = ", ".join(sorted(f"{before} to {after}" for before, after in WRITEBACK_TRANSITIONS))
    refused = refusals(
        (
            ErrorCategory.SCHEMA_FAIL,
            ErrorCategory.IDENTITY_FIELD_PRESENT,
            ErrorCategory.INVALID_TRANSITION,
            ErrorCategory.REGEX_FAIL,
            ErrorCategory.UNAUTHORISED,
            ErrorCategory.FORBIDDEN,
            *STORE,
        )
    )
    changed = {"state": SubmissionState.HELD.value, "previous": SubmissionState.STAGED.value}
    return {
        "tags": [OPERATE],
        "operationId": operation_id("change", kind) + "Status",
        "summary": f"Hold {with_article(kind)} for review, release or discard it",
        "description": f"Possible moves: {moves}. Releasing after an edit takes the edited payload: other words"
        " about the same thing, which the schema of its type and the scrub rules let pass.",
        "security": [{OPERATOR_TOKEN: []}],
        "requestBody": body(
            reference("status-change"), answer_examples.named(hold={"state": SubmissionState.HELD.value})
        ),
        "responses": {
            **answered("status-changed", "Changed.", answer_examples.named(held=changed)),
            **refused,
            **not_found(NOT_KNOWN),
            **body_refusals(),
        },
    }


def _ask_session() -> Schema:
    session = {
        "name": "session_id",
        "in": "path",
        "required": True,
        "description": "The id that the session's agent chose.",
        "schema": {"type": "string", "pattern": SESSION_ID},
        "example": answer_examples.example_session(),
    }
    ok = answered(
        "session-items", "What is known; an unknown session has no items.", answer_examples.session()
    )
    return {
        "tags": [FOLLOW],
        "operationId": "readSession",
        "summary": "Ask what was filed under a session",
        "parameters": [session],
        "responses": {**ok, **refusals((ErrorCategory.SCHEMA_FAIL, *STORE))},
    }
