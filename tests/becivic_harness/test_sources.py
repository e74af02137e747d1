"""A source as the harness reads it: in which order, how carefully, and never with a crash."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from becivic_harness.sources import Source, sources_of
from tests.factories.walks import eligible_sources, example_source, only_for, open_to_all, path_of
from tests.requirement import requirement

TODAY = date(2026, 11, 15)
WALLONIA = {"region": "Wallonia"}


def ids(*sources: dict[str, Any]) -> list[str]:
    return [each.id for each in eligible_sources(WALLONIA, path_of(*sources), TODAY)]


def form(name: str, **changes: Any) -> dict[str, Any]:
    return open_to_all("federal-anonymous-form", id=name, **changes)


@requirement("R-PRED-04", "R-TEST-04", "R-TRAV-04")
def test_ordinary_sources_come_by_falling_priority_then_fallbacks_and_never_an_ineligible_one() -> None:
    without_priority = form("without-priority")
    del without_priority["priority"]
    assert ids(
        form("last-resort", priority=99, fallback_only=True),
        form("low", priority=10),
        only_for("region", "Flanders", id="closed", priority=100),
        only_for("civic_status", "married", id="unknown", priority=100),
        without_priority,
        form("first-of-two", priority=50, fallback_only=False),
        form("second-of-two", priority=50),
        form("last-of-all", priority=1, fallback_only=True),
    ) == ["first-of-two", "second-of-two", "low", "without-priority", "last-resort", "last-of-all"]


@requirement("R-TRAV-09")
def test_an_offline_source_comes_last_whatever_its_priority_and_even_without_the_flag() -> None:
    unflagged = open_to_all("offline", id="counter", priority=100)
    del unflagged["fallback_only"]
    assert ids(
        unflagged,
        open_to_all("offline", id="post", priority=90),
        form("online", priority=1),
        form("online-fallback", priority=0, fallback_only=True),
    ) == ["online", "online-fallback", "counter", "post"]


@pytest.mark.parametrize(
    "path",
    [None, {}, {"sources": None}, {"sources": "all"}, {"sources": [None, "a", {}, {"id": "Not An Id"}]}],
)
def test_what_is_no_source_is_not_one(path: dict[str, Any] | None) -> None:
    assert sources_of(path) == []


def test_an_id_counts_once() -> None:
    twice = path_of(form("same", priority=1), form("same", priority=100))
    assert [each.priority for each in sources_of(twice)] == [1.0]


@requirement("R-TRAV-10")
@pytest.mark.parametrize(
    ("source", "is_audited"),
    [
        (example_source("brussels-tier1-quicklink"), True),
        (example_source("brussels-tier1-quicklink", audited_document_delivery=False), True),
        (example_source("partner-portal", audited_document_delivery=True), True),
        (example_source("partner-portal"), False),
        (example_source("partner-portal", audited_document_delivery="true"), False),
    ],
)
def test_a_source_delivers_documents_if_it_says_so_or_is_of_the_class_that_does(
    source: dict[str, Any], is_audited: bool
) -> None:
    assert Source(source).is_audited is is_audited


@requirement("R-ACT-01")
@pytest.mark.parametrize(
    ("source", "needs_handoff"),
    [
        (example_source("flanders-api-page"), False),
        (example_source("federal-auth-handoff"), True),
        (example_source("federal-auth-handoff", actor=None), True),
        (
            example_source("federal-auth-handoff", actor={"primary": "agent", "handoff": {"when": "later"}}),
            True,
        ),
        (example_source("offline", actor={"primary": "agent", "handoff": {"when": "none"}}), True),
    ],
)
def test_nothing_but_a_plain_none_is_done_without_handing_over(
    source: dict[str, Any], needs_handoff: bool
) -> None:
    assert Source(source).needs_handoff is needs_handoff


@pytest.mark.parametrize(
    ("procedure", "link"),
    [
        ({"url": "https://a.be/", "deeplink": "https://a.be/deep"}, "https://a.be/deep"),
        ({"form_url": "https://a.be/form", "url": "https://a.be/"}, "https://a.be/form"),
        ({"deeplink": "javascript:alert(1)", "url": "http://a.be/"}, "http://a.be/"),
        ({"deeplink": "https://a.be/ and more"}, ""),
        ({"deeplink": 3}, ""),
        (None, ""),
    ],
)
def test_a_link_is_the_nearest_address_that_is_one(procedure: dict[str, Any] | None, link: str) -> None:
    assert Source({"procedure": procedure}).link == link


def test_an_agent_fetches_the_answer_rather_than_the_page_about_it() -> None:
    assert Source(example_source("flanders-api-page")).fetched.startswith("https://www.vlaanderen.be/api/")


@requirement("R-TRAV-14")
def test_the_preferred_sign_in_comes_first() -> None:
    providers = {"method": "csam", "supported_providers": ["eid", "mygov.be", "itsme", 3]}
    source = Source({"auth": providers, "preferred_auth_provider": "itsme"})
    assert source.providers == ["itsme", "eid", "mygov.be"]
    assert source.has_preference
    assert Source({"auth": providers, "preferred_auth_provider": "paper"}).providers == [
        "eid",
        "mygov.be",
        "itsme",
    ]
    assert not Source({"auth": {"supported_providers": "all"}}).has_preference
