"""The status story as the log has it: what holds, newest first, and only so far back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from becivic.publishing.records import fill_records
from becivic.reading.path_json import path_json
from becivic.reading.skill_json import skill_json
from becivic.reading.story import story_of
from becivic.rendering.story import StoryLine
from becivic.rules.changes import ChangeState
from becivic.rules.consensus import DecisionKind
from becivic.rules.reading import STORY_LINES
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.keeping import CHANGE_REQUESTS
from becivic.store.tables.lifecycle import DECISIONS
from becivic.store.written import moment
from tests.factories.corpora import Files
from tests.factories.homes import NOON
from tests.factories.readers import reading
from tests.factories.records import record

SKILL = "demo-application"
URL = "https://civic.example"
_EMPTY = {"artefact": "{}", "tally": "{}", "policy": "{}", "source": None, "change_request_id": None}


def decided(store: Store, number: int, name: str = SKILL, **given: Any) -> None:
    target = TargetType.SKILL if name == SKILL else TargetType.PATH
    told = {
        "target_type": target,
        "target_id": name,
        "kind": DecisionKind.PROMOTE,
        "from_status": Status.ALPHA,
        "to_status": Status.BETA,
        "decided_at": moment(NOON + timedelta(days=number)),
    }
    row = record(DECISIONS, number, **{**_EMPTY, **told, **given})
    store.write(lambda connection: connection.execute(DECISIONS.insert(), [row]).rowcount)


def requested(store: Store, number: int, state: ChangeState) -> str:
    row = record(CHANGE_REQUESTS, number, state=state.value)
    store.write(lambda connection: connection.execute(CHANGE_REQUESTS.insert(), [row]).rowcount)
    return str(row["id"])


def story(store: Store, name: str = SKILL) -> tuple[StoryLine, ...]:
    return store.read(lambda connection: story_of(connection, TargetType.SKILL, name))


def test_what_holds_is_told_newest_first(store: Store) -> None:
    fill_records(store, Files.valid().load(), NOON)
    decided(store, 1)
    decided(store, 2, change_request_id=requested(store, 1, ChangeState.MERGED), to_status=Status.STABLE)
    decided(store, 3, change_request_id=requested(store, 2, ChangeState.OPEN))
    decided(store, 4, kind=DecisionKind.OBSERVE)
    decided(store, 5, name="demo-certificate")
    assert [(each.kind, each.before, each.after) for each in story(store)] == [
        ("promote", "alpha", "stable"),
        ("promote", "alpha", "beta"),
    ]
    assert story(store)[0].at > story(store)[1].at
    assert story(store, "demo-clock") == ()


def test_it_goes_back_only_so_far(sqlite_store: Store) -> None:
    for number in range(1, STORY_LINES + 3):
        decided(sqlite_store, number)
    assert len(story(sqlite_store)) == STORY_LINES


def test_skills_and_paths_are_read_with_their_story(sqlite_store: Store) -> None:
    house = reading(sqlite_store)
    decided(sqlite_store, 1)
    decided(sqlite_store, 2, name="demo-certificate")
    house.tells()
    told = [skill_json(house.skill(), None, URL)["story"], path_json(house.path(), None, URL)["story"]]
    turn = {"kind": "promote", "from_status": "alpha", "to_status": "beta"}
    assert told == [[{"at": "2026-11-16T12:00:00Z", **turn}], [{"at": "2026-11-17T12:00:00Z", **turn}]]
