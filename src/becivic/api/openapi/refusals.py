"""How the API refuses: the one problem body (RFC 9457), and which refusals an operation may give."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Final

from becivic.api.openapi.answers import BATCHED
from becivic.api.openapi.components import Schema, reference
from becivic.api.openapi.examples import problem_body, refusal_examples
from becivic.api.openapi.shapes import BROKEN_RULE, COUNT, SECONDS, TEXT, closed, id_of
from becivic.intake.envelope import UNKNOWN
from becivic.rules.capabilities import Capability
from becivic.rules.errors import ErrorCategory, LayerTwoCategory, Remediation
from becivic.web.problem_bodies import MEDIA_TYPE, PLAIN_ERRORS

_POINTER: Final[Schema] = {
    "type": "string",
    "pattern": "^(/.*)?$",
    "description": "JSON pointer into what was sent; empty for the whole of it.",
}
_KEYWORD: Final[Schema] = {**TEXT, "description": "The rule of the schema that does not hold."}
_MISSING: Final[Schema] = {**TEXT, "description": "The field that is not there."}

_FAULT: Final = closed(
    {"schema_pointer": _POINTER, "keyword": _KEYWORD, "detail": TEXT}, {"missing": _MISSING}
)
_MATCH: Final = closed(
    {"detector": {**TEXT, "description": "The scrub rule that fired."}},
    {"context_snippet": {**TEXT, "description": "The text around it, with every finding and digit masked."}},
)
_REASON: Final[Schema] = {
    "detail": {**TEXT, "description": "What is wrong, in words. Never a word of what was sent."},
    "remedy": {**TEXT, "description": "What to do about it."},
}
_CLUES: Final[Schema] = {
    "schema_pointer": _POINTER,
    "keyword": _KEYWORD,
    "missing": _MISSING,
    "faults": {
        "type": "array",
        "items": _FAULT,
        "description": "Everything wrong, where there is more than one thing.",
    },
    "missing_capabilities": {"type": "array", "items": {"enum": [each.value for each in Capability]}},
    "retry_after": SECONDS,
    "category": {"enum": [each.value for each in LayerTwoCategory]},
    "matches": {"type": "array", "items": _MATCH},
    "remediation": {"enum": [each.value for each in Remediation]},
    "checks": {"type": "array", "items": BROKEN_RULE},
}
"""What only some refusals say."""

_HEADERS: Final[dict[int, Schema]] = {
    401: {"WWW-Authenticate": {"required": True, "schema": {"const": "Bearer"}}},
    429: {"Retry-After": {"required": True, "schema": SECONDS}},
    503: {"Retry-After": {"required": True, "schema": SECONDS}},
}
_REQUEST_ID: Final[Schema] = {
    "X-Request-Id": {
        "required": True,
        "schema": TEXT,
        "description": "Names this request in the log, if it is in there. Every answer has one.",
    }
}

BODY_STATUSES: Final = {
    HTTPStatus.REQUEST_TIMEOUT: "The body did not arrive in time.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The body is too large.",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "The body is not sent as `application/json`.",
}
"""Refusals of the body as such: HTTP has a better number for them than the category's own."""


def problem_components() -> dict[str, Schema]:
    errors = [*(each.value for each in ErrorCategory), *PLAIN_ERRORS.values()]
    problem = closed(
        {
            "type": {"const": "about:blank"},
            "title": TEXT,
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": _REASON["detail"],
            "error": {"enum": errors},
        },
        {
            "remedy": _REASON["remedy"],
            **_CLUES,
            "results": {
                "type": "array",
                "items": reference("envelope-result"),
                "description": "With 429: what each item of the envelope was told.",
            },
            "routes": {"type": "array", "items": TEXT, "description": "With 404: the addresses there are."},
            "sections": {"type": "array", "items": TEXT, "description": "With 404: the sections there are."},
            "request_id": {**TEXT, "description": "With 500: what to report."},
        },
        "Problem details (RFC 9457). `error` says the kind.",
    )
    return {"problem": problem, "envelope-rejection": _rejection()}


def _rejection() -> Schema:
    kinds = [*(kind.value for kind in BATCHED), UNKNOWN]
    return closed(
        {
            "idx": COUNT,
            "type": {"enum": kinds},
            "ok": {"const": False},
            "status": {"const": "rejected"},
            "error": {"enum": [each.value for each in ErrorCategory]},
            **_REASON,
        },
        {"id": id_of(*BATCHED), **_CLUES},
        "Refused by itself; the other items are judged all the same.",
    )


def refusals(categories: Iterable[ErrorCategory]) -> dict[str, Schema]:
    """The responses of these categories by status."""
    by_status: dict[int, list[ErrorCategory]] = {}
    for category in categories:
        by_status.setdefault(category.http_status, []).append(category)
    return {str(status): _refused(status, told) for status, told in sorted(by_status.items())}


def _refused(status: int, categories: list[ErrorCategory]) -> Schema:
    words = " or ".join(f"`{each.value}`" for each in categories)
    response = _response(status, words, [each.value for each in categories], refusal_examples(categories))
    return _with_remedy(response)


def body_refusals() -> dict[str, Schema]:
    """What every operation that takes a body may refuse before it is read."""
    error = ErrorCategory.SCHEMA_FAIL
    found: dict[str, Schema] = {}
    for status, words in BODY_STATUSES.items():
        body = problem_body(status, words, error.value, remedy=error.remedy)
        response = _response(status, f"`{error.value}`", [error.value], {error.value: {"value": body}})
        found[str(int(status))] = _with_remedy(response)
    return found


def not_found(detail: str) -> dict[str, Schema]:
    return plain_refusal(HTTPStatus.NOT_FOUND, detail)


def plain_refusal(status: HTTPStatus, detail: str) -> dict[str, Schema]:
    """What HTTP itself says of an address."""
    error = PLAIN_ERRORS[status]
    examples = {error: {"value": problem_body(status, detail, error)}}
    return {str(int(status)): _response(status, f"`{error}`", [error], examples)}


def _response(status: int, description: str, errors: list[str], examples: Schema) -> Schema:
    narrowed: Schema = {
        **reference("problem"),
        "properties": {"status": {"const": int(status)}, "error": {"enum": errors}},
    }
    return {
        "description": description,
        "headers": {**_REQUEST_ID, **_HEADERS.get(status, {})},
        "content": {MEDIA_TYPE: {"schema": narrowed, "examples": examples}},
    }


def _with_remedy(response: Schema) -> Schema:
    """A refusal of the closed list always says what to do."""
    response["content"][MEDIA_TYPE]["schema"]["required"] = ["remedy"]
    return response
