"""Skills and paths as they are read: gathered again when something changed, and the same object while nothing did."""

from __future__ import annotations

import asyncio
from typing import NoReturn
from unittest.mock import AsyncMock, Mock, patch

import pytest

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.tree import MemoryTree
from becivic.lifecycle.standing import SourceHealth
from becivic.publishing.history import FileHistory
from becivic.publishing.last_changes import content_id
from becivic.reading.past import Pasts
from becivic.reading.reader import open_reader
from becivic.reading.readings import UNKNOWN, Changed, Past, SkillReading, Withheld
from becivic.reading.walker import Walker
from becivic.rendering.changes import ChangeLine
from becivic.rules.consensus import POLICY
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.keeping import ARTEFACTS
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.readers import Reading, amended_value, reading
from tests.factories.signals import concern, vote
from tests.requirement import requirement

DESK = (TargetType.PATH_SOURCE, "demo-certificate:commune-desk")
SKILL = (TargetType.SKILL, "demo-application")


@pytest.fixture
def house(sqlite_store: Store) -> Reading:
    return reading(sqlite_store)


def nothing(_: object) -> NoReturn:
    raise AssertionError("the database was asked")


def test_a_skill_is_read_with_its_rows_its_links_and_what_was_said(house: Reading) -> None:
    concern(house.store, SKILL, content={"body": "The counter was moved."})
    found = house.skill()
    assert found.skill is house.corpus.skills["demo-application"]
    assert [value.text for value in found.rows.values.values()] == ["€20", "30 days"]
    assert list(found.rows.references) == ["ref-00001"]
    assert [item.body for item in found.observed.groups[0].items] == ["The counter was moved."]
    assert ("skill", "demo-clock") in {(kind, name) for kind, name, _ in found.links}
    assert found.changed is None


