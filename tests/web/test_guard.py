"""The guard: safe headers everywhere, no stack trace for anybody but the log, and no text of an error even there."""

from __future__ import annotations

import asyncio

import pytest
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from becivic.observing.tallies import Tallies
from becivic.web.guard import Guard
from becivic.web.observed import Observed
from tests.factories.asking import ask
from tests.requirement import requirement


def guarded(app: ASGIApp) -> Observed:
    """As the application has it: inside of what gives a request its id."""
    return Observed(Guard(app), Tallies(), lambda: "id-1", ticks=lambda: 0.0)


async def failing(scope: Scope, receive: Receive, send: Send) -> None:
    try:
        int("first-secret")
    except ValueError:
        raise LookupError("second-secret") from None


async def failing_for_a_cause(scope: Scope, receive: Receive, send: Send) -> None:
    try:
        int("first-secret")
    except ValueError as error:
        raise LookupError("second-secret") from error


async def failing_late(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    raise ValueError("secret")


def test_every_answer_carries_safe_headers() -> None:
    answer = ask(guarded(PlainTextResponse("fine")), "/")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; ")
    assert answer.headers["x-request-id"] == "id-1"


def test_a_page_keeps_a_policy_of_its_own() -> None:
    page = HTMLResponse("<p>", headers={"Content-Security-Policy": "default-src 'self'"})
    assert ask(guarded(page), "/").headers.get_list("content-security-policy") == ["default-src 'self'"]


@requirement("R-PRIN-19")
@pytest.mark.parametrize("app", [failing, failing_for_a_cause])
def test_an_unknown_error_is_internal_error_with_a_request_id_and_nothing_else(
    app: ASGIApp, caplog: pytest.LogCaptureFixture
) -> None:
    answer = ask(guarded(app), "/?q=third-secret", headers={"X-Forwarded-For": "192.0.2.99"})
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-request-id"] == "id-1"
    body = answer.json()
    assert (body["error"], body["request_id"]) == ("internal_error", "id-1")
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert "A request failed." in caplog.text
    assert "in failing" in caplog.text
    assert "LookupError" in caplog.text
    assert "LookupError: second-secret" not in caplog.text
    assert "192.0.2.99" not in caplog.text
    assert "third-secret" not in caplog.text


def test_a_failure_after_the_start_is_logged_and_the_answer_left_unfinished(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
    asyncio.run(guarded(failing_late)(scope, receive, send))
    assert [message["type"] for message in sent] == ["http.response.start"]
    assert "A request failed." in caplog.text


def test_a_caller_who_leaves_is_nobody_s_failure(caplog: pytest.LogCaptureFixture) -> None:
    async def left(scope: Scope, receive: Receive, send: Send) -> None:
        raise ClientDisconnect

    async def send(message: Message) -> None:
        raise AssertionError("there is nobody to send to")

    asyncio.run(guarded(left)({"type": "http", "method": "POST", "path": "/", "headers": []}, None, send))  # type: ignore[arg-type]
    assert caplog.records == []


def test_what_is_not_http_passes_untouched() -> None:
    seen: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)

    asyncio.run(guarded(app)({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert seen == [{"type": "lifespan"}]
