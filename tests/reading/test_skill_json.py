"""A skill as JSON: the same facts as its page, in fields of their own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from becivic.reading.filed import filed_skill
from becivic.reading.skill_json import skill_json
from becivic.rules.statuses import Status
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from tests.factories.corpora import APPLICATION, Files
from tests.factories.path_readings import with_path
from tests.factories.readers import AMENDMENT, Reading, amended_value, reading
from tests.requirement import requirement

URL = "https://civic.example"


@pytest.fixture
def house(sqlite_store: Store) -> Reading:
    return reading(sqlite_store)


def told(files: Files) -> dict[str, Any]:
    """From files alone."""
    corpus = files.load()
    return skill_json(filed_skill(corpus, corpus.skills["demo-application"]), "0" * 40, URL)


def test_a_skill_is_its_frontmatter_and_everything_that_stands_in_it(house: Reading) -> None:
    found = house.skill()
    said = skill_json(found, "1" * 40, URL)
    assert {name: said[name] for name in found.skill.fields.data} == found.skill.fields.data
    assert (said["commit"], said["body"]) == ("1" * 40, found.skill.body.text)
    assert (said["canonical_url"], said["license"]) == (f"{URL}/skills/demo-application", "CC-BY-4.0")
    assert said["cohort_stats"] == said["observations_block"]["cohort_stats"]
    assert "changed" not in said
    assert '<VV name="demo-handling-fee-eur" uid="val-00001"' in said["resolved_body"]
    assert said["unresolved"] == []
    assert json.loads(json.dumps(said)) == said


def test_a_value_says_what_it_has_and_nothing_of_what_it_has_not(house: Reading) -> None:
    house.changes(VOLATILE_VALUES, "uid", "val-00001", status="stable")
    amended_value(house.store, 25)
    (value, term) = skill_json(house.skill(), None, URL)["values"]
    assert value == {
        "uid": "val-00001",
        "name": "demo-handling-fee-eur",
        "text": "€25",
        "value": 25,
        "unit": "EUR",
        "status": Status.ALPHA,
        "note": "Seen at the counter.",
        "confirms": 0,
        "rejects": 0,
        "last_stable": {"text": "€20", "committed_at": "2026-11-15T12:00:00Z"},
    }
    assert {"note", "last_stable", "held"}.isdisjoint(term)


@requirement("R-TAG-17")
def test_what_cannot_be_shown_is_listed(house: Reading) -> None:
    house.changes(VOLATILE_VALUES, "uid", "val-00001", status="deprecated")
    house.changes(VOLATILE_VALUES, "uid", "val-00002", held=1)
    assert skill_json(house.skill(), None, URL)["unresolved"] == ["val-00001", "val-00002"]
    unknown = Files.valid().replaced(
        APPLICATION, 'name="demo-law-article-one" uid="ref-00001"', 'name="nobody" uid=""'
    )
    assert told(unknown)["unresolved"] == ["nobody"]


@requirement("R-TAG-17")
@pytest.mark.parametrize("status", [Status.DEPRECATED, Status.QUARANTINED])
def test_of_what_was_withdrawn_only_that_is_told(house: Reading, status: Status) -> None:
    house.changes(VOLATILE_VALUES, "uid", "val-00001", status=status.value)
    house.changes(REFERENCES, "uid", "ref-00001", status=status.value)
    said = skill_json(house.skill(), None, URL)
    told = {"status": status, "resolution_status": "unresolved"}
    assert said["values"][0] == {"uid": "val-00001", "name": "demo-handling-fee-eur", **told}
    assert said["references"][0] == {"uid": "ref-00001", "name": "demo-law-article-one", **told}
    assert "€20" not in json.dumps(said["values"], ensure_ascii=False)


@requirement("R-TAG-17")
def test_of_a_held_value_what_was_stable_before_is_told_as_on_its_page(house: Reading) -> None:
    house.changes(VOLATILE_VALUES, "uid", "val-00001", status="stable")
    amended_value(house.store, 25)
    house.changes(VOLATILE_VALUES, "submission_id", AMENDMENT, held=1)
    assert skill_json(house.skill(), None, URL)["values"][0] == {
        "uid": "val-00001",
        "name": "demo-handling-fee-eur",
        "status": Status.ALPHA,
        "held": True,
        "last_stable": {"text": "€20", "committed_at": "2026-11-15T12:00:00Z"},
        "resolution_status": "held",
    }


def test_the_documents_it_requires_are_told_with_their_titles(house: Reading) -> None:
    (document,) = skill_json(house.skill(), None, URL)["required_documents"]
    entry = house.corpus.paths.entries["demo-certificate"]
    assert document == {
        "id": "demo-certificate",
        "role": "submission",
        "timing": "pre-filing",
        "notes": "Not older than the commune accepts.",
        "title": entry.fields.raw("title"),
        "purpose": entry.fields.raw("purpose"),
        "status": "alpha",
        "canonical_url": f"{URL}/paths/demo-certificate",
    }
    unknown = told(Files.valid().replaced(APPLICATION, "  - id: demo-certificate", "  - id: no-path"))
    assert unknown["required_documents"] == [
        {
            "id": "no-path",
            "role": "submission",
            "timing": "pre-filing",
            "notes": document["notes"],
            "status": None,
        }
    ]


def test_notices_are_told_in_words_and_lead_to_what_was_stable() -> None:
    (alpha, recursive) = told(Files.valid())["notices"]
    assert (alpha["kind"], alpha["level"], "link" in alpha) == ("alpha_new", "warn", False)
    assert "injection_flag" in alpha["text"]
    assert recursive["kind"] == "recursive"
    before = Files.valid().replaced(
        APPLICATION, "status: alpha", f"status: alpha\nprevious_stable_sha: {'a' * 40}"
    )
    (alpha, _) = told(before)["notices"]
    assert alpha["link"].startswith(f"{URL}/skills/demo-application/")
    assert told(before)["disclaimer"]


def test_without_records_there_are_no_numbers() -> None:
    said = told(Files.valid())
    assert {"changed", "cohort_stats"}.isdisjoint(said)


@requirement("R-QUAR-06")
def test_of_a_required_path_that_is_withheld_nothing_is_told_but_that() -> None:
    (document,) = told(with_path(status="quarantined"))["required_documents"]
    assert document["status"] == "quarantined"
    assert "title" not in document
    assert "canonical_url" not in document
