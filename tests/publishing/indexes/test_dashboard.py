"""The dashboard: the whole corpus in numbers, and nothing that only operators see."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from becivic.publishing.indexes.dashboard import MOST_ACTIVE, dashboard, dashboard_page
from becivic.publishing.indexes.paths_activity import paths_activity
from becivic.publishing.indexes.signals import read_signals
from becivic.publishing.indexes.skills_index import skills_index
from becivic.publishing.workshop import Workshop
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.signals import RATINGS
from tests.factories.corpora import APPLICATION, CLOCK, Files
from tests.factories.homes import NOON
from tests.factories.records import record
from tests.factories.signals import REJECT, concern, vote
from tests.factories.workshops import open_workshop
from tests.requirement import requirement

APPLY = (TargetType.SKILL, "demo-application")
CERTIFICATE = (TargetType.PATH, "demo-certificate")


def _numbers(workshop: Workshop) -> dict[str, Any]:
    corpus, signals = workshop.corpus(), workshop.store.read(read_signals)
    numbers = dashboard(corpus, signals, skills_index(corpus, signals), paths_activity(corpus, signals))
    assert packaged_registry().faults(SchemaFile.ACTIVITY, numbers) == []
    return numbers


@requirement("R-IDX-04")
def test_it_counts_what_there_is_by_status_and_what_came_in(store: Store, tmp_path: Path) -> None:
    files = Files.valid().replaced(CLOCK, "status: beta", "status: quarantined")
    workshop = open_workshop(store, tmp_path, files)
    concern(store, APPLY)
    concern(store, (TargetType.SKILL_GRAPH, ""))
    concern(store, CERTIFICATE, at=NOON - timedelta(days=31))
    vote(store, APPLY)
    vote(store, CERTIFICATE, REJECT, at=NOON - timedelta(days=31))
    numbers = _numbers(workshop)
    assert numbers["skills"] == {"total": 3, "by_status": {"alpha": 1, "stable": 1, "quarantined": 1}}
    assert numbers["paths"] == {"total": 1, "by_status": {"alpha": 1}}
    assert numbers["volatile_values"]["total"] == 2
    assert numbers["references"]["by_status"].keys() <= {"alpha", "beta", "stable"}
    assert numbers["concerns"] == {
        "total": 3,
        "last_30d": 2,
        "by_target_type": {"path": 1, "skill": 1, "skill_graph": 1},
    }
    assert numbers["validations"] == {"confirms": 1, "rejects": 1, "last_30d": 1}
    assert [each["id"] for each in numbers["most_active"]] == ["demo-application"]


@requirement("R-IDX-04")
def test_the_page_for_people_says_the_same(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    concern(store, APPLY)
    concern(store, CERTIFICATE)
    page = dashboard_page(_numbers(workshop))
    assert "| Skills | 3 | 0 | 1 | 1 | 1 | 0 | 0 |" in page
    assert "- Concerns: 2, of which 2 in the last 30 days of activity." in page
    assert "| [demo-application](/skills/demo-application) | alpha | 1 | 2026-11-15 |" in page
    assert "| [demo-certificate](/paths/demo-certificate) | alpha | 1 | 2026-11-15 |" in page
    assert page.endswith("\n")
    assert not page.endswith("\n\n")


def test_where_nothing_was_reported_the_page_says_so(store: Store, tmp_path: Path) -> None:
    page = dashboard_page(_numbers(open_workshop(store, tmp_path)))
    assert "Nothing was reported in the last 30 days of activity." in page


def test_only_the_most_active_are_named_and_those_first(store: Store, tmp_path: Path) -> None:
    files = Files.valid()
    names = [f"demo-more-{number:02}" for number in range(MOST_ACTIVE + 1)]
    for name in names:
        text = files[APPLICATION].decode().replace("id: demo-application", f"id: {name}")
        files = files.with_file(f"skills/{name}/canonical.md", text)
    workshop = open_workshop(store, tmp_path, files)
    for name in names:
        concern(store, (TargetType.SKILL, name))
    concern(store, (TargetType.SKILL, names[-1]))
    found = [each["id"] for each in _numbers(workshop)["most_active"]]
    assert found == [names[-1], *names[: MOST_ACTIVE - 1]]


@requirement("R-RTG-05", "R-FBK-02")
def test_nothing_in_it_comes_from_what_only_operators_see(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    before = _numbers(workshop)
    rating = record(RATINGS, skill_id="demo-application", axis="skill_quality_stars", stars=1)
    store.write(lambda connection: connection.execute(RATINGS.insert(), [rating]).rowcount)
    assert _numbers(workshop) == before
    assert "rating" not in dashboard_page(before)
