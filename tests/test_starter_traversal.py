"""Where five people would be sent for every document and tool, in which order: what a sensible person would do.

The orders were read by eye before they were written down; a change of a path shows here as a change of somebody's day.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from becivic.rules.routes import SourceClass
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic_harness.predicates import Truth, applicability
from becivic_harness.sources import Source
from tests.factories.oracle import corpus
from tests.factories.walks import eligible_sources
from tests.requirement import requirement

FOLDER = Path(__file__).parent / "fixtures/starter-traversal"
PEOPLE: dict[str, dict[str, Any]] = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted((FOLDER / "people").glob("*.json"))
}
ORDERS: dict[str, dict[str, Any]] = json.loads((FOLDER / "orders.json").read_text(encoding="utf-8"))
NOT_FOR_THEM = "not for them"
"""What a path says about somebody whom its audience leaves out: nothing of it is tried."""

TODAY = date(2026, 11, 16)
ENTRIES = {key: entry.fields.data for key, entry in corpus().paths.entries.items()}
WITHOUT_CARD = [
    name for name, person in PEOPLE.items() if person["document_inventory"]["has_id_card"] != "yes"
]
BRUSSELS = {each for each in SourceClass if each.startswith("brussels-")}


def tried(key: str, name: str) -> list[Source]:
    return eligible_sources(PEOPLE[name], ENTRIES[key], TODAY)


def order(key: str, name: str) -> list[str] | str:
    if applicability(ENTRIES[key], PEOPLE[name], TODAY).truth is Truth.NO:
        return NOT_FOR_THEM
    return [source.id for source in tried(key, name)]


@pytest.mark.parametrize("name", PEOPLE)
def test_a_person_is_a_profile_that_could_be_somebodys(name: str) -> None:
    assert packaged_registry().faults(SchemaFile.PROFILE, PEOPLE[name]) == []


def test_the_five_people_are_there() -> None:
    assert set(PEOPLE) == {
        "brussels-eu",
        "flanders-single-permit",
        "wallonia-family",
        "german-speaking",
        "abroad",
    }


@requirement("R-PRED-02")
@pytest.mark.parametrize("key", ENTRIES)
def test_everybody_is_sent_where_a_sensible_person_would_go(key: str) -> None:
    assert {name: order(key, name) for name in PEOPLE} == ORDERS[key]


@pytest.mark.parametrize("name", [name for name in PEOPLE if name != "brussels-eu"])
def test_nobody_elsewhere_is_sent_to_a_counter_of_brussels(name: str) -> None:
    assert [key for key in ENTRIES for source in tried(key, name) if source.source_class in BRUSSELS] == []


@pytest.mark.parametrize("name", WITHOUT_CARD)
def test_nobody_without_a_card_is_first_sent_to_a_sign_in_by_card(name: str) -> None:
    for key in ENTRIES:
        first = tried(key, name)[:1]
        for source in first:
            assert source.providers != ["eid"], (key, source.id)


@pytest.mark.parametrize("name", PEOPLE)
def test_nobody_is_left_without_a_way(name: str) -> None:
    assert [key for key in ENTRIES if order(key, name) == []] == []


@pytest.mark.parametrize("name", PEOPLE)
def test_going_there_in_person_comes_after_every_way_on_line(name: str) -> None:
    for key in ENTRIES:
        classes = [source.source_class for source in tried(key, name)]
        offline = [index for index, each in enumerate(classes) if each == SourceClass.OFFLINE]
        assert offline == list(range(len(classes) - len(offline), len(classes))), key
