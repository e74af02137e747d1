"""A path as JSON: its entry, in which order its sources are offered, and how they stand."""

from __future__ import annotations

from becivic.publishing.last_changes import content_id
from becivic.reading.filed import filed_path
from becivic.reading.path_json import path_json
from becivic.store.store import Store
from becivic.store.tables.keeping import ARTEFACTS
from tests.factories.path_readings import path_reading, with_path
from tests.factories.path_sources import demo_source, with_sources
from tests.factories.readers import reading

URL = "https://civic.example"


def test_a_path_is_its_entry_and_how_it_stands(sqlite_store: Store) -> None:
    house = reading(sqlite_store)
    entry = house.corpus.paths.entries["demo-certificate"]
    made = {"commit_sha": "1" * 40, "changed_at": "2026-11-14T09:00:00.000000Z", "blob_id": content_id(entry)}
    house.changes(ARTEFACTS, "target_id", entry.key, **made)
    found = house.path()
    told = path_json(found, "2" * 40, URL)
    assert {name: told.pop(name) for name in entry.fields.data} == entry.fields.data
    assert [each["source_id"] for each in told["standing"]] == ["federal-portal", "commune-desk"]
    assert told.pop("standing") == [each.as_json() for each in found.standing.values()]
    assert told.pop("observations_block") == found.observed.as_json()
    (notice,) = told.pop("notices")
    assert (notice["kind"], notice["level"]) == ("alpha_new", "warn")
    assert told == {
        "path_id": "demo-certificate",
        "commit": "2" * 40,
        "changed": {"commit": "1" * 40, "at": "2026-11-14T09:00:00Z"},
        "story": [],
        "sources_in_turn": ["federal-portal", "commune-desk"],
        "used_by": ["demo-application"],
        "canonical_url": f"{URL}/paths/demo-certificate",
        "license": "CC-BY-4.0",
    }


def test_a_path_tells_the_notices_of_its_page() -> None:
    files = with_path(
        with_sources(demo_source("x"), path_id="newer"), status="deprecated", superseded_by="newer"
    )
    told = path_json(path_reading(files), None, URL)
    (notice,) = told["notices"]
    assert (notice["kind"], notice["link"]) == ("path_offline", f"{URL}/paths/newer")
    assert told["offered"] == ["commune-desk"]
    assert told["sources_in_turn"] == ["commune-desk", "federal-portal"]


def test_without_records_nothing_is_told_of_its_sources(sqlite_store: Store) -> None:
    house = reading(sqlite_store)
    entry = house.corpus.paths.entries["demo-certificate"]
    told = path_json(filed_path(house.corpus, entry), None, URL)
    assert (told["standing"], "changed" in told, told["commit"]) == ([], False, None)
