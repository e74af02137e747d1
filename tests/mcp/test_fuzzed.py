"""Whatever is called a tool's arguments, the answer is a result: no protocol error, no trace, nothing too long."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from becivic.mcp.catalogue import tools
from becivic.mcp.tool import Tool
from tests.factories.intake import Service
from tests.factories.mcp_calls import MODERN, call, speaking, weight
from tests.factories.payloads import submissions

LONGEST = 56_000

_PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=40),
    st.sampled_from(
        [
            "",
            "nationality-application",
            "../../etc/passwd",
            "a/b?c#d",
            "%2e%2e",
            "start",
            "0.deadbeef",
            "2026-13-45",
            "con_x",
        ]
    ),
)
_ANY = st.recursive(
    _PLAIN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=10), inner, max_size=3)
    ),
    max_leaves=8,
)


def arguments_of(tool: Tool) -> st.SearchStrategy[Any]:
    """Its own names with anything in them, others beside, or something else altogether."""
    names = (
        st.sampled_from([*tool.properties, *tool.aliases, "nonsense"])
        if tool.properties
        else st.just("nonsense")
    )
    own = st.dictionaries(
        names, st.one_of(_ANY, *(_fitting(schema) for schema in tool.properties.values())), max_size=6
    )
    return st.one_of(own, st.dictionaries(st.text(max_size=12), _ANY, max_size=4), _ANY)


def _fitting(schema: Any) -> st.SearchStrategy[Any]:
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    items = schema.get("items", {})
    return st.lists(st.sampled_from(items["enum"]), max_size=3) if "enum" in items else _PLAIN


def is_a_result(result: dict[str, Any]) -> None:
    assert isinstance(result["content"][0]["text"], str)
    assert result["content"][0]["text"].strip()
    assert isinstance(result["structuredContent"], dict)
    assert weight(result) < LONGEST
    assert "Traceback" not in result["content"][0]["text"]
    assert result["structuredContent"].get("error") != "internal_error", result
    if result["isError"]:
        assert result["structuredContent"].get("remedy") or result["structuredContent"].get("results"), result


@pytest.mark.parametrize("name", list(tools()))
def test_fuzzed_arguments_give_a_result_always(name: str, house_of_tools: Service) -> None:
    async def together() -> None:
        loop = asyncio.get_running_loop()
        async with speaking(house_of_tools.app) as client:
            await asyncio.to_thread(_fuzz, name, client, loop)

    asyncio.run(together())


def _fuzz(name: str, client: httpx.AsyncClient, loop: asyncio.AbstractEventLoop) -> None:
    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(arguments_of(tools()[name]), st.sampled_from([MODERN, "2025-11-25"]))
    def once(arguments: Any, version: str) -> None:
        try:
            json.dumps(arguments).encode("utf-8")
        except UnicodeEncodeError:  # pragma: no cover  json.dumps escapes them
            return
        asked = asyncio.run_coroutine_threadsafe(call(client, name, arguments, version=version), loop)
        is_a_result(asked.result(60))

    once()


@pytest.mark.parametrize("fixture", submissions("invalid")[::7], ids=str)
def test_a_refused_payload_is_never_repeated(fixture: Any, house_of_tools: Service) -> None:
    if not fixture.type.facts.in_envelope:
        pytest.skip("usage statistics have no tool")
    sent = fixture.read()

    async def once() -> dict[str, Any]:
        async with speaking(house_of_tools.app) as client:
            return await call(client, f"submit_{fixture.type.value}", {**sent, "dry_run": True})

    said = json.dumps(asyncio.run(once()), ensure_ascii=False)
    texts = [value for value in _texts(sent) if len(value) > 30]
    assert not [text for text in texts if text in said]


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [
            text for name, held in value.items() if not name.endswith(("_id", "_at")) for text in _texts(held)
        ]
    if isinstance(value, list):
        return [text for held in value for text in _texts(held)]
    return [value] if isinstance(value, str) else []
