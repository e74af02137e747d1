"""GET /api/skill-graph, over HTTP."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from starlette.applications import Starlette

from becivic.api.reading.answers import Served
from becivic.api.reading.graph import KEPT, GraphRoutes
from becivic.clock import rfc3339
from becivic.reading.graph_moment import GraphMoment
from becivic.rules.reading import PROFILE_BYTES
from becivic.rules.skills import FALLBACK_SKILL, Domain
from becivic.store.store import Store
from tests.factories.asking import ask
from tests.factories.documented import assert_documented
from tests.factories.intake import Service, service
from tests.factories.oracle import NOW
from tests.requirement import requirement

ADDRESS = "/api/skill-graph"


@pytest.fixture
def asked(sqlite_store: Store) -> Service:
    return service(sqlite_store)


def read(asked: Service, query: str = "", status: int = 200) -> Any:
    answer = asked.ask("GET", f"{ADDRESS}{query}")
    assert assert_documented(answer) == "readSkillGraph"
    assert answer.status_code == status, answer.text
    return answer.json()


@requirement("R-READ-01", "R-READ-05")
def test_the_graph_may_be_kept_for_a_minute_and_is_the_same_bytes_again(asked: Service) -> None:
    first, second = (asked.ask("GET", ADDRESS) for _ in range(2))
    assert first.headers["cache-control"] == "public, max-age=60, s-maxage=60"
    assert first.content == second.content
    again = asked.ask("GET", ADDRESS, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = asked.ask("HEAD", ADDRESS)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", first.headers["etag"])


@requirement("R-READ-02", "R-READ-03")
def test_filters_repeat_and_are_told_back(asked: Service) -> None:
    found = read(
        asked, "?applies_to=nationality&applies_to=family&applies_to=family&status=alpha&customer_locale=NL"
    )
    assert found["filters_applied"] == {
        "applies_to": ["nationality", "family"],
        "status": ["alpha"],
        "customer_locale": "NL",
    }
    assert {node["applies_to"] for node in found["nodes"]} == {"nationality", "family", "meta"}
    assert all(node["canonical_url"].startswith("http://becivic.test/skills/") for node in found["nodes"])


@requirement("R-READ-03", "R-READ-04")
def test_without_filters_stable_and_beta_are_shown_with_the_fallback(asked: Service) -> None:
    found = read(asked)
    assert found["filters_applied"] == {"status": ["stable", "beta"]}
    assert FALLBACK_SKILL in {node["id"] for node in found["nodes"]}


@requirement("R-READ-03")
def test_a_profile_is_left_to_the_caller_and_never_told_back(asked: Service) -> None:
    found = read(asked, "?profile_match=" + quote('{"region": "Wallonia"}'))
    assert found["filters_applied"]["profile_match"] is True
    assert "Wallonia" not in str(found["filters_applied"])
    assert found["nodes"] == read(asked)["nodes"]


@pytest.mark.parametrize(
    "query",
    [
        "?applies_to=nowhere",
        "?status=quarantined",
        "?customer_locale=fr",
        "?customer_locale=FR&customer_locale=NL",
        "?profile_match=",
        "?profile_match=[]",
        "?profile_match={",
        "?profile_match=" + quote('{"a": 1, "a": 2}'),
        f"?profile_match={quote('[' * 5000)}",
        "?profile_match=" + quote('{"a": "' + "x" * PROFILE_BYTES + '"}'),
    ],
)
def test_what_is_no_filter_is_refused_without_repeating_it(asked: Service, query: str) -> None:
    told = read(asked, query, 400)
    assert (told["error"], told["schema_pointer"]) == ("schema_fail", f"/{query[1:].partition('=')[0]}")


@requirement("R-READ-03", "R-READ-04")
def test_pages_go_on_where_the_last_one_ended_under_the_same_filters(asked: Service) -> None:
    whole = read(asked, "?status=alpha&status=stable")
    first = read(asked, "?status=alpha&status=stable&limit=2")
    second = read(asked, f"?status=alpha&status=stable&limit=2&after={first['next']}")
    assert first["filters_applied"] == second["filters_applied"] == whole["filters_applied"]
    names = [node["id"] for node in whole["nodes"]]
    for page, expected in ((first, names[:2]), (second, names[2:4])):
        assert {node["id"] for node in page["nodes"]} == {*expected, FALLBACK_SKILL}
    rest = read(asked, f"?status=alpha&status=stable&after={names[0]}")
    assert {node["id"] for node in rest["nodes"]} == {*names[1:], FALLBACK_SKILL}
    assert "next" not in rest


@pytest.mark.parametrize(
    "query", ["?limit=0", "?limit=201", "?after=", "?after=A%20b", "?after=a-a&after=b-b"]
)
def test_what_is_no_page_is_refused(asked: Service, query: str) -> None:
    told = read(asked, query, 400)
    assert (told["error"], told["schema_pointer"]) == ("schema_fail", f"/{query[1:].partition('=')[0]}")


def test_the_graph_is_as_new_as_the_last_change_of_a_skill(asked: Service) -> None:
    """Of which these records know no more than when its cohort began."""
    assert read(asked)["generated_at"] == rfc3339(NOW - timedelta(days=30))


def test_a_few_answers_are_remembered(asked: Service) -> None:
    corpus = asked.library.edition.corpus
    routes = GraphRoutes(lambda: Served(corpus, {}), GraphMoment(asked.store), "https://example.org")
    app = Starlette(routes=routes.routes())
    tags = [ask(app, f"{ADDRESS}?status={status}").headers["etag"] for status in ("alpha", "beta", "alpha")]
    assert (tags[0] == tags[2], tags[0] == tags[1]) == (True, False)
    for domain in Domain:
        for status in ("draft", "alpha", "beta", "stable"):
            for locale in ("FR", "NL"):
                ask(app, f"{ADDRESS}?applies_to={domain}&status={status}&customer_locale={locale}")
    assert len(routes._kept) == KEPT
