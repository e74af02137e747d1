"""skills/index.json: every skill that is shown, with the votes of its cohort and its activity."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from becivic.publishing.indexes.signals import read_signals
from becivic.publishing.indexes.skills_index import skills_index
from becivic.publishing.workshop import Workshop
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from tests.factories.corpora import APPLICATION, CLOCK, Files
from tests.factories.homes import NOON
from tests.factories.signals import REJECT, concern, vote
from tests.factories.workshops import open_workshop
from tests.requirement import requirement

APPLY = (TargetType.SKILL, "demo-application")


def _index(workshop: Workshop) -> dict[str, Any]:
    index = skills_index(workshop.corpus(), workshop.store.read(read_signals))
    assert packaged_registry().faults(SchemaFile.SKILLS_INDEX, index) == []
    return index


def _ids(index: dict[str, Any]) -> list[str]:
    return [skill["id"] for skill in index["skills"]]


@requirement("R-IDX-01", "R-IDX-06")
def test_a_skill_is_listed_with_its_cohort_and_its_activity(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    vote(store, APPLY, voter="one")
    vote(store, APPLY, REJECT, voter="two", at=NOON + timedelta(days=1))
    concern(store, APPLY, at=NOON + timedelta(days=2))
    concern(store, APPLY, at=NOON - timedelta(days=40))
    index = _index(workshop)
    assert index["schema_version"] == 3
    assert index["generated_at"] == "2026-11-16T12:00:00Z"
    assert _ids(index) == ["demo-application", "demo-clock", "meta-no-skill-fallback"]
    first = index["skills"][0]
    assert first["commit"] == workshop.repository.head()[:7]
    assert first["summary"].startswith("File the demonstration form")
    assert first["applies_to"]["regions"] == ["brussels"]
    assert first["validation"] == {
        "confirms": 1,
        "rejects": 1,
        "distinct_ips": 2,
        "cohort_started_at": "2026-11-15T12:00:00Z",
    }
    assert first["activity"] == {
        "last_used": "2026-11-17",
        "total_concerns": 2,
        "concerns_30d": 1,
        "origin_diversity_30d": 1,
    }


@requirement("R-IDX-01")
def test_a_skill_without_a_summary_says_so(store: Store, tmp_path: Path) -> None:
    files = Files.valid()
    line = next(each for each in files[CLOCK].decode().splitlines() if each.startswith("summary: "))
    workshop = open_workshop(store, tmp_path, files.replaced(CLOCK, f"{line}\n", ""))
    skill = _index(workshop)["skills"][1]
    assert skill["summary_missing"] is True
    assert "summary" not in skill


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("status: alpha", "status: quarantined"),
        ("status: alpha", "status: odd"),
        ("title: Apply", "titel: Apply"),
    ],
)
def test_what_was_pulled_or_breaks_its_schema_is_not_listed(
    store: Store, tmp_path: Path, old: str, new: str
) -> None:
    workshop = open_workshop(store, tmp_path, Files.valid().replaced(APPLICATION, old, new))
    assert _ids(_index(workshop)) == ["demo-clock", "meta-no-skill-fallback"]
