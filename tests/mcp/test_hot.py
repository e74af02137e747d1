"""Hot calls: the same call gets the same answer without the SDK, for as long as nothing has changed and not longer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from becivic.mcp import hot
from becivic.mcp.catalogue import tools
from becivic.mcp.hot import HotCalls
from becivic.web.request_body import read_body
from becivic.web.shortcut import Watch
from tests.factories.mcp_calls import HOST, request


@dataclass
class House:
    """Answers every call with its number, and says what is current."""

    token: Hashable = 1
    second: int = 0
    may_read: bool = True
    is_error: bool = False
    status: int = 200
    asked: int = 0
    looks: list[Hashable] = field(default_factory=list)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = json.loads(await read_body(receive, scope))
        self.asked += 1
        result = {"number": self.asked, "isError": self.is_error}
        told = json.dumps({"jsonrpc": "2.0", "id": body.get("id"), "result": result}).encode()
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": told[:9], "more_body": True})
        await send({"type": "http.response.body", "body": told[9:]})

    async def look(self) -> Hashable:
        if self.looks:
            return self.looks.pop()
        raise RuntimeError

    def calls(self) -> HotCalls:
        watch = Watch(lambda: self.token, self.look)
        return HotCalls(self, watch, lambda: self.second, lambda _: self.may_read, bytes)


def numbers(
    house: House, *messages: Any, said: dict[str, str] | None = None, before: Any = None
) -> list[Any]:
    """What each message was answered with: the number of the call, and its id."""

    async def all_of_them() -> list[Any]:
        calls = house.calls()
        async with httpx.AsyncClient(transport=httpx.ASGITransport(calls), base_url=HOST) as client:
            told = []
            for place, message in enumerate(messages):
                if before is not None and place:
                    before()
                answer = (await client.post("/mcp", json=message, headers=said)).json()
                told.append((answer["result"]["number"], answer["id"]))
            return told

    return asyncio.run(all_of_them())


def call(tool: str, arguments: Any = None, message_id: Any = 1) -> dict[str, Any]:
    return {**request("tools/call", {"name": tool, "arguments": arguments or {}}), "id": message_id}


@pytest.mark.parametrize("tool", sorted(hot.LASTING | hot.OF_A_SECOND))
def test_the_same_call_is_answered_once_whatever_its_id(tool: str) -> None:
    personal = {"submission_id", "pre_selected", "profile_match"}
    name = next((each for each in tools()[tool].properties if each not in personal), "")
    one, two = ({name: 1}, {name: 2}) if name else ({}, None)
    asked = numbers(House(), call(tool, one), call(tool, one, "x"), call(tool, two))
    assert asked == [(1, 1), (1, "x"), (2 if name else 1, 1)]


def test_when_something_has_changed_it_is_asked_again() -> None:
    house = House()

    def change() -> None:
        house.token = 2

    assert [
        number for number, _ in numbers(house, call("read_skill"), call("read_skill"), before=change)
    ] == [1, 2]


def test_what_is_of_a_second_holds_for_that_second_alone() -> None:
    house = House()

    def pass_by() -> None:
        house.second += 1

    for tool, expected in (("find_skill", [1, 2]), ("read_skill", [3, 3])):
        assert [number for number, _ in numbers(house, call(tool), call(tool), before=pass_by)] == expected


def test_when_it_is_time_to_look_somebody_looks_and_where_nobody_can_nothing_is_filed() -> None:
    house = House(token=None, looks=[5, 5])
    assert [number for number, _ in numbers(house, *[call("read_skill")] * 4)] == [1, 1, 2, 3]


@pytest.mark.parametrize("tool", ["read_skill", "find_skill"])
def test_what_nobody_could_look_for_takes_no_room_from_good_answers(tool: str) -> None:
    calls = House(token=None).calls()

    async def ask() -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(calls), base_url=HOST) as client:
            await client.post("/mcp", json=call(tool))

    asyncio.run(ask())
    assert (calls._filed, calls._of_a_second, calls._weight) == ({}, {}, 0)


@pytest.mark.parametrize(
    "message",
    [
        call("submit_concern"),
        call("get_current_status", {"submission_id": "con_x"}),
        call("get_onboarding_form", {"pre_selected": ["a:b"]}),
        call("get_onboarding_form", {"Pre-Selected": ["a:b"]}),
        call("get_current_status", {"id": "con_x"}),
        call("get_current_status", {"submissionId": "con_x"}),
        call("get_current_status", {"concern_id": "con_x"}),
        call("get_skill_graph", {"profileMatch": {}}),
        call("read_skill", {"nobody_knows": 1}),
        call("get_skill_graph", {"profile_match": {}}),
        call("read_skill", ["no object"]),
        call("read_skill", message_id=True),
        call("read_skill", message_id=None),
        call("read_skill", {"id": "x" * hot.BODY_MOST}),
        request("tools/list"),
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": []},
    ],
)
def test_what_speaks_of_a_person_or_writes_or_is_no_call_is_never_filed(message: dict[str, Any]) -> None:
    assert [number for number, _ in numbers(House(), message, message)] == [1, 2]


@pytest.mark.parametrize("house", [House(is_error=True), House(status=503)])
def test_only_good_answers_are_filed(house: House) -> None:
    assert [number for number, _ in numbers(house, call("read_skill"), call("read_skill"))] == [1, 2]


def test_other_headers_are_another_call_but_for_those_of_the_moment() -> None:
    house = House()
    calls = house.calls()

    async def both() -> list[int]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(calls), base_url=HOST) as client:
            said = [{"user-agent": "a"}, {"user-agent": "b"}, {"mcp-protocol-version": "2025-11-25"}]
            answers = [await client.post("/mcp", json=call("read_skill"), headers=each) for each in said]
            return [answer.json()["result"]["number"] for answer in answers]

    assert asyncio.run(both()) == [1, 1, 2]


def test_what_is_metered_is_metered_here_too() -> None:
    house = House()
    assert [number for number, _ in numbers(house, *[call(hot.METERED)] * 2)] == [1, 1]
    house.may_read = False
    assert [number for number, _ in numbers(house, *[call(hot.METERED)] * 2)] == [2, 3]


def test_the_oldest_leaves_when_it_gets_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hot, "FILED_BYTES", 2500)
    one, two, three = (call("read_skill", {"id": name}) for name in "abc")
    assert [number for number, _ in numbers(House(), one, two, one, three, one, three)] == [1, 2, 1, 3, 4, 3]


def test_a_filed_answer_is_as_safe_to_open_as_any_other() -> None:
    async def second() -> httpx.Response:
        calls = House().calls()
        async with httpx.AsyncClient(transport=httpx.ASGITransport(calls), base_url=HOST) as client:
            await client.post("/mcp", json=call("read_skill"))
            return await client.post("/mcp", json=call("read_skill"))

    answer = asyncio.run(second())
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-type"] == "application/json"
    assert int(answer.headers["content-length"]) == len(answer.content)


def test_other_addresses_and_what_is_no_json_go_on_as_they_are() -> None:
    seen: list[Any] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append((scope["path"], scope["method"], await read_body(receive, scope)))
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask() -> None:
        house = House()
        calls = HotCalls(app, Watch(lambda: 1, house.look), lambda: 0, lambda _: True, bytes)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(calls), base_url=HOST) as client:
            await client.get("/mcp")
            await client.post("/api/concerns", content=b"{}")
            await client.post("/mcp", content=b"{no")

    asyncio.run(ask())
    assert seen == [("/mcp", "GET", b""), ("/api/concerns", "POST", b"{}"), ("/mcp", "POST", b"{no")]


def test_a_body_that_never_comes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hot, "BODY_WITHIN", 0.01)
    said: list[Any] = []

    async def never() -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        said.append(message)

    scope = {"type": "http", "path": "/mcp", "method": "POST", "headers": []}
    asyncio.run(House().calls()(scope, never, send))
    assert said[0]["status"] == 408


def test_what_answers_a_persons_words_is_gone_when_its_second_is_over_though_nobody_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = House().calls()
    waiting: list[tuple[float, Any]] = []

    async def ask() -> None:
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(
            loop, "call_later", lambda delay, what: waiting.append((delay, what)), raising=False
        )
        async with httpx.AsyncClient(transport=httpx.ASGITransport(calls), base_url=HOST) as client:
            for words in ("what I would not tell", "anybody"):
                await client.post("/mcp", json=call("find_skill", {"query": words}))

    asyncio.run(ask())
    assert (len(calls._of_a_second), len(calls._filed)) == (2, 0)
    forgetting = [what for delay, what in waiting if delay == 1.0]
    assert len(forgetting) == 1
    forgetting[0]()
    assert not calls._of_a_second


def test_a_second_holds_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hot, "A_SECOND_HOLDS", 1)
    one, two = (call("find_skill", {"query": words}) for words in "ab")
    assert [number for number, _ in numbers(House(), one, two, one, two)] == [1, 2, 1, 3]
