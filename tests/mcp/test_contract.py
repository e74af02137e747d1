"""The contract: what a tool tells is what the API says, read for read and verdict for verdict."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final
from urllib.parse import urlencode

import httpx
import pytest

from becivic.mcp.catalogue import tools
from becivic.mcp.told import PREFIX
from becivic.mcp.tool import Nature
from becivic.rules.reading import PART_BYTES
from becivic.rules.submissions import SubmissionType
from tests.factories.intake import AUTHOR, SOMEBODY, Service
from tests.factories.mcp_calls import HANDSHAKE, MODERN, call, calling, send, speaking, weight
from tests.factories.payloads import Fixture, fixtures, submissions
from tests.requirement import requirement

TOKENS: Final = 20_000
BYTES_OF_A_TOKEN: Final = 2.7
"""Fewer than any text of ours has: what is below the bound by this is below it by any count."""

OF_THE_MOMENT: Final = ("now",)
"""What differs between two answers however quickly one follows the other."""

READS: Final[list[tuple[str, dict[str, Any]]]] = [
    ("find_skill", {"query": "how do i become belgian"}),
    ("find_skill", {"query": "verblijfskaart verlengen", "language": "nl", "limit": 2}),
    ("find_skill", {"query": "where can i buy waffles"}),
    ("find_skill", {"query": "household composition certificate"}),
    ("search_corpus", {"query": "household composition", "kind": ["path"], "limit": 20}),
    ("search_corpus", {"query": "privacy", "language": "fr"}),
    ("get_skill_graph", {}),
    ("get_skill_graph", {"status": ["alpha", "beta", "stable"], "applies_to": ["nationality", "residency"]}),
    ("get_skill_graph", {"status": ["alpha"], "limit": 3}),
    ("get_skill_graph", {"customer_locale": "FR", "profile_match": {"region": "brussels"}}),
    ("get_path_directory", {}),
    ("get_path_directory", {"theme": ["identity-civil-status"], "region": ["brussels"]}),
    ("get_path_directory", {"detail": "full"}),
    ("get_path_directory", {"path_id": "household-composition"}),
    ("get_skill_observations", {"skill_id": "nationality-application"}),
    ("get_skill_observations", {"skill_id": "nationality-application", "status": ["pending"]}),
    ("get_skill_observations", {"skill_id": "nationality-application", "since": "2026-01-01", "limit": 1}),
    ("get_current_status", {}),
    ("get_onboarding_form", {"skill_id": "nationality-residence-clock", "locale": "ar"}),
    ("get_onboarding_form", {"mode": "returning"}),
    ("read_skill", {"id": "meta-no-skill-fallback"}),
    ("read_skill", {"id": "meta-no-skill-fallback", "format": "json"}),
    ("read_skill", {"id": "nationality-application", "section": "process"}),
]
VALID, INVALID = submissions("valid"), submissions("invalid")
ENVELOPES: Final = [*fixtures("envelopes/valid/*.json"), *fixtures("envelopes/invalid/*.json")]


def _still(said: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in said.items() if name not in OF_THE_MOMENT}


async def _pages(
    client: httpx.AsyncClient, tool: str, arguments: dict[str, Any], **how: Any
) -> AsyncIterator[dict[str, Any]]:
    asked = dict(arguments)
    for _ in range(60):
        result = await call(client, tool, asked, **how)
        yield result
        following = result["structuredContent"].get("next")
        if following is None or result["isError"]:
            return
        asked["cursor"] = following
    raise AssertionError("it never ends")


async def _is_what_the_api_says(
    client: httpx.AsyncClient, tool: str, arguments: dict[str, Any], version: str
) -> None:
    async for result in _pages(client, tool, arguments, version=version):
        assert not result["isError"], result
        told = result["_meta"]
        assert f"{PREFIX}left_out" not in told
        source = told[f"{PREFIX}api"]
        if "query" in arguments:  # which no answer repeats
            source = f"{source}{'&' if '?' in source else '?'}{urlencode({'q': arguments['query']})}"
        answer = await client.get(source)
        assert _still(answer.json()) == _still(result["structuredContent"]), source
        assert len(answer.content) <= PART_BYTES
        assert weight(result) / BYTES_OF_A_TOKEN < TOKENS


@requirement("R-MCP-01", "R-MCP-03", "R-READ-05", "R-READ-07", "R-READ-10")
@pytest.mark.parametrize("version", [MODERN, HANDSHAKE])
def test_every_read_is_what_the_api_says_page_by_page_and_none_is_too_long(
    version: str, house_of_tools: Service
) -> None:
    async def compare() -> None:
        async with speaking(house_of_tools.app) as client:
            for tool, arguments in READS:
                await _is_what_the_api_says(client, tool, arguments, version)

    asyncio.run(compare())


@requirement("R-READ-10")
def test_every_skill_and_path_is_read_whole_as_the_api_has_it(house_of_tools: Service) -> None:
    corpus = house_of_tools.library.edition.corpus

    async def compare() -> None:
        async with speaking(house_of_tools.app) as client:
            for name in corpus.skills:
                for form in ("markdown", "json"):
                    await _is_what_the_api_says(client, "read_skill", {"id": name, "format": form}, HANDSHAKE)
                parts = [result async for result in _pages(client, "read_skill", {"id": name})]
                whole = (await client.get(f"/api/skills/{name}")).json()["resolved_body"]
                texts = [each["structuredContent"] for each in parts]
                assert (
                    "".join(
                        each["part"]["text"] if "part" in each else each["resolved_body"] for each in texts
                    )
                    == whole
                )
                assert not any("last verified" in each["content"][0]["text"] for each in parts)
                assert all("sources_read" in each["structuredContent"] for each in parts)
            for name in corpus.paths.entries:
                await _is_what_the_api_says(client, "get_path_directory", {"path_id": name}, HANDSHAKE)

    asyncio.run(compare())


@requirement("R-MCP-03")
@pytest.mark.parametrize(
    ("query", "path_id"),
    [
        ("household composition certificate", "household-composition"),
        ("composition de ménage", "household-composition"),
        ("extract of criminal record", "criminal-record-extract"),
        ("uittreksel uit het strafregister", "criminal-record-extract"),
        ("Haushaltszusammensetzung", "household-composition"),
    ],
)
def test_a_document_that_a_path_leads_to_is_found_by_its_name(
    query: str, path_id: str, house_of_tools: Service
) -> None:
    async def ask() -> dict[str, Any]:
        async with speaking(house_of_tools.app) as client:
            return await call(client, "find_skill", {"query": query})

    result = asyncio.run(ask())
    assert result["structuredContent"]["fits"] is True
    first = result["structuredContent"]["items"][0]
    assert (first["kind"], first["id"]) == ("path", path_id)
    assert f"get_path_directory with path_id `{path_id}`" in result["content"][0]["text"]


def test_a_question_that_only_sounds_like_a_document_still_fits_nothing(house_of_tools: Service) -> None:
    async def ask() -> list[dict[str, Any]]:
        async with speaking(house_of_tools.app) as client:
            asked = ("kann ich ein haus kaufen", "where can i buy waffles", "how do i buy a house")
            return [await call(client, "find_skill", {"query": query}) for query in asked]

    assert [each["structuredContent"]["fits"] for each in asyncio.run(ask())] == [False] * 3


def test_every_reading_tool_is_compared() -> None:
    reading = {tool.name for tool in tools().values() if tool.nature is Nature.READ} - {"validate_submission"}
    assert {tool for tool, _ in READS} == reading


# --- writes ---------------------------------------------------------------------------------------------------


def _filled(kind: SubmissionType, payload: Any, result: dict[str, Any]) -> Any:
    """What the tool sent: what it was given, with what it says it added."""
    return (
        {**result["structuredContent"].get("filled", {}), **payload} if isinstance(payload, dict) else payload
    )


def _verdict(said: dict[str, Any]) -> tuple[Any, ...]:
    if "error" in said:
        return (
            said["error"],
            said.get("schema_pointer"),
            said.get("keyword"),
            said["detail"],
            said["remedy"],
        )
    return (said["status"],)


def _address(fixture: Fixture) -> str:
    return AUTHOR if fixture.category == "self-validation" else SOMEBODY


@requirement("R-MCP-02", "R-MCP-04", "R-MCP-05")
@pytest.mark.parametrize(
    "fixture", [each for each in (*VALID, *INVALID) if each.type.facts.in_envelope], ids=str
)
def test_the_verdict_on_a_submission_is_that_of_the_api(fixture: Fixture, house_of_tools: Service) -> None:
    kind, sent = fixture.type, house_of_tools.filled_in(fixture.read())
    is_valid = fixture in VALID
    address = SOMEBODY if is_valid else _address(fixture)
    result = calling(house_of_tools.app, f"submit_{kind.value}", {**sent, "dry_run": True}, address=address)
    over_http = house_of_tools.post(kind, _filled(kind, sent, result), address=address, query="?dry_run=1")
    assert _verdict(result["structuredContent"]) == _verdict(over_http.json())
    assert result["isError"] is not is_valid or bool(result["structuredContent"]["filled"])
    assert result["isError"] == (over_http.status_code != 200)


@requirement("R-MCP-05")
@pytest.mark.parametrize("fixture", ENVELOPES, ids=str)
def test_the_verdicts_on_an_envelope_are_those_of_the_api(fixture: Fixture, house_of_tools: Service) -> None:
    sent = house_of_tools.filled_in(fixture.read())
    if not isinstance(sent, dict):
        pytest.skip("arguments are an object, always")
    result = calling(house_of_tools.app, "validate_submission", sent)
    said = result["structuredContent"]
    filled = {name: value for name, value in said["filled"].items() if name != "items"}
    over_http = house_of_tools.send({**filled, **sent, "mode": "validate"})
    if "error" in said:
        assert result["isError"]
        assert _verdict(said) == _verdict(over_http.json())
        return
    without = [
        {name: value for name, value in each.items() if name != "would_stage_for"} for each in said["results"]
    ]
    expected = over_http.json()["results"]
    assert without == [
        {name: value for name, value in each.items() if name != "would_stage_for"} for each in expected
    ]


@requirement("R-MCP-02")
def test_all_at_once_they_are_listed_in_an_order_that_never_changes(house_of_tools: Service) -> None:
    async def twice() -> list[list[str]]:
        async with speaking(house_of_tools.app) as client:
            return [[each["name"] for each in (await send(client, "tools/list"))["tools"]] for _ in range(2)]

    first, second = asyncio.run(twice())
    assert first == second == list(tools())
    assert {
        "find_skill", "read_skill", "get_skill_graph", "get_path_directory", "get_skill_observations", "search_corpus",
        "get_current_status", "get_onboarding_form", "submit_concern", "submit_amendment", "submit_validation",
        "submit_draft", "submit_feedback", "submit_rating", "validate_submission", "stage_submission", "cancel_submission",
    } == set(first)  # fmt: skip
