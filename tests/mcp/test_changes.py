"""What has changed shows in the very next call, however hot the one before it was."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from becivic.app import create_app
from becivic.corpus.load import Loader
from becivic.library import Library
from becivic.publishing.records import fill_records
from becivic.store.store import Store
from tests.factories.corpora import CLOCK, Files
from tests.factories.homes import commit, filled_home
from tests.factories.intake import MovedClock, Service, service, state
from tests.factories.mcp_calls import call, calling, speaking
from tests.factories.oracle import NOW

VOTE = {
    "target_type": "skill",
    "target_id": "nationality-residence-clock",
    "verdict": "confirm",
    "declared_capabilities": ["multi_turn", "structured_output", "file_read", "tool_execution", "web_fetch"],
}


@pytest.fixture
def moving(tmp_path: Path, sqlite_store: Store) -> Service:
    """A service whose main a test moves."""
    library, clock = Library(filled_home(tmp_path), Loader()), MovedClock()
    fill_records(sqlite_store, library.edition.corpus, NOW)
    return Service(create_app(state(library, sqlite_store, clock)), sqlite_store, clock, library)


def test_a_call_is_one_request_however_much_it_asks_inside(tmp_path: Path, sqlite_store: Store) -> None:
    library = Library(filled_home(tmp_path), Loader())
    own = state(library, sqlite_store, MovedClock())
    calling(create_app(own), "read_skill", {"id": "demo-clock"})
    assert own.tallies.requests.total() == 1


def test_what_was_pulled_is_told_no_more_by_any_tool(moving: Service) -> None:
    status = Files.valid()[CLOCK].decode().split("status: ")[1].split("\n")[0]

    async def reads(client: httpx.AsyncClient) -> list[dict[str, Any]]:
        asked = [
            ("read_skill", {"id": "demo-clock"}),
            ("get_skill_graph", {"status": ["draft", "alpha", "beta", "stable"]}),
            ("find_skill", {"query": "count the waiting time"}),
            ("search_corpus", {"query": "count the waiting time"}),
        ]
        return [await call(client, tool, arguments) for tool, arguments in asked]

    async def through() -> None:
        async with speaking(moving.app) as client:
            before = [await reads(client), await reads(client)]
            assert before[0] == before[1]
            assert all("demo-clock" in str(each) for each in before[0])
            files = Files.valid().replaced(CLOCK, f"status: {status}", "status: quarantined")
            moved = commit(moving.library.repository, files)
            moving.library.refresh()
            moving.clock.move(seconds=1)
            one, *others = await reads(client)
            assert one["isError"]
            assert one["structuredContent"]["error"] == "gone"
            assert "Do not follow it" in one["content"][0]["text"]
            assert "Count the waiting time" not in str([one, *others])
            form = await call(client, "get_onboarding_form", {"skill_id": "demo-clock"})
            assert "Do not follow it" in form["content"][0]["text"]
            assert all(
                each["_meta"]["be.becivic/provenance"]["corpus_commit"] == moved for each in [one, *others]
            )

    asyncio.run(through())


def test_a_vote_shows_in_the_next_reading(sqlite_store: Store) -> None:
    house = service(sqlite_store)

    async def through() -> list[int]:
        async with speaking(house.app) as client:
            asked = {"id": "nationality-residence-clock"}
            counts = []
            for _ in range(2):
                for _ in range(2):
                    told = (await call(client, "read_skill", asked))["structuredContent"]
                    counts.append(told["cohort_stats"]["affirms"])
                if len(counts) == 2:
                    assert (await call(client, "submit_validation", VOTE))["structuredContent"][
                        "status"
                    ] == "applied"
            return counts

    assert asyncio.run(through()) == [0, 0, 1, 1]
