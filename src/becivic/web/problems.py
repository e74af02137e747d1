"""The one error body: RFC 9457 problem details, with our closed vocabulary in `error` (design 6; R-API-06).

A detail never repeats what the caller sent.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from becivic.rules.errors import ErrorCategory

MEDIA_TYPE: Final = "application/problem+json"

PLAIN_ERRORS: Final = {
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.GONE: "gone",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "content_too_large",  # Python renamed it on the way; we do not
}
"""Names for what HTTP itself says; categories are for submissions."""


def problem_body(
    status: int, detail: str, *, error: str = "", extra: Mapping[str, object] | None = None
) -> bytes:
    """The bytes of a problem. `about:blank`: the status says the kind, `error` says it more closely."""
    phrase = HTTPStatus(status)
    body = {
        "type": "about:blank",
        "title": phrase.phrase,
        "status": status,
        "detail": detail,
        "error": error or PLAIN_ERRORS.get(phrase, phrase.name.lower()),
        **(extra or {}),
    }
    return json.dumps(body, ensure_ascii=False).encode("utf-8") + b"\n"


def problem(
    status: int,
    detail: str,
    *,
    extra: Mapping[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A plain problem: what HTTP says about the address or the method."""
    return _response(status, problem_body(status, detail, extra=extra), headers)


def refusal(category: ErrorCategory, detail: str, *, extra: Mapping[str, object] | None = None) -> Response:
    """A problem of the closed list, with its remedy."""
    body = problem_body(
        category.http_status,
        detail,
        error=category.value,
        extra={"remedy": category.remedy, **(extra or {})},
    )
    return _response(category.http_status, body, None)


def _response(status: int, body: bytes, headers: Mapping[str, str] | None) -> Response:
    return Response(
        body, status, headers={"Cache-Control": "no-store", **(headers or {})}, media_type=MEDIA_TYPE
    )
