"""Around everything: an id on every answer, and a count of it."""

from __future__ import annotations

import asyncio
from collections import Counter
from ipaddress import ip_network

import pytest
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from becivic.observing.tallies import FAILURES, Tallies
from becivic.observing.tracing import REQUEST
from becivic.web.observed import INSIDE, Observed
from becivic.web.route_groups import GROUPS
from tests.factories.asking import ask
from tests.requirement import requirement

LOOPBACK = (ip_network("127.0.0.0/8"),)
GIVEN = {"X-Request-Id": "of-the-proxy-1"}


def observed(app: ASGIApp, tallies: Tallies | None = None, **more: object) -> Observed:
    ticks = iter([0.0, 0.02])
    return Observed(app, tallies or Tallies(), lambda: "id-1", lambda: next(ticks), **more)  # type: ignore[arg-type]


async def telling(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse(REQUEST.get())(scope, receive, send)


def test_every_answer_carries_the_id_that_its_lines_in_the_log_have() -> None:
    answer = ask(observed(telling), "/")
    assert answer.headers["x-request-id"] == answer.text == "id-1"
    assert REQUEST.get() == ""


def test_an_answer_is_counted_by_group_status_and_time() -> None:
    tallies = Tallies()
    ask(observed(PlainTextResponse("no", 404), tallies), "/skills/secret-name")
    assert tallies.requests == Counter({("pages", 404): 1})
    assert tallies.durations["pages"].buckets == [0, 0, 1, 0, 0, 0, 0]
    assert tallies.durations["pages"].seconds == 0.02
    assert "secret" not in repr(tallies)


def test_failures_of_every_group_stand_at_nothing_before_the_first() -> None:
    tallies = Tallies()
    observed(telling, tallies)
    assert dict(tallies.requests) == {(group, status): 0 for group in GROUPS for status in FAILURES}


def test_a_caller_who_leaves_before_the_answer_is_counted_too() -> None:
    async def left(scope: Scope, receive: Receive, send: Send) -> None:
        raise ClientDisconnect

    tallies = Tallies()
    scope = {"type": "http", "method": "POST", "path": "/api/concerns", "headers": []}
    with pytest.raises(ClientDisconnect):
        asyncio.run(observed(left, tallies)(scope, None, None))  # type: ignore[arg-type]
    assert tallies.requests == Counter({("api_write", 499): 1})
    assert REQUEST.get() == ""


def test_what_the_application_asks_of_itself_belongs_to_the_request_and_is_counted_once() -> None:
    tallies = Tallies()

    async def asking(scope: Scope, receive: Receive, send: Send) -> None:
        await whole({**scope, "path": "/inner", INSIDE: True}, receive, send)

    async def outer(scope: Scope, receive: Receive, send: Send) -> None:
        await (telling if scope["path"] == "/inner" else asking)(scope, receive, send)

    whole = observed(outer, tallies)
    answer = ask(whole, "/")
    assert answer.text == "id-1"
    assert answer.headers.get_list("x-request-id") == ["id-1"]
    assert tallies.requests.total() == 1


def test_a_request_that_is_taken_up_within_another_is_one_of_its_own() -> None:
    """As the server does with what came right behind another on the same connection."""
    tallies, before = Tallies(), REQUEST.set("id-of-the-one-before")
    try:
        answer = ask(observed(telling, tallies), "/")
    finally:
        REQUEST.reset(before)
    assert answer.headers["x-request-id"] == answer.text == "id-1"
    assert tallies.requests.total() == 1


def test_what_is_asked_inside_for_no_request_has_an_id_of_its_own() -> None:
    """As over stdio, where nobody asked over HTTP."""
    told: list[Message] = []

    async def send(message: Message) -> None:
        told.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], INSIDE: True}
    asyncio.run(observed(telling)(scope, None, send))  # type: ignore[arg-type]
    assert told[1]["body"] == b"id-1"


def test_the_id_of_a_trusted_proxy_is_taken_over() -> None:
    assert ask(observed(telling, trusted=LOOPBACK), "/", headers=GIVEN).text == "of-the-proxy-1"


@requirement("R-PRIN-19")
@pytest.mark.parametrize("given", ["192.0.2.99", "short", "", "with space 1", "x" * 65])
def test_an_id_that_is_none_is_not_taken_over_even_from_a_proxy(given: str) -> None:
    assert ask(observed(telling, trusted=LOOPBACK), "/", headers={"X-Request-Id": given}).text == "id-1"


def test_nobody_else_s_id_is_taken_over() -> None:
    assert ask(observed(telling), "/", headers=GIVEN).text == "id-1"
    assert ask(observed(telling, trusted=(ip_network("10.0.0.0/8"),)), "/", headers=GIVEN).text == "id-1"


def test_of_several_ids_none_is_taken_over() -> None:
    told: list[Message] = []

    async def send(message: Message) -> None:
        told.append(message)

    twice = [(b"x-request-id", b"first-of-two"), (b"x-request-id", b"second-of-two")]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": twice, "client": ("127.0.0.1", 1)}
    asyncio.run(observed(telling, trusted=LOOPBACK)(scope, None, send))  # type: ignore[arg-type]
    assert told[1]["body"] == b"id-1"


def test_what_is_not_http_passes_untouched() -> None:
    seen: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)

    asyncio.run(observed(app)({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert seen == [{"type": "lifespan"}]
