"""The operations for operators, and those that tell about the service itself."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from becivic.api.openapi import answer_examples
from becivic.api.openapi.components import Schema, reference
from becivic.api.openapi.operations import JSON, OPERATE, OPERATOR_TOKEN, STORE, answered, body
from becivic.api.openapi.refusals import body_refusals, plain_refusal, refusals
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType

SERVICE: Final = "Service"

_OPERATOR: Final[list[Schema]] = [{OPERATOR_TOKEN: []}]


def service_paths() -> dict[str, Schema]:
    return {
        "/api/_internal/catalogue-entries": {"post": _mint()},
        "/api/_internal/artefact-stats": {"get": _artefact_stats()},
        "/api/_internal/rating-stats": {"get": _rating_stats()},
        "/api/health": {"get": _health()},
        "/api/health/live": {"get": _live()},
        "/api/health/ready": {"get": _ready()},
        "/api/openapi.json": {"get": _document()},
        "/api/docs": {"get": _page()},
    }


def _mint() -> Schema:
    request = {"type": TargetType.VOLATILE_VALUE.value, "name": "fin-nationality-registration-duty-eur"}
    minted = {"uid": "val-00001", "name": request["name"], "type": request["type"], "new": False}
    refused = refusals(
        (ErrorCategory.SCHEMA_FAIL, ErrorCategory.UNAUTHORISED, ErrorCategory.FORBIDDEN, *STORE)
    )
    return {
        "tags": [OPERATE],
        "operationId": "mintCatalogueUid",
        "summary": "Give a catalogue name its uid",
        "description": "The same name always gets the same uid.",
        "security": _OPERATOR,
        "requestBody": body(reference("catalogue-entry"), answer_examples.named(value=request)),
        "responses": {
            **answered("catalogue-uid", "The uid of the name.", answer_examples.named(known=minted)),
            **refused,
            **body_refusals(),
        },
    }


def _artefact_stats() -> Schema:
    counts = {"distinct_ips": 4, "distinct_ips_with_injection_flag": 0}
    return {
        "tags": [OPERATE],
        "operationId": "readArtefactStats",
        "summary": "Count the distinct addresses that voted on an artefact",
        "security": _OPERATOR,
        "parameters": [
            _query("target_type", "What kind of artefact.", {"enum": _VOTED}, TargetType.SKILL.value),
            _query("target_id", "Its id.", {"type": "string", "minLength": 1}, "nationality-application"),
        ],
        "responses": {
            **answered("artefact-stats", "The counts.", answer_examples.named(counts=counts)),
            **refusals((ErrorCategory.SCHEMA_FAIL, ErrorCategory.UNAUTHORISED, *STORE)),
        },
    }


_VOTED: Final = [target.value for target in SubmissionType.VALIDATION.facts.targets]


def _query(name: str, description: str, schema: Schema, example: str) -> Schema:
    return {
        "name": name,
        "in": "query",
        "required": True,
        "description": description,
        "schema": schema,
        "example": example,
    }


def _rating_stats() -> Schema:
    return {
        "tags": [OPERATE],
        "operationId": "readRatingStats",
        "summary": "Averages of ratings by axis and cohort",
        "security": _OPERATOR,
        "responses": {
            **answered("rating-stats", "The averages.", answer_examples.rating_stats()),
            **refusals((ErrorCategory.UNAUTHORISED, *STORE)),
        },
    }


def _health() -> Schema:
    return {
        "tags": [SERVICE],
        "operationId": "readHealth",
        "summary": "Ask whether the service answers, and what it serves",
        "responses": {
            **answered("health", "It answers.", answer_examples.health()),
            **refusals((ErrorCategory.INTERNAL_ERROR,)),
        },
    }


def _live() -> Schema:
    return {
        "tags": [SERVICE],
        "operationId": "readLive",
        "summary": "Ask whether the process answers",
        "responses": {
            **answered("live", "It does.", answer_examples.named(live={"live": True})),
            **refusals((ErrorCategory.INTERNAL_ERROR,)),
        },
    }


def _ready() -> Schema:
    return {
        "tags": [SERVICE],
        "operationId": "readReady",
        "summary": "Ask whether requests may be sent to this replica",
        "description": "The records answer, the last write was stored, there is something to serve, and the service is not being stopped.",
        "responses": {
            **answered("ready", "They may.", answer_examples.named(ready={"ready": True})),
            **plain_refusal(HTTPStatus.SERVICE_UNAVAILABLE, "Not ready: records."),
            **refusals((ErrorCategory.INTERNAL_ERROR,)),
        },
    }


def _document() -> Schema:
    schema = {"type": "object", "required": ["openapi", "info", "paths", "components"]}
    return {
        "tags": [SERVICE],
        "operationId": "readOpenApi",
        "summary": "Read this document",
        "responses": {
            "200": {
                "description": "OpenAPI 3.1.",
                "headers": _etag(),
                "content": {JSON: {"schema": schema}},
            },
            **_unchanged(),
        },
    }


def _page() -> Schema:
    return {
        "tags": [SERVICE],
        "operationId": "readDocs",
        "summary": "Read this document as a page",
        "responses": {
            "200": {
                "description": "A page for people.",
                "headers": _etag(),
                "content": {"text/html": {"schema": {"type": "string"}}},
            },
            **_unchanged(),
        },
    }


def _etag() -> Schema:
    return {"ETag": {"required": True, "schema": {"type": "string", "pattern": '^".+"$'}}}


def _unchanged() -> Schema:
    return {"304": {"description": "Not changed since the ETag in `If-None-Match`.", "headers": _etag()}}
