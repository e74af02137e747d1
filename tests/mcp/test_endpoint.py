"""The door of `/mcp`: what never reaches the SDK, and what an agent is told that wrote it wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import httpx
import pytest

from becivic.mcp.endpoint import Endpoint
from becivic.mcp.server import make_server
from becivic.rules import caps
from becivic.web.origin_check import OriginCheck
from tests.factories.intake import Service
from tests.factories.mcp_calls import MODERN, headers, request, speaking
from tests.requirement import requirement

SOMEBODYS_WORDS = "what somebody wrote"


def posted(
    service: Service, body: bytes, said: Mapping[str, str] | None = None, *, method: str = "POST"
) -> httpx.Response:
    async def once() -> httpx.Response:
        async with speaking(service.app) as client:
            return await client.request(
                method, "/mcp", content=body, headers={"content-type": "application/json", **(said or {})}
            )

    return asyncio.run(once())


def call_of(arguments: str, tool: str = "find_skill") -> bytes:
    """A call whose arguments are written by hand."""
    return f'{{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}'.encode()


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_only_a_post_is_answered_so_no_stream_stays_open(method: str, house_of_tools: Service) -> None:
    answer = posted(house_of_tools, b"", {"accept": "text/event-stream"}, method=method)
    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("becivic.test", 200),
        ("becivic.test:8000", 200),
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("192.0.2.7", 200),
        ("evil.example", 421),
        ("becivic.test.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("[", 421),
        ("evil.example@localhost", 421),
        ("localhost/evil.example", 421),
        ("localhost?evil.example", 421),
    ],
)
def test_a_host_that_we_do_not_go_by_is_refused(host: str, status: int, house_of_tools: Service) -> None:
    answer = posted(house_of_tools, json.dumps(request("ping")).encode(), {"host": host})
    assert answer.status_code == status, answer.text
    if status != 200:
        assert answer.json()["remedy"]
        assert "evil" not in answer.text


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://becivic.test", 200),
        ("https://becivic.test", 403),
        ("http://becivic.test:81", 403),
        ("https://evil.example", 403),
        ("http://localhost:6274", 403),
        ("http://becivic.test/", 403),
        ("null", 403),
        ("http://[", 403),
    ],
)
def test_a_page_of_another_site_is_refused(origin: str, status: int, house_of_tools: Service) -> None:
    answer = posted(house_of_tools, json.dumps(request("ping")).encode(), {"origin": origin})
    assert answer.status_code == status, answer.text


def test_a_body_larger_than_any_submission_is_refused_before_it_is_read(house_of_tools: Service) -> None:
    answer = posted(house_of_tools, b" " * (caps.BODY_BYTES + 1))
    assert answer.status_code == 413
    assert answer.json()["remedy"]


def test_a_body_that_is_said_to_be_something_else_is_refused(house_of_tools: Service) -> None:
    assert posted(house_of_tools, b"{}", {"content-type": "text/plain"}).status_code == 415


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/html", ""])
def test_whatever_a_caller_says_it_takes_the_answer_is_json(accept: str, house_of_tools: Service) -> None:
    answer = posted(house_of_tools, json.dumps(request("tools/list")).encode(), {"accept": accept})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 5000, b'{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}']
)
def test_what_is_no_json_is_a_parse_error_that_repeats_nothing(body: bytes, house_of_tools: Service) -> None:
    answer = posted(house_of_tools, body)
    assert answer.status_code == 400
    said = answer.json()
    assert (said["id"], said["error"]["code"]) == (None, -32700)
    assert "ping" not in answer.text


@pytest.mark.parametrize("version", [None, MODERN])
def test_a_batch_is_refused_as_no_single_message(version: str | None, house_of_tools: Service) -> None:
    said = {"mcp-protocol-version": version} if version else {}
    answer = posted(house_of_tools, b"[" + json.dumps(request("ping")).encode() + b"]", said)
    assert answer.status_code == 400
    assert "error" in answer.json()


@pytest.mark.parametrize(
    "arguments",
    [
        '{"query":"a","query":"b"}',
        '{"query":NaN}',
        '{"limit":1e999}',
        '{"query":"\\ud800"}',
        '{"query":"a\\u0000b"}',
        '{"query":' + "[" * 100 + "]" * 100 + "}",
        '{"limit":' + "9" * 60 + "}",
        "[1]",
        '"secret words"',
        "7",
        "true",
    ],
)
def test_arguments_that_are_not_sound_are_a_result_of_the_tool_with_what_to_do(
    arguments: str, house_of_tools: Service
) -> None:
    answer = posted(house_of_tools, call_of(arguments))
    assert answer.status_code == 200, answer.text
    result = answer.json()["result"]
    assert result["isError"]
    assert result["structuredContent"]["error"] == "schema_fail"
    assert result["structuredContent"]["remedy"]
    assert "secret" not in answer.text


def test_a_tool_that_is_not_there_is_told_with_those_that_are(house_of_tools: Service) -> None:
    answer = posted(house_of_tools, call_of("{}", tool="steal_everything"))
    error = answer.json()["error"]
    assert error["code"] == -32602
    assert "find_skill" in error["message"]
    assert "steal" not in answer.text


def test_a_notification_is_taken_without_an_answer(house_of_tools: Service) -> None:
    message = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'
    answer = posted(house_of_tools, message)
    assert (answer.status_code, answer.content) == (202, b"")


@pytest.mark.parametrize(
    "body",
    [
        b'"secret words"',
        b'{"jsonrpc":"2.0","id":1}',
        b'{"jsonrpc":"1.0","id":1,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1.5,"method":"ping","params":{"x":"secret"}}',
        b'{"jsonrpc":"2.0","id":true,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":null,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1,"method":5}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":["secret"]}',
        b'[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_skill","arguments":{"query":"secret"}}}]',
    ],
)
@pytest.mark.parametrize("version", ["2025-06-18", MODERN])
def test_what_is_no_message_is_refused_and_not_repeated(
    body: bytes, version: str, house_of_tools: Service
) -> None:
    answer = posted(house_of_tools, body, {"mcp-protocol-version": version})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32600
    assert "secret" not in answer.text


def test_an_answer_to_a_question_that_nobody_asked_is_taken_in_and_forgotten(house_of_tools: Service) -> None:
    assert posted(house_of_tools, b'{"jsonrpc":"2.0","id":1,"result":{}}').status_code == 202


def test_an_unknown_method_is_not_repeated(house_of_tools: Service) -> None:
    answer = posted(house_of_tools, json.dumps(request("secret/method")).encode())
    assert answer.json()["error"]["code"] == -32601
    assert "secret" not in answer.text


def test_a_method_that_is_not_there_is_told_so(house_of_tools: Service) -> None:
    assert (
        posted(house_of_tools, json.dumps(request("logging/setLevel", {"level": "debug"})).encode()).json()[
            "error"
        ]["code"]
        == -32601
    )


@pytest.mark.parametrize("missing", ["mcp-method", "mcp-name"])
def test_since_2026_the_headers_must_say_what_the_body_says(missing: str, house_of_tools: Service) -> None:
    message = request("tools/call", {"name": "get_current_status", "arguments": {}}, version=MODERN)
    said = headers(message, version=MODERN)
    good = posted(house_of_tools, json.dumps(message).encode(), said)
    assert not good.json()["result"]["isError"]
    del said[missing]
    assert posted(house_of_tools, json.dumps(message).encode(), said).status_code == 400


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_a_client_of_every_earlier_version_shakes_hands_and_calls(
    version: str, house_of_tools: Service
) -> None:
    hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "old", "version": "1"}}
    said = posted(house_of_tools, json.dumps(request("initialize", hello)).encode()).json()["result"]
    assert said["protocolVersion"] == version
    assert said["serverInfo"]["name"] == "becivic"
    assert {"tools", "resources", "prompts", "completions"} <= set(said["capabilities"])
    answer = posted(house_of_tools, call_of('{"query":"residence card"}'), {"mcp-protocol-version": version})
    assert answer.json()["result"]["content"][0]["text"]


def test_before_the_application_lives_nothing_is_promised() -> None:
    endpoint = Endpoint(make_server(object, "http://becivic.test"), OriginCheck("http://becivic.test"))

    async def once() -> httpx.Response:
        transport = httpx.ASGITransport(endpoint)
        async with httpx.AsyncClient(transport=transport, base_url="http://becivic.test") as client:
            return await client.post("/mcp", json=request("ping"))

    answer = asyncio.run(once())
    assert answer.status_code == 503
    assert answer.json()["remedy"]


@requirement("R-API-06")
def test_a_failure_inside_a_tool_is_told_without_a_trace(
    house_of_tools: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def burst(*_: Any, **__: Any) -> None:
        raise RuntimeError(SOMEBODYS_WORDS)

    monkeypatch.setattr("becivic.mcp.reading.finding._told", burst)
    answer = posted(house_of_tools, call_of('{"query":"residence card"}'))
    said = answer.json()["result"]["structuredContent"]
    assert said["error"] == "internal_error"
    assert said["request_id"] in caplog.text
    assert SOMEBODYS_WORDS not in answer.text + caplog.text
    assert "Traceback" not in answer.text
