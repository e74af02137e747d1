"""What a tool says in words is what its data says, and is true of what was asked: nothing promised, nothing made to look like silence."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import pytest

from becivic.mcp.catalogue import tools
from becivic.mcp.prompts import PROMPTS
from becivic.mcp.writing.described import required_of
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from tests.factories.intake import NO_LIMITS, Service, service
from tests.factories.mcp_calls import MODERN, call, calling, request, send, speaking
from tests.requirement import requirement

CAPABLE = ["multi_turn", "structured_output", "file_read", "tool_execution", "web_fetch"]
FEEDBACK = {"body": "The steps were easy to follow.", "declared_capabilities": CAPABLE}
RATING = {
    "target_type": "skill",
    "target_id": "nationality-residence-clock",
    "skill_quality_stars": 4,
    "declared_capabilities": CAPABLE,
}
VOTE = {
    "target_type": "skill",
    "target_id": "nationality-residence-clock",
    "verdict": "confirm",
    "declared_capabilities": CAPABLE,
}


def said(result: dict[str, Any]) -> str:
    return str(result["content"][0]["text"])


# --- sources ----------------------------------------------------------------------------------------------------


@requirement("R-READ-10")
def test_every_source_that_a_part_or_a_section_names_is_told_in_it(house_of_tools: Service) -> None:
    async def through() -> int:
        named = 0
        async with speaking(house_of_tools.app) as client:
            for skill in house_of_tools.library.edition.corpus.skills:
                first = await call(client, "read_skill", {"id": skill})
                whole = await client.get(f"/api/skills/{skill}")
                known = {each["name"] for each in whole.json()["references"]}
                slugs = [each["id"] for each in first["structuredContent"].get("sections", ())]
                asked: list[dict[str, Any]] = [{"id": skill, "section": slug} for slug in slugs]
                asked += [{"id": skill, "cursor": first["structuredContent"].get("next", "start")}]
                for arguments in asked:
                    told = await call(client, "read_skill", arguments)
                    part, text = told["structuredContent"]["part"], said(told)
                    full = set(re.findall(r'<Ref name="([^"]+)"', part["text"]))
                    beside = {each["name"]: each for each in part["sources"]}
                    brackets = set(re.findall(r"\[([a-z0-9-]+)\]", part["text"]))
                    assert (brackets & known) - full <= set(beside)
                    for name in beside:
                        named += 1
                        assert f"- [{name}]: " in text
                        assert str(beside[name]["url"]) in text
        return named

    assert asyncio.run(through()) > 0


# --- what others met --------------------------------------------------------------------------------------------


def test_a_path_that_is_not_there_is_not_one_that_nobody_complained_of(house_of_tools: Service) -> None:
    told = calling(house_of_tools.app, "get_skill_observations", {"path_id": "household-compositionx"})
    assert told["isError"]
    assert told["structuredContent"]["error"] == "not_found"
    assert "household-composition" in told["structuredContent"]["suggestions"]
    assert "household-compositionx" not in said(told)


def test_published_ones_are_counted_only_where_they_were_asked_for(house_of_tools: Service) -> None:
    skill = "nationality-residence-clock"
    waiting = calling(
        house_of_tools.app, "get_skill_observations", {"skill_id": skill, "status": ["pending"]}
    )
    assert "published on" not in said(waiting)
    assert "Waiting to be published" in said(waiting)
    both = calling(house_of_tools.app, "get_skill_observations", {"skill_id": skill})
    assert "published on" in said(both)
    assert "Waiting to be published" in said(both)


def test_of_two_targets_the_one_that_is_passed_over_is_named(house_of_tools: Service) -> None:
    asked = {"skill_id": "nationality-residence-clock", "path_id": "household-composition"}
    assert "`skill_id` is not looked at" in said(calling(house_of_tools.app, "get_skill_observations", asked))


# --- receipts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "payload", "words"),
    [
        ("submit_feedback", FEEDBACK, "it goes to the makers from"),
        ("submit_rating", RATING, "it counts in the average from"),
        ("submit_validation", {**VOTE, "dry_run": True}, "it counts from"),
    ],
)
def test_nothing_is_called_published_that_never_will_be(
    tool: str, payload: dict[str, Any], words: str, house_of_tools: Service
) -> None:
    told = said(calling(house_of_tools.app, tool, payload))
    assert words in told
    assert "published" not in told


def test_what_was_sent_before_is_not_offered_to_be_sent_again(sqlite_store: Store) -> None:
    house = service(sqlite_store, NO_LIMITS)

    async def through() -> tuple[dict[str, Any], dict[str, Any]]:
        async with speaking(house.app) as client:
            first = await call(client, "submit_feedback", {**FEEDBACK, "dry_run": False})
            name = first["structuredContent"]["feedback_id"]
            return first, await call(client, "submit_feedback", {**FEEDBACK, "feedback_id": name})

    first, again = asyncio.run(through())
    assert "goes to the makers, unless it is taken back" in said(first)
    assert again["structuredContent"]["status"] == "duplicate"
    assert "kept once" in said(again)
    assert "To send it" not in said(again)
    assert "nothing was kept" not in said(again)


def test_who_is_led_to_a_vote_is_told_that_it_cannot_be_taken_back() -> None:
    prompt = PROMPTS["report_a_problem"]
    assert "A validation has no token" in str(prompt.filled({}))
    assert "but for a vote" in prompt.about


# --- what hosts fill in by themselves ---------------------------------------------------------------------------


@pytest.mark.parametrize("nothing", [None, ""])
def test_a_head_that_a_host_left_empty_was_left_out(nothing: object, sqlite_store: Store) -> None:
    house = service(sqlite_store, NO_LIMITS)
    empty = {
        "validation_id": nothing,
        "submitted_at": nothing,
        "submitting_agent": nothing,
        "dry_run": nothing,
    }
    told = calling(house.app, "submit_validation", {**VOTE, **empty})
    assert not told["isError"], said(told)
    assert told["structuredContent"]["status"] == "applied"
    assert {"validation_id", "submitted_at", "submitting_agent"} <= set(told["structuredContent"]["filled"])
    item = {"type": "feedback", "body": FEEDBACK["body"], "feedback_id": nothing}
    judged = calling(house.app, "validate_submission", {"items": [item], "declared_capabilities": CAPABLE})
    assert judged["structuredContent"]["results"][0]["ok"]


def test_a_try_that_cannot_be_understood_keeps_nothing_and_says_so(house_of_tools: Service) -> None:
    told = calling(house_of_tools.app, "submit_validation", {**VOTE, "dry_run": "no"})
    assert told["structuredContent"]["status"] == "validated"
    assert "it was taken for true" in said(told)


@pytest.mark.parametrize("name", ["somebody.synthetic@example.org", "x 85.07.30-033.28"])
def test_a_client_whose_name_says_who_somebody_is_stays_unnamed(name: str, house_of_tools: Service) -> None:
    async def once() -> Any:
        message = request("tools/call", {"name": "submit_feedback", "arguments": FEEDBACK}, version=MODERN)
        message["params"]["_meta"]["io.modelcontextprotocol/clientInfo"] = {"name": name, "version": "1"}
        sent = {
            "content-type": "application/json",
            "mcp-protocol-version": MODERN,
            "mcp-method": "tools/call",
            "mcp-name": "submit_feedback",
        }
        async with speaking(house_of_tools.app) as client:
            answer: httpx.Response = await client.post("/mcp", json=message, headers=sent)
            return answer.json()["result"]

    told = asyncio.run(once())
    assert told["structuredContent"]["filled"]["submitting_agent"] == "mcp-client/0"


@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        (SubmissionType.CONCERN, {"target_type", "target_id", "context", "content"}),
        (SubmissionType.AMENDMENT, {"target_type", "target_id", "rationale", "content"}),
        (SubmissionType.VALIDATION, {"target_type", "target_id", "verdict"}),
        (SubmissionType.DRAFT, {"target_type", "proposed_id", "commit_message", "content"}),
        (SubmissionType.FEEDBACK, {"body"}),
        (SubmissionType.RATING, {"target_type", "target_id"}),
    ],
)
def test_a_tool_asks_for_what_every_target_needs(kind: SubmissionType, needed: set[str]) -> None:
    assert set(required_of(kind)) == needed | {"declared_capabilities"}


def test_closed_lists_inside_of_an_object_are_told_where_a_host_reads_them() -> None:
    about = tools()["submit_concern"].properties["content"]["description"]
    assert "scope* (general|" in about
    assert "evidence_source* (" in about


# --- what is asked for, and where -------------------------------------------------------------------------------


def test_what_stands_in_a_profile_goes_no_further(house_of_tools: Service) -> None:
    profile = {"civic_status": "widowed"}
    told = calling(house_of_tools.app, "get_skill_graph", {"profile_match": profile})
    assert told["structuredContent"]["filters_applied"]["profile_match"] is True
    assert "widowed" not in str(told)
    assert "was not passed on" in said(told)


def test_a_graph_does_not_count_what_it_shows_among_what_it_does_not(house_of_tools: Service) -> None:
    told = calling(house_of_tools.app, "get_skill_graph", {"status": ["alpha"]})
    stable = [
        skill
        for skill in house_of_tools.library.edition.corpus.skills.values()
        if str(skill.status) == "stable"
    ]
    shown = [node for node in told["structuredContent"]["nodes"] if node["status"] == "stable"]
    assert len(shown) == 1
    assert f"{len(stable) - 1} at stable" in said(told)


@pytest.mark.parametrize(
    "written",
    [
        "becivic://skill/nationality-residence-clock",
        "skill://nationality-residence-clock/SKILL.md",
        "https://becivic.test/skills/nationality-residence-clock",
        "/fr/skills/nationality-residence-clock/index.md",
        "/skills/nationality-residence-clock.md",
    ],
)
def test_a_thing_is_known_by_its_address_too(written: str, house_of_tools: Service) -> None:
    told = calling(house_of_tools.app, "read_skill", {"id": written})
    assert told["structuredContent"]["id"] == "nationality-residence-clock"


def test_a_section_that_is_not_there_is_told_in_words_with_those_that_are(house_of_tools: Service) -> None:
    told = calling(
        house_of_tools.app, "read_skill", {"id": "nationality-residence-clock", "section": "nothing"}
    )
    assert all(f"`{each}`" in said(told) for each in told["structuredContent"]["sections"])


def test_paths_that_are_listed_whole_are_told_in_words_too(house_of_tools: Service) -> None:
    told = calling(house_of_tools.app, "get_path_directory", {"detail": "full", "limit": 1})
    (entry,) = told["structuredContent"]["paths"].values()
    assert all(f"`{source['id']}`" in said(told) for source in entry["sources"])


def test_the_status_tells_versions_and_counts_in_words(house_of_tools: Service) -> None:
    told = calling(house_of_tools.app, "get_current_status", {})
    send_versions = told["structuredContent"]["send"]["schema_versions"]
    assert all(f"{name} {version}" in said(told) for name, version in send_versions.items())
    counts = told["structuredContent"]["by_status"]["skills"]
    assert all(f"{number} {status}" in said(told) for status, number in counts.items())


def test_a_submission_that_nobody_knows_is_told_with_what_to_do(house_of_tools: Service) -> None:
    asked = {"submission_id": "con_019ab3c4-5d6e-7f80-9a1b-2c3d4e5f6071"}
    told = calling(house_of_tools.app, "get_current_status", asked)["structuredContent"]
    assert (told["error"], told["schema_pointer"]) == ("not_found", "/submission_id")
    assert "48 hours" in told["remedy"]


@pytest.mark.parametrize(
    ("locale", "words"),
    [({}, "No language was asked for"), ({"locale": "xx"}, "There is no form in the language asked for")],
)
def test_why_a_form_is_in_english_is_said_in_words(
    locale: dict[str, str], words: str, house_of_tools: Service
) -> None:
    assert words in said(calling(house_of_tools.app, "get_onboarding_form", locale))


def test_what_there_is_no_room_for_is_told_once_and_called_left_out(house_of_tools: Service) -> None:
    items = [{"type": "concern", "wrong": "x"} for _ in range(50)]
    told = calling(
        house_of_tools.app, "validate_submission", {"items": items, "declared_capabilities": CAPABLE}
    )
    assert all("remedy" not in each for each in told["structuredContent"]["results"])
    assert "are left out. With fewer items at a time all is told" in said(told)
    assert said(told).count("What to do about schema_fail: ") == 1


def test_every_fault_of_an_item_is_told_in_words(house_of_tools: Service) -> None:
    items = [{"type": "concern"}]
    told = calling(
        house_of_tools.app, "validate_submission", {"items": items, "declared_capabilities": CAPABLE}
    )
    (result,) = told["structuredContent"]["results"]
    assert len(result["faults"]) > 1
    assert all(fault["detail"].lower() in said(told).lower() for fault in result["faults"])


def test_a_package_and_a_submission_say_how_what_they_are_about_stands(house_of_tools: Service) -> None:
    async def through() -> list[dict[str, Any]]:
        async with speaking(house_of_tools.app) as client:
            uri = "skill://nationality-residence-clock/SKILL.md"
            read = await send(client, "resources/read", {"uri": uri})
            return [read, await call(client, "submit_rating", RATING)]

    for told in asyncio.run(through()):
        provenance = told["_meta"]["be.becivic/provenance"]
        assert provenance["status"]
        assert provenance["last_verified"]


def test_a_document_that_is_json_is_called_so(house_of_tools: Service) -> None:
    async def through() -> dict[str, Any]:
        async with speaking(house_of_tools.app) as client:
            return await send(client, "resources/read", {"uri": "becivic://docs/agents/manifest.json"})

    (content,) = asyncio.run(through())["contents"]
    assert content["mimeType"] == "application/json"
    assert content["text"].startswith("{")


def test_a_path_may_be_asked_for_at_every_status_that_the_api_knows(house_of_tools: Service) -> None:
    told = calling(house_of_tools.app, "get_path_directory", {"status": ["draft"]})
    assert not told["isError"]
