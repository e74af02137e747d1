"""paths/activity.json: every path that is shown, with how its sources fare."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from becivic.publishing.indexes.paths_activity import paths_activity
from becivic.publishing.indexes.signals import read_signals
from becivic.publishing.workshop import Workshop
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.signals import SubmitterType
from tests.factories.corpora import PATHS, Files
from tests.factories.signals import REJECT, concern, vote
from tests.factories.workshops import open_workshop
from tests.requirement import requirement

PORTAL = (TargetType.PATH_SOURCE, "demo-certificate:federal-portal")
DESK = (TargetType.PATH_SOURCE, "demo-certificate:commune-desk")


def _index(workshop: Workshop) -> dict[str, Any]:
    index = paths_activity(workshop.corpus(), workshop.store.read(read_signals))
    assert packaged_registry().faults(SchemaFile.PATHS_ACTIVITY, index) == []
    return index


@requirement("R-IDX-03", "R-IDX-06")
def test_a_path_is_listed_with_what_the_votes_say_of_its_sources(store: Store, tmp_path: Path) -> None:
    workshop = open_workshop(store, tmp_path)
    vote(store, PORTAL, voter="one")
    vote(store, DESK, REJECT, voter="two")
    vote(store, PORTAL, voter_hash=None, submitter_type=SubmitterType.CI_PROBE.value)
    concern(store, DESK)
    (path,) = _index(workshop)["paths"]
    assert (path["id"], path["uid"], path["purpose"]) == ("demo-certificate", "pth-00001", "submission")
    assert path["title"] == {"fr": "Certificat de démonstration", "en": "Demonstration certificate"}
    assert path["commit"] == workshop.repository.head()[:7]
    assert path["sources_summary"]["by_status"] == {
        "untried": 0,
        "confirmed": 1,
        "disputed": 0,
        "rejected": 1,
    }
    assert (path["validation"]["confirms"], path["validation"]["rejects"]) == (1.5, 1)
    assert path["validation"]["distinct_ips"] == 3
    assert path["activity"]["total_concerns"] == path["activity"]["concerns_30d"] == 1


@pytest.mark.parametrize(("field", "value"), [("status", "quarantined"), ("version", "one"), ("category", 1)])
def test_what_was_pulled_or_breaks_its_schema_is_not_listed(
    store: Store, tmp_path: Path, field: str, value: object
) -> None:
    paths = json.loads(Files.valid()[PATHS])
    paths["paths"]["demo-certificate"][field] = value
    workshop = open_workshop(store, tmp_path, Files.valid().with_file(PATHS, json.dumps(paths, indent=2)))
    assert _index(workshop)["paths"] == []
