"""What one look comes to: a verdict only where it is clear."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.corpus.fields import Fields
from becivic.fetching import Answer, Trouble
from becivic.publishing.rot.looking import Look, look_of, look_of_trouble
from becivic.publishing.rot.page_checks import Page
from becivic.rules.submissions import Verdict
from tests.factories.outside import page
from tests.requirement import requirement

FORM: dict[str, Any] = {
    "success_signals": [
        {"check": "form-loaded-selector-visible", "value": "form"},
        {"check": "all-required-fields-fillable", "value": True},
        {"check": "submit-produces-success-page", "value": "thanks"},
    ],
    "failure_signals": [
        {"check": "page-text-contains", "value": "this service has ended", "outcome": "form-not-loadable"},
        {"check": "page-text-contains", "value": "back soon", "outcome": "source-temporarily-down"},
        {"check": "page-text-lacks", "value": "city", "outcome": "fields-missing"},
        {"check": "response-status", "value": "503", "outcome": "source-temporarily-down"},
        {"check": "response-status", "value": "403", "outcome": "form-not-loadable"},
        {"check": "response-status", "value": "418", "outcome": "form-not-loadable"},
    ],
}


def look(answer: Answer, path: dict[str, Any] = FORM) -> Verdict | None:
    return look_of(Page(answer), Fields(path)).verdict


@requirement("R-PLC-05")
def test_a_page_that_shows_what_it_should_is_confirmed_without_what_only_people_can_tell() -> None:
    assert look(page("<form>")) is Verdict.CONFIRM


@requirement("R-PLC-05")
@pytest.mark.parametrize(
    "answer",
    [page(status=404), page(status=410), page("<form> This service has ended"), page("<form>", status=418)],
)
def test_what_is_gone_is_rejected(answer: Answer) -> None:
    assert look(answer) is Verdict.REJECT


@pytest.mark.parametrize(
    "answer",
    [
        page("<p>Something else"),
        page("<form> Back soon"),
        page("<form> Back soon: this service has ended"),
        page("<form>", status=403),
        page("<form>", status=429),
        page("<form>", status=500),
        page("<form>", status=503),
        page("<form>", content_encoding="gzip"),
    ],
)
def test_what_is_not_clear_is_no_verdict(answer: Answer) -> None:
    assert look(answer) is None


def test_where_a_machine_can_see_nothing_it_says_nothing() -> None:
    only_people = {"success_signals": [{"check": "form-submitted-successfully", "value": True}]}
    assert look(page("<form>"), only_people) is None
    assert look(page("<form>"), {}) is None


def test_a_sign_in_is_as_far_as_a_machine_goes() -> None:
    path = {"success_signals": [{"check": "deeplink-reaches-auth-wall", "value": True}]}
    assert look(page(status=401), path) is Verdict.CONFIRM


def test_trouble_is_a_verdict_only_where_the_name_is_gone() -> None:
    assert look_of_trouble(Trouble.NO_SUCH_NAME) == Look(Verdict.REJECT, "no_such_name", has_answered=False)
    assert look_of_trouble(Trouble.TOO_SLOW) == Look(None, "too_slow", has_answered=False)
    assert look_of_trouble(Trouble.ROBOTS) == Look(None, "robots", has_answered=False, was_asked=False)
