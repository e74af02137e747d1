"""Every route that writes, from the application's own table: no page of another site, and JSON where it takes a body."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from becivic.app import create_app
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from becivic.web.origin_check import READING
from tests.factories.documented import assert_documented
from tests.factories.intake import OPERATOR_TOKEN, Service, service, state
from tests.factories.mcp_calls import speaking
from tests.factories.payloads import payload
from tests.requirement import requirement

OWN: Final = "http://becivic.test"
JSON: Final = {"content-type": "application/json"}
FOREIGN: Final = (
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://becivic.test:81"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"origin": "null", "sec-fetch-site": "same-origin"},
)
WELCOME: Final[tuple[Mapping[str, str], ...]] = (
    {},
    {"origin": OWN},
    {"sec-fetch-site": "same-origin"},
    {"sec-fetch-site": "none"},
    {"origin": OWN, "sec-fetch-site": "cross-site"},
)


@pytest.fixture
def running(store: Store) -> Service:
    return service(store)


def writing_routes(app: Starlette) -> Iterator[tuple[str, str]]:
    """Method and address of every route that is there to change something, parameters filled in."""
    for route in app.routes:
        assert isinstance(route, Route), route
        path = re.sub(r"{[a-z_]+(:path)?}", "x", route.path)
        yield from ((method, path) for method in route.methods or () if method not in READING)


def send(
    running: Service, method: str, path: str, headers: Mapping[str, str], raw: bytes = b"{}"
) -> httpx.Response:
    """Exactly these headers and nothing else but the operator's token, so that no route ends at that."""

    async def once() -> httpx.Response:
        async with speaking(running.app) as client:
            said = {"authorization": f"Bearer {OPERATOR_TOKEN}", **headers}
            return await client.request(method, path, content=raw, headers=said)

    return asyncio.run(once())


def test_the_table_has_the_routes_that_are_known_to_write(running: Service) -> None:
    found = set(writing_routes(running.app))
    known = {("POST", "/mcp"), ("POST", "/api/feedback"), ("POST", "/api/_internal/catalogue-entries")}
    known |= {("POST", f"/api/{kind.facts.route}") for kind in SubmissionType}
    known |= {("DELETE", "/api/concerns/x"), ("PATCH", "/api/drafts/x/status")}
    assert known <= found


def test_no_page_of_another_site_reaches_a_route_that_writes(running: Service) -> None:
    for method, path in writing_routes(running.app):
        for said in FOREIGN:
            answer = send(running, method, path, {**JSON, **said})
            assert answer.status_code == 403, (method, path, said)
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.headers["cache-control"] == "no-store"
            assert answer.json()["error"] == "forbidden"
            assert answer.json()["remedy"]
            assert "evil" not in answer.text


@pytest.mark.parametrize("said", WELCOME, ids=str)
def test_our_own_pages_and_programs_reach_every_route_that_writes(
    running: Service, said: Mapping[str, str]
) -> None:
    for method, path in writing_routes(running.app):
        assert send(running, method, path, {**JSON, **said}).status_code not in (403, 415), (method, path)


@requirement("R-API-06")
@pytest.mark.parametrize(
    "media_type",
    [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain;application/json"],
)  # fmt: skip
def test_every_route_that_takes_a_body_takes_json_alone(running: Service, media_type: str | None) -> None:
    for method, path in writing_routes(running.app):
        if method == "DELETE":
            continue  # has no body
        answer = send(running, method, path, {} if media_type is None else {"content-type": media_type})
        assert (answer.status_code, answer.headers["content-type"]) == (415, "application/problem+json"), path
        assert answer.json()["error"] == ("unsupported_media_type" if path == "/mcp" else "schema_fail")
        assert answer.json()["remedy"] == "Send it with Content-Type: application/json."


def test_a_refused_write_is_documented(running: Service) -> None:
    for method, path in writing_routes(running.app):
        if path != "/mcp":
            documented = re.sub(r"/x\b", "/fbk_019a8000-0000-7000-8000-000000000001", path)
            assert_documented(send(running, method, documented, {**JSON, "origin": "null"}))


def test_a_vote_that_a_foreign_page_sends_is_not_counted(running: Service) -> None:
    vote = running.filled_in(payload("validations/valid/skill-confirm"))
    foreign = {"origin": "https://evil.example"}
    assert running.ask("POST", "/api/validations", vote, headers=foreign).status_code == 403
    assert running.ask("GET", f"/api/validations/{vote['validation_id']}").status_code == 404
    assert (
        running.ask("POST", "/api/validations", vote, headers={"origin": OWN}).json()["status"] == "applied"
    )


def test_an_allowed_site_may_write_and_read_the_answer(store: Store) -> None:
    """With the answer to the preflight that a browser asks for before it sends JSON."""
    before = service(store)
    made = state(before.library, store, before.clock)
    running = replace(before, app=create_app(replace(made, allowed_origins=("https://tools.example",))))
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "content-type"}
    preflight = send(running, "OPTIONS", "/api/concerns", {"origin": "https://tools.example", **asked})
    assert preflight.status_code == 200
    assert preflight.headers["access-control-allow-origin"] == "https://tools.example"
    assert "content-type" in preflight.headers["access-control-allow-headers"]
    assert preflight.headers["x-content-type-options"] == "nosniff"
    said = {**JSON, "origin": "https://tools.example", "sec-fetch-site": "cross-site"}
    for path in ("/api/concerns", "/mcp"):
        answer = send(running, "POST", path, said)
        assert answer.status_code == 400, path  # read, and found to be no submission
        assert answer.headers["access-control-allow-origin"] == "https://tools.example"
    for origin in ("https://evil.example", "null"):
        assert (
            "access-control-allow-origin"
            not in send(running, "OPTIONS", "/api/concerns", {"origin": origin, **asked}).headers
        )
        assert send(running, "POST", "/api/concerns", {**JSON, "origin": origin}).status_code == 403


def test_without_allowed_sites_no_preflight_is_answered(running: Service) -> None:
    said = {"origin": "https://tools.example", "access-control-request-method": "POST"}
    answer = send(running, "OPTIONS", "/api/concerns", said)
    assert answer.status_code == 405
    assert "access-control-allow-origin" not in answer.headers
