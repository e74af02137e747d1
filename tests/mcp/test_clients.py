"""Real clients of the protocol against a real server: the SDK's own, of today and pinned to 2025, over HTTP and over stdio."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import mcp_types as types
import pytest
from mcp.client.stdio import StdioServerParameters, stdio_client

from becivic.mcp.catalogue import tools
from becivic.mcp.told import PREFIX
from becivic.rules.skills import FALLBACK_SKILL
from mcp import Client, MCPError
from tests.factories.servers import Serving, serving
from tests.requirement import requirement

WITHIN: Final = 120.0
SKILL: Final = "residence-card-renewal"
CAPABLE: Final = ["multi_turn", "structured_output"]

GOOD: Final[dict[str, dict[str, Any]]] = {
    "find_skill": {"query": "how do i renew my residence card"},
    "read_skill": {"id": SKILL},
    "get_skill_graph": {"status": ["alpha"], "applies_to": ["residency"]},
    "get_path_directory": {"path_id": "household-composition"},
    "get_skill_observations": {"skill_id": SKILL},
    "search_corpus": {"query": "household composition"},
    "get_current_status": {},
    "get_onboarding_form": {"skill_id": SKILL, "locale": "fr"},
    "submit_concern": {
        "target_type": "skill",
        "target_id": SKILL,
        "context": {"language_used": "fr", "country": "be", "applies_to_match": {}},
        "content": {
            "scope": "general",
            "body": "The desk asked for two photos; the page says one.",
            "evidence_date": "2026-11-10",
            "evidence_source": "customer-report",
        },
        "declared_capabilities": CAPABLE,
    },
    "submit_feedback": {"body": "The steps were easy to follow.", "declared_capabilities": CAPABLE},
    "submit_rating": {
        "target_type": "skill",
        "target_id": SKILL,
        "skill_quality_stars": 4,
        "declared_capabilities": CAPABLE,
    },
    "validate_submission": {
        "declared_capabilities": CAPABLE,
        "items": [{"type": "feedback", "body": "The steps were easy to follow."}],
    },
}
REFUSED: Final[dict[str, dict[str, Any]]] = {
    "submit_amendment": {"target_type": "skill", "declared_capabilities": CAPABLE},
    "submit_validation": {
        "target_type": "skill",
        "target_id": SKILL,
        "declared_capabilities": CAPABLE,
        "dry_run": True,
    },
    "submit_draft": {"target_type": "skill", "declared_capabilities": CAPABLE},
    "stage_submission": {"declared_capabilities": CAPABLE, "items": [{"type": "nonsense"}]},
    "cancel_submission": {"id": "con_019ab3c4-5d6e-7f80-9a1b-2c3d4e5f6071", "cancel_token": "x"},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Filled by the first who starts there over stdio."""
    return tmp_path_factory.mktemp("stdio") / "home"


def over_stdio(*arguments: str, **environment: str) -> Any:
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "becivic.cli", "mcp", *arguments],
        env={"PATH": "/usr/bin:/bin", **environment},
    )
    return stdio_client(command)


@asynccontextmanager
async def connected(how: str, server: Serving, home: Path) -> AsyncIterator[Client]:
    wire: dict[str, Any] = {
        "http": f"{server.url}/mcp",
        "http, 2025": f"{server.url}/mcp",
        "stdio": over_stdio("--home", str(home)),
        "stdio, 2025": over_stdio("--home", str(home)),
        "proxy": over_stdio("--api", server.url),
        "proxy, 2025": over_stdio("--api", server.url),
    }
    async with Client(wire[how], mode="legacy" if "2025" in how else "auto") as client:
        yield client


WIRES: Final = ["http", "http, 2025", "stdio", "stdio, 2025", "proxy", "proxy, 2025"]


@requirement("R-MCP-01", "R-MCP-02", "R-MCP-03")
@pytest.mark.parametrize("how", WIRES)
def test_a_client_lists_and_calls_every_tool(how: str, server: Serving, home: Path) -> None:
    async def through() -> None:
        async with connected(how, server, home) as client:
            listed = (await client.list_tools()).tools
            assert [each.name for each in listed] == list(tools())
            assert {*GOOD, *REFUSED} == set(tools())
            for name, arguments in {**GOOD, **REFUSED}.items():
                result = await client.call_tool(name, arguments)
                assert result.is_error is (name in REFUSED), (name, result.content)
                assert result.structured_content
                assert isinstance(result.content[0], types.TextContent)
                assert result.content[0].text

    asyncio.run(asyncio.wait_for(through(), WITHIN))


@pytest.mark.parametrize("how", ["http", "stdio, 2025", "proxy"])
def test_everything_else_a_host_uses_is_there(how: str, server: Serving, home: Path) -> None:
    async def through() -> None:
        async with connected(how, server, home) as client:
            await _resources(client)
            await _prompts(client)
            await _completions(client)

    asyncio.run(asyncio.wait_for(through(), WITHIN))


