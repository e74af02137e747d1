"""Answers that say what is wrong (R-API-06)."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from becivic.rules.errors import ErrorCategory
from becivic.web.problem_bodies import MEDIA_TYPE, problem_body


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
