"""How sources stand: by the cohort's votes, by the last confirmation, by what a maintainer doubts."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from becivic.corpus.directory import PathEntry
from becivic.lifecycle.standing import SourceHealth
from becivic.publishing.rot import standing as module
from becivic.publishing.rot.classes import doubt
from becivic.publishing.rot.source_standing import SourceStanding
from becivic.publishing.rot.standing import source_standing, standings
from becivic.rules.consensus import POLICY
from becivic.rules.routes import SourceClass
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from tests.factories.corpora import Files
from tests.factories.homes import NOON
from tests.factories.path_sources import DESK, PATH, PORTAL, demo_source, with_sources
from tests.factories.signals import REJECT, vote
from tests.factories.workshops import open_workshop
from tests.requirement import requirement

ON_PORTAL, ON_DESK = (TargetType.PATH_SOURCE, PORTAL), (TargetType.PATH_SOURCE, DESK)
DAY = timedelta(days=1)


def entry_of(store: Store, home: Path, files: Files | None = None) -> PathEntry:
    return open_workshop(store, home, files).corpus().paths.entries[PATH]


def told(store: Store, entry: PathEntry, now: datetime = NOON) -> dict[str, SourceStanding]:
    found = store.read(lambda connection: source_standing(connection, entry, POLICY, now))
    return {each.source: each for each in found}


@requirement("R-PLC-07")
def test_sources_stand_as_the_votes_of_the_cohort_say(store: Store, tmp_path: Path) -> None:
    entry = entry_of(store, tmp_path)
    for voter in ("one", "two"):
        vote(store, ON_PORTAL, voter=voter, at=NOON + DAY)
    vote(store, ON_PORTAL, REJECT, voter="two", at=NOON + 2 * DAY)  # the same address, later
    vote(store, ON_DESK, REJECT, at=NOON + DAY)
    vote(store, ON_DESK, voter="old", at=NOON - DAY)  # of an earlier cohort
    vote(store, ON_DESK, voter="held", at=NOON + DAY, held=1)
    vote(store, ON_DESK, voter="unread", at=NOON + DAY, rationale="Nobody has read this.")
    found = told(store, entry, NOON + 3 * DAY)
    portal, desk = found["federal-portal"], found["commune-desk"]
    assert (portal.health, portal.last_validated, portal.is_stale) == (
        SourceHealth.DISPUTED,
        NOON + DAY,
        False,
    )
    assert (desk.health, desk.last_validated, desk.is_stale) == (SourceHealth.REJECTED, NOON - DAY, False)
    assert portal.is_viable
    assert not desk.is_viable


@requirement("R-PLC-07")
def test_a_source_is_stale_after_thirty_days_or_when_nobody_ever_confirmed_it(
    sqlite_store: Store, tmp_path: Path
) -> None:
    entry = entry_of(sqlite_store, tmp_path)
    vote(sqlite_store, ON_PORTAL, at=NOON)
    assert not told(sqlite_store, entry, NOON + 30 * DAY)["federal-portal"].is_stale
    assert told(sqlite_store, entry, NOON + 30 * DAY + timedelta(seconds=1))["federal-portal"].is_stale
    never = told(sqlite_store, entry)["commune-desk"]
    assert (never.health, never.last_validated, never.is_stale) == (SourceHealth.UNTRIED, None, False)
    assert told(sqlite_store, entry, NOON + 31 * DAY)["commune-desk"].is_stale


@requirement("R-PLC-08")
def test_a_class_in_doubt_is_stale_until_it_is_confirmed_again(sqlite_store: Store, tmp_path: Path) -> None:
    entry = entry_of(sqlite_store, tmp_path)
    vote(sqlite_store, ON_PORTAL, at=NOON)
    flag = NOON + DAY
    sqlite_store.write(
        lambda connection: doubt(connection, SourceClass.FEDERAL_AUTH, [PATH], flag, "somebody")
    )
    assert told(sqlite_store, entry, flag)["federal-portal"].is_stale
    vote(sqlite_store, ON_PORTAL, at=NOON + 2 * DAY)
    assert not told(sqlite_store, entry, NOON + 2 * DAY)["federal-portal"].is_stale


@requirement("R-PLC-06")
def test_of_an_audited_delivery_the_last_user_confirmation_is_shown(
    sqlite_store: Store, tmp_path: Path
) -> None:
    files = with_sources(demo_source("federal-portal", audited_document_delivery=True), demo_source("open"))
    entry = entry_of(sqlite_store, tmp_path, files)
    for target in (ON_PORTAL, (TargetType.PATH_SOURCE, f"{PATH}:open")):
        vote(sqlite_store, target, at=NOON)
        vote(sqlite_store, target, at=NOON + 20 * DAY, submitter_type="ci_probe", voter_hash=None)
    found = told(sqlite_store, entry, NOON + 31 * DAY)
    assert found["federal-portal"].as_json() == {
        "source_id": "federal-portal",
        "health": "confirmed",
        "last_user_confirmation": "2026-11-15T12:00:00Z",
        "is_stale": True,
    }
    assert found["open"].as_json() == {
        "source_id": "open",
        "health": "confirmed",
        "last_validated": "2026-12-05T12:00:00Z",
        "is_stale": False,
    }


def test_what_nobody_confirmed_has_no_moment(sqlite_store: Store, tmp_path: Path) -> None:
    assert (
        told(sqlite_store, entry_of(sqlite_store, tmp_path))["commune-desk"].as_json()["last_validated"]
        is None
    )


@requirement("R-PLC-03")
def test_a_path_is_at_its_end_only_when_no_source_is_left_the_desk_included(
    sqlite_store: Store, tmp_path: Path
) -> None:
    entry = entry_of(sqlite_store, tmp_path)
    vote(sqlite_store, ON_PORTAL, REJECT)
    assert any(each.is_viable for each in told(sqlite_store, entry).values())
    vote(sqlite_store, ON_DESK, REJECT)
    assert not any(each.is_viable for each in told(sqlite_store, entry).values())


def test_many_paths_are_asked_about_together(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = with_sources(demo_source("open"), path_id="other-path")
    entries = open_workshop(sqlite_store, tmp_path, files).corpus().paths.entries
    vote(sqlite_store, (TargetType.PATH_SOURCE, "other-path:open"))
    monkeypatch.setattr(module, "_AT_ONCE", 1)
    found = sqlite_store.read(lambda connection: standings(connection, list(entries.values()), POLICY, NOON))
    assert {key: [each.health for each in some] for key, some in found.items()} == {
        PATH: [SourceHealth.UNTRIED, SourceHealth.UNTRIED],
        "other-path": [SourceHealth.CONFIRMED],
    }


def test_a_path_that_the_records_do_not_know_has_no_cohort(sqlite_store: Store) -> None:
    entry = Files.valid().load().paths.entries[PATH]
    vote(sqlite_store, ON_PORTAL)
    assert told(sqlite_store, entry)["federal-portal"].health is SourceHealth.UNTRIED
