"""The one error body: RFC 9457 problem details, with our closed vocabulary in `error` (design 6; R-API-06).

A detail never repeats what the caller sent. Bytes alone: whoever answers puts them into an answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

MEDIA_TYPE: Final = "application/problem+json"

PLAIN_ERRORS: Final = {
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.NOT_ACCEPTABLE: "not_acceptable",
    HTTPStatus.GONE: "gone",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "content_too_large",  # Python renamed it on the way; we do not
    HTTPStatus.SERVICE_UNAVAILABLE: "service_unavailable",
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