def test_a_skill_that_is_read_again_costs_no_question(
    house: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = house.skill()
    monkeypatch.setattr(house.store, "read", nothing)
    assert house.skill() is first


def test_while_it_says_the_same_it_is_the_same_object(house: Reading) -> None:
    first = house.skill()
    house.tells()
    assert house.skill() is first
    amended_value(house.store, 25)
    second = house.skill()
    assert (second is first, second.rows.values["val-00001"].text) == (False, "€25")


def test_when_main_moves_a_skill_that_says_the_same_is_the_same_object(sqlite_store: Store) -> None:
    house, loader = reading(sqlite_store), Loader()
    before = loader.load(MemoryTree(Files.valid()))
    first = house.skill("demo-clock", before)
    elsewhere = loader.load(MemoryTree(Files.valid().replaced(APPLICATION, "Some counters", "Many counters")))
    assert house.skill("demo-clock", elsewhere) is first
    titled = loader.load(MemoryTree(Files.valid().replaced(APPLICATION, "title: Apply", "title: Ask")))
    assert house.skill("demo-clock", titled) is not first


def test_the_content_that_is_served_tells_when_it_was_made(house: Reading) -> None:
    skill, entry = house.corpus.skills["demo-application"], house.corpus.paths.entries["demo-certificate"]
    known = {"commit_sha": "1" * 40, "changed_at": "2026-11-14T09:00:00.000000Z"}
    house.changes(ARTEFACTS, "target_id", skill.id, **known, blob_id="2" * 40)
    assert house.skill().changed is None
    house.changes(ARTEFACTS, "target_id", skill.id, blob_id=skill.blob_id, commit_sha=None)
    assert house.skill().changed is None
    house.changes(ARTEFACTS, "target_id", skill.id, **known)
    house.changes(ARTEFACTS, "target_id", entry.key, **known, blob_id=content_id(entry))
    assert house.skill().changed == Changed("1" * 40, "2026-11-14T09:00:00Z")
    assert house.path().changed == house.skill().changed


def test_what_the_records_do_not_know_has_no_numbers(sqlite_store: Store) -> None:
    house = reading(sqlite_store)
    files = Files.valid().with_file("skills/demo-other/canonical.md", Files.valid()[CLOCK])
    other = house.skill("demo-other", files.load())
    assert (other.changed, other.observed.cohort_stats) == (None, None)


@requirement("R-TAG-19")
def test_while_the_records_are_away_what_was_known_stands_and_the_rest_comes_from_files(
    house: Reading,
) -> None:
    amended_value(house.store, 25)
    known, path = house.skill(), house.path()
    house.store.close()
    house.clock.move(hours=2)
    assert house.skill() is known
    assert house.path() is path
    clock = house.skill("demo-clock")
    assert list(clock.rows.references) == ["ref-00002"]
    assert (clock.observed.is_empty, clock.observed.cohort_stats, clock.changed) == (True, None, None)
    anew = Files.valid().load()
    assert house.skill(corpus=anew).rows.values["val-00001"].text == "€20"
    assert house.path(corpus=anew).used_by == ("demo-application",)


def test_a_path_is_read_with_its_sources_and_who_uses_it(house: Reading) -> None:
    vote(house.store, DESK)
    found = house.path()
    assert found.used_by == ("demo-application",)
    assert {name: each.health for name, each in found.standing.items()} == {
        "federal-portal": SourceHealth.UNTRIED,
        "commune-desk": SourceHealth.CONFIRMED,
    }
    assert found.observed.as_json()["path_id"] == "demo-certificate"


@requirement("R-PLC-07")
def test_a_source_grows_stale_though_nothing_is_stored(house: Reading) -> None:
    fresh, listed = house.path(), asyncio.run(house.reader.standing(house.corpus))
    house.clock.move(hours=1)
    assert house.path() is fresh
    assert asyncio.run(house.reader.standing(house.corpus)) is listed
    house.clock.move(days=31)
    assert all(each.is_stale for each in house.path().standing.values())
    told = asyncio.run(house.reader.standing(house.corpus))
    assert told == {"demo-certificate": house.path().standing}


def test_how_all_paths_stand_is_read_once_and_stands_while_the_records_are_away(
    house: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = asyncio.run(house.reader.standing(house.corpus))
    with monkeypatch.context() as patched:
        patched.setattr(house.store, "read", nothing)
        assert asyncio.run(house.reader.standing(house.corpus)) is told
    vote(house.store, DESK)
    house.tells()
    assert asyncio.run(house.reader.standing(house.corpus)) != told
    house.store.close()
    house.clock.move(hours=1)
    assert asyncio.run(house.reader.standing(house.corpus)) != {}
    away = open_reader(house.store, POLICY, house.clock)
    assert asyncio.run(away.standing(house.corpus)) == {}


@requirement("R-QUAR-06")
@pytest.mark.parametrize(("said", "status"), [("quarantined", Status.QUARANTINED), ("not-a-status", None)])
def test_what_was_pulled_gives_its_name_and_its_successor_alone(
    house: Reading, said: str, status: Status | None
) -> None:
    files = Files.valid().replaced(APPLICATION, "status: alpha", f"status: {said}\nsuperseded_by: demo-clock")
    corpus = files.replaced(PATHS, '"status": "alpha"', f'"status": "{said}"').load()
    skill = asyncio.run(house.reader.skill(corpus, "demo-application"))
    assert skill == Withheld("skill", "demo-application", status, "demo-clock")
    assert asyncio.run(house.reader.path(corpus, "demo-certificate")) == Withheld(
        "path", "demo-certificate", status
    )
    assert asyncio.run(house.reader.standing(corpus)) == {}


def test_of_an_unknown_name_there_is_nothing(house: Reading) -> None:
    assert asyncio.run(house.reader.skill(house.corpus, "no-skill")) is None
    assert asyncio.run(house.reader.path(house.corpus, "no-path")) is None


def test_the_same_is_read_on_both_databases(store: Store) -> None:
    house = reading(store)
    concern(store, SKILL)
    vote(store, DESK)
    house.tells()
    assert len(house.skill().observed.groups[0].items) == 1
    assert house.path().standing["commune-desk"].health is SourceHealth.CONFIRMED


def test_a_reader_of_a_server_reads_as_any_other(house: Reading) -> None:
    found = asyncio.run(open_reader(house.store, POLICY).skill(house.corpus, "demo-clock"))
    assert found == house.skill("demo-clock")


class TestPast:
    """What git knows of a skill, where the reader was given a way to ask."""

    KNOWN = Past("2026-04-26", (ChangeLine("2026-04-26T10:00:00Z", "a change"),))

    def read(self, house: Reading, corpus: Corpus) -> SkillReading:
        pasts = Pasts(Walker(Mock(spec=FileHistory), lambda _, __: None))
        told = AsyncMock(return_value=self.KNOWN)
        with patch.object(pasts, "of", told):
            found = asyncio.run(
                open_reader(house.store, POLICY, house.clock, pasts).skill(corpus, "demo-clock")
            )
        told.assert_awaited_once_with(corpus, corpus.skills["demo-clock"])
        assert isinstance(found, SkillReading)
        return found

    def test_a_skill_is_read_with_its_past(self, house: Reading) -> None:
        found = self.read(house, house.corpus)
        assert found.past == self.KNOWN
        assert found != house.skill("demo-clock")

    def test_what_was_read_while_git_could_not_is_not_remembered(self, house: Reading) -> None:
        pasts = Pasts(Walker(Mock(spec=FileHistory), lambda _, __: None))
        reader = open_reader(house.store, POLICY, house.clock, pasts)
        with patch.object(pasts, "of", AsyncMock(side_effect=[None, self.KNOWN, self.KNOWN])):
            first, *later = (asyncio.run(reader.skill(house.corpus, "demo-clock")) for _ in range(3))
        assert isinstance(first, SkillReading)
        assert first.past == UNKNOWN
        assert isinstance(later[0], SkillReading)
        assert later[0].past == self.KNOWN
        assert later[1] is later[0]

    @requirement("R-TAG-19")
    def test_while_the_records_cannot_be_reached_git_still_can(self, house: Reading) -> None:
        house.store.close()
        assert self.read(house, house.corpus).past == self.KNOWN

    def test_without_a_way_to_ask_nothing_is_known(self, house: Reading) -> None:
        assert house.skill().past is UNKNOWN