async def _resources(client: Client) -> None:
    listed, cursor = [], None
    while True:
        page = await client.list_resources(cursor=cursor)
        listed += page.resources
        cursor = page.next_cursor
        if cursor is None:
            break
    uris = [each.uri for each in listed]
    assert len(set(uris)) == len(uris)
    for uri in (
        f"becivic://skill/{SKILL}",
        "becivic://path/household-composition",
        "becivic://schema/concern",
    ):
        assert uri in uris
    assert {"becivic://docs/privacy", "becivic://docs/agents", f"skill://{SKILL}/SKILL.md"} <= set(uris)
    templates = (await client.list_resource_templates()).resource_templates
    assert [each.uri_template for each in templates][:2] == [
        "becivic://skill/{id}{?section,cursor}",
        "becivic://path/{id}",
    ]
    for uri in (
        "becivic://docs/privacy",
        "becivic://docs/agents",
        "becivic://schema/concern",
        f"becivic://skill/{SKILL}?section=process",
    ):
        (content,) = (await client.read_resource(uri)).contents
        assert isinstance(content, types.TextResourceContents)
        assert len(content.text) > 200
    with pytest.raises(MCPError):
        await client.read_resource("becivic://skill/nothing-of-the-kind")


async def _prompts(client: Client) -> None:
    assert [each.name for each in (await client.list_prompts()).prompts] == [
        "walk_me_through",
        "report_a_problem",
    ]
    told = await client.get_prompt("walk_me_through", {"task": "renew my card", "language": "French"})
    assert isinstance(told.messages[0].content, types.TextContent)
    assert "renew my card" in told.messages[0].content.text
    assert "find_skill" in told.messages[0].content.text


async def _completions(client: Client) -> None:
    template = types.ResourceTemplateReference(
        type="ref/resource", uri="becivic://skill/{id}{?section,cursor}"
    )
    found = await client.complete(template, {"name": "id", "value": "resid"})
    assert found.completion.values[0] == SKILL
    prompt = types.PromptReference(type="ref/prompt", name="report_a_problem")
    found = await client.complete(prompt, {"name": "skill", "value": "apost"})
    assert found.completion.values == ["apostille-foreign-document-hague"]


def test_a_submission_is_tried_sent_asked_after_and_taken_back(server: Serving) -> None:
    async def through() -> None:
        async with Client(f"{server.url}/mcp") as client:
            tried = (await client.call_tool("submit_concern", GOOD["submit_concern"])).structured_content
            assert (tried["status"], tried["dry_run"]) == ("validated", True)
            assert set(tried["filled"]) == {
                "schema_version", "concern_id", "submitted_at", "submitting_agent", "submission_contract_version",
            }  # fmt: skip
            assert tried["filled"]["submitting_agent"].split("/")[0] == "mcp"
            name = tried["concern_id"]
            sent = await client.call_tool(
                "submit_concern", {**GOOD["submit_concern"], "concern_id": name, "dry_run": False}
            )
            staged = sent.structured_content
            assert (staged["status"], staged["concern_id"]) == ("staged", name)
            asked = (await client.call_tool("get_current_status", {"submission_id": name})).structured_content
            assert asked["submission"]["state"] == "staged"
            back = await client.call_tool(
                "cancel_submission", {"id": name, "cancel_token": staged["cancel_token"]}
            )
            assert back.structured_content == {"id": name, "cancelled": True}
            gone = await client.call_tool("get_current_status", {"submission_id": name})
            assert gone.is_error

    asyncio.run(asyncio.wait_for(through(), WITHIN))


def test_every_answer_says_where_it_is_from(server: Serving) -> None:
    async def through() -> None:
        async with Client(f"{server.url}/mcp") as client:
            for name, arguments in {**GOOD, **REFUSED}.items():
                result = await client.call_tool(name, arguments)
                told = (result.meta or {})[f"{PREFIX}provenance"]
                assert len(told["corpus_commit"]) == 40
                assert set(told) == {"corpus_commit", "status", "last_verified", "license"}
                assert told["license"] == "CC-BY-4.0"
                assert isinstance(result.content[0], types.TextContent)
                assert told["corpus_commit"] in result.content[0].text
                assert "CC-BY-4.0" in result.content[0].text
            one = (await client.call_tool("read_skill", {"id": SKILL})).meta or {}
            assert one[f"{PREFIX}provenance"]["status"] == "alpha"
            assert one[f"{PREFIX}provenance"]["last_verified"].startswith("2026-")

    asyncio.run(asyncio.wait_for(through(), WITHIN))


def test_what_a_host_may_know_beforehand_is_told(server: Serving) -> None:
    async def through() -> dict[str, types.Tool]:
        async with Client(f"{server.url}/mcp") as client:
            assert client.server_info is None or client.server_info.name == "becivic"
            assert FALLBACK_SKILL in (client.instructions or "")
            found = await client.list_tools()
            assert (found.ttl_ms, found.cache_scope) == (60_000, "public")
            return {each.name: each for each in found.tools}

    listed = asyncio.run(asyncio.wait_for(through(), WITHIN))
    for name, tool in listed.items():
        hints = tool.annotations
        assert hints is not None
        assert hints.idempotent_hint is True
        assert hints.open_world_hint is False
        assert hints.read_only_hint is (not name.startswith(("submit_", "stage_", "cancel_")))
        assert hints.destructive_hint is (name == "cancel_submission")
        assert tool.output_schema is not None
        assert tool.description
        assert len(tool.description) < 1200
    whole = json.dumps([tool.model_dump(by_alias=True, exclude_none=True) for tool in listed.values()])
    assert len(whole) < 56_000


@requirement("R-MCP-04")
def test_an_attempt_at_a_source_is_a_validation_and_nothing_else(server: Serving) -> None:
    assert "submit_path_source_validation" not in tools()
    assert "path_source" in json.dumps(tools()["submit_validation"].input_schema)
    assert "traversal_metadata" in tools()["submit_validation"].properties
