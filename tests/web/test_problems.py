"""The one error body."""

from __future__ import annotations

import json

import pytest

from becivic.rules.errors import ErrorCategory
from becivic.web.problems import problem, refusal


def test_a_plain_problem_has_the_members_of_rfc_9457_and_our_name_for_it() -> None:
    answer = problem(404, "There is nothing here.", extra={"routes": []})
    assert answer.media_type == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    assert json.loads(bytes(answer.body)) == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "There is nothing here.",
        "error": "not_found",
        "routes": [],
    }


def test_a_status_without_a_name_of_ours_is_named_by_http() -> None:
    assert json.loads(bytes(problem(415, "Not that.").body))["error"] == "unsupported_media_type"
    assert json.loads(bytes(problem(413, "Too much.").body))["error"] == "content_too_large"


@pytest.mark.parametrize("category", ErrorCategory)
def test_a_refusal_carries_its_category_status_and_remedy(category: ErrorCategory) -> None:
    answer = refusal(category, "No.", extra={"pointer": "/a"})
    body = json.loads(bytes(answer.body))
    assert answer.status_code == body["status"] == category.http_status
    assert (body["error"], body["remedy"], body["pointer"]) == (category.value, category.remedy, "/a")
