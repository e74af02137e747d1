"""`becivic mcp --api URL`: every message is handed on word for word, and whatever happens on the way has an answer."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

from becivic.mcp import proxy
from becivic.mcp.proxy import Proxy
from tests.factories.mcp_calls import MODERN, request

ADDRESS = "http://127.0.0.1:9/mcp"

Handler = Callable[[httpx.Request], httpx.Response]


def handed_on(handler: Handler, *lines: bytes | dict[str, Any]) -> list[Any]:
    """What a host gets to read for what it wrote."""
    said: list[Any] = []

    async def say(line: bytes) -> None:
        said.append(json.loads(line))

    async def all_of_them() -> None:
        async with httpx.AsyncClient(transport=httpx.MockTransport(handler)) as client:
            spoken = Proxy(client, ADDRESS, say)
            for line in lines:
                await spoken.hand_on(line if isinstance(line, bytes) else json.dumps(line).encode())

    asyncio.run(all_of_them())
    return said


def result(asked: httpx.Request, **told: Any) -> httpx.Response:
    return httpx.Response(
        200, json={"jsonrpc": "2.0", "id": json.loads(asked.content).get("id"), "result": told}
    )


def gone(asked: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("refused", request=asked)


CALL = request("tools/call", {"name": "find_skill", "arguments": {"query": "x"}})


def test_a_message_goes_on_and_its_answer_comes_back() -> None:
    seen: list[httpx.Request] = []

    def handler(asked: httpx.Request) -> httpx.Response:
        seen.append(asked)
        return result(asked, content=[])

    assert handed_on(handler, CALL) == [{"jsonrpc": "2.0", "id": 7, "result": {"content": []}}]
    assert json.loads(seen[0].content) == CALL
    assert str(seen[0].url) == ADDRESS
    assert "mcp-protocol-version" not in seen[0].headers


def test_after_the_handshake_the_version_agreed_on_is_said() -> None:
    versions: list[str | None] = []

    def handler(asked: httpx.Request) -> httpx.Response:
        versions.append(asked.headers.get("mcp-protocol-version"))
        return result(asked, protocolVersion="2025-06-18")

    handed_on(handler, request("initialize", {"protocolVersion": "2025-06-18"}), CALL)
    assert versions == [None, "2025-06-18"]


@pytest.mark.parametrize(
    ("method", "params", "name"),
    [
        ("tools/call", {"name": "find_skill"}, "find_skill"),
        ("resources/read", {"uri": "becivic://docs/agents"}, "becivic://docs/agents"),
        ("prompts/get", {"name": "é"}, f"=?base64?{base64.b64encode('é'.encode()).decode()}?="),
        ("prompts/get", {"name": " edge"}, f"=?base64?{base64.b64encode(b' edge').decode()}?="),
        ("tools/call", {"name": "=?base64?x?="}, f"=?base64?{base64.b64encode(b'=?base64?x?=').decode()}?="),
        ("tools/list", {}, None),
        ("tools/call", {"name": 5}, None),
    ],
)
def test_since_2026_a_message_is_said_in_the_headers_too(
    method: str, params: dict[str, Any], name: str | None
) -> None:
    seen: list[httpx.Headers] = []

    def handler(asked: httpx.Request) -> httpx.Response:
        seen.append(asked.headers)
        return result(asked)

    handed_on(handler, request(method, params, version=MODERN))
    assert seen[0]["mcp-protocol-version"] == MODERN
    assert seen[0]["mcp-method"] == method
    assert seen[0].get("mcp-name") == name


def test_a_server_that_is_gone_is_a_result_for_a_call_and_an_error_for_the_rest() -> None:
    called, listed = handed_on(gone, CALL, request("tools/list"))
    assert called["result"]["isError"]
    assert called["result"]["structuredContent"]["error"] == "staging_unavailable"
    assert called["result"]["structuredContent"]["remedy"]
    assert listed["error"]["code"] == -32603
    assert ADDRESS in listed["error"]["message"]


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(502, text="<html>bad gateway</html>"),
        httpx.Response(200, text="[]"),
        httpx.Response(200, content=b"\xff"),
        httpx.Response(200, content=b'{"jsonrpc":"2.0","id":7,"result":{"x":NaN}}'),
        httpx.Response(200, content=b" " * (proxy.ANSWER_MOST + 1)),
        httpx.Response(307, headers={"location": "https://elsewhere.example"}),
    ],
)
def test_an_answer_that_is_none_is_told_as_such(answer: httpx.Response) -> None:
    (said,) = handed_on(lambda _: answer, CALL)
    assert said["id"] == 7
    assert said["result"]["isError"]
    assert "<html>" not in json.dumps(said)


def test_what_is_no_json_is_a_parse_error_and_nobody_is_asked() -> None:
    (said,) = handed_on(gone, b"{no json\n")
    assert (said["id"], said["error"]["code"]) == (None, -32700)


def test_a_notification_has_no_answer_whatever_becomes_of_it() -> None:
    notice = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert handed_on(lambda _: httpx.Response(202), notice) == []
    assert handed_on(lambda _: httpx.Response(500, text="x"), notice) == []
    assert handed_on(gone, notice) == []


def test_what_a_server_refuses_comes_with_its_category_and_remedy_in_bounds() -> None:
    problem = {
        "error": "content_too_large",
        "detail": "Too large." * 100,
        "remedy": "Send less.",
        "retry_after": 5,
        "x": "y",
    }
    (said,) = handed_on(lambda _: httpx.Response(413, json=problem), CALL)
    told = said["result"]["structuredContent"]
    assert (told["error"], told["remedy"], told["retry_after"]) == ("content_too_large", "Send less.", 5)
    assert len(told["detail"]) == 300
    assert "x" not in told


@pytest.mark.parametrize("line", [b"[]", b"[{}]", b"5", b'"x"', b"null"])
def test_what_is_no_message_is_told_so_and_nobody_is_asked(line: bytes) -> None:
    (said,) = handed_on(gone, line)
    assert (said["id"], said["error"]["code"]) == (None, -32600)


@pytest.mark.parametrize("named", [1.5, None, True])
def test_an_id_that_the_server_takes_for_none_is_told_so(named: object) -> None:
    (said,) = handed_on(lambda _: httpx.Response(202), {**CALL, "id": named})
    assert (said["id"], said["error"]["code"]) == (named, -32600)


def test_a_handshake_that_is_none_agrees_on_nothing() -> None:
    odd = {"jsonrpc": "2.0", "id": 99, "result": "yes"}
    (said,) = handed_on(lambda _: httpx.Response(200, json=odd), request("initialize"))
    assert said["id"] == 7


def test_who_calls_a_server_by_a_word_is_not_told_to_agents() -> None:
    said: list[Any] = []

    async def say(line: bytes) -> None:
        said.append(line.decode())

    async def once() -> None:
        async with httpx.AsyncClient(transport=httpx.MockTransport(gone)) as client:
            await Proxy(client, "http://somebody:secret@127.0.0.1:9/mcp", say).hand_on(
                json.dumps(CALL).encode()
            )

    asyncio.run(once())
    assert "secret" not in said[0]
    assert "127.0.0.1:9" in said[0]


def test_an_error_without_an_id_is_given_the_one_that_was_asked_under() -> None:
    wrong = {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "no"}}
    (said,) = handed_on(lambda _: httpx.Response(400, json=wrong), CALL)
    assert said["id"] == 7


def test_everything_under_way_is_finished_when_the_host_has_said_its_last() -> None:
    said: list[Any] = []

    async def say(line: bytes) -> None:
        said.append(json.loads(line)["id"])

    lines = [b"\n", *(json.dumps({**CALL, "id": each}).encode() + b"\n" for each in range(5))]
    lines += [
        json.dumps(request("initialize")).encode(),
        b"",
    ]  # without an end of line: the last word counts too

    async def line() -> bytes:
        return lines.pop(0)

    async def run() -> None:
        await proxy.run("http://127.0.0.1:9/", line, say)

    asyncio.run(run())
    assert sorted(said) == [0, 1, 2, 3, 4, 7]


def test_no_more_of_an_answer_is_taken_in_than_one_may_have() -> None:
    sent: list[int] = []

    class Endless(httpx.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            for number in range(1000):
                sent.append(number)
                yield b" " * 65_536

    (said,) = handed_on(lambda _: httpx.Response(200, stream=Endless()), CALL)
    assert said["result"]["isError"]
    assert len(sent) * 65_536 <= proxy.ANSWER_MOST + 65_536


def test_a_server_that_never_comes_to_an_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent(httpx.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            yield b"{"
            await asyncio.Event().wait()

    monkeypatch.setattr(proxy, "WITHIN", 0.01)
    (said,) = handed_on(lambda _: httpx.Response(200, stream=Silent()), CALL)
    assert said["result"]["isError"]
