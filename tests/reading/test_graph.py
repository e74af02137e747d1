"""The skill graph: nodes and edges of the corpus, filters, and the node that is always there."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest
from sqlalchemy import delete, update

from becivic.corpus.load import Corpus
from becivic.reading.graph import GraphFilters, GraphPage, graph_of
from becivic.reading.graph_moment import GraphMoment, last_skill_change
from becivic.rules.reading import GRAPH_STATUSES
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.skills import CATEGORY_DOMAINS, FALLBACK_SKILL, Domain
from becivic.rules.statuses import Status
from becivic.store import revision
from becivic.store.store import Store
from becivic.store.tables.keeping import ARTEFACTS
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, Files
from tests.factories.grounds import packaged as starter_corpus
from tests.factories.intake import fixture_library, service
from tests.requirement import requirement

AT = "2026-11-16T10:00:00Z"
EVERYTHING = GraphFilters(statuses=GRAPH_STATUSES)


def graph(
    corpus: Corpus, filters: GraphFilters = EVERYTHING, page: GraphPage | None = None
) -> dict[str, Any]:
    found = json.loads(json.dumps(graph_of(corpus, filters, "https://example.org/", AT, page)))
    assert packaged_registry().faults(SchemaFile.SKILL_GRAPH, found) == []
    assert isinstance(found, dict)
    return found


def ids(found: dict[str, Any]) -> list[str]:
    return [node["id"] for node in found["nodes"]]


def packaged() -> Corpus:
    return fixture_library().edition.corpus


@requirement("R-READ-01", "R-READ-11")
def test_a_node_says_what_the_frontmatter_says() -> None:
    corpus = packaged()
    fields = corpus.skills["nationality-application"].fields
    (node,) = (each for each in graph(corpus)["nodes"] if each["id"] == "nationality-application")
    assert node == {
        "id": "nationality-application",
        "title": fields.text("title"),
        "summary": fields.text("summary"),
        "description": corpus.skills["nationality-application"].description,
        "status": "alpha",
        "canonical_url": "https://example.org/skills/nationality-application",
        "tags": fields.raw("tags"),
        "applies_to": "nationality",
        "prerequisites": fields.raw("prerequisites") or [],
        "related": fields.raw("related"),
        "profile_requirements": fields.raw("profile_requirements"),
    }


@requirement("R-READ-01", "R-READ-12")
def test_edges_lead_from_a_skill_to_what_it_names_and_only_to_nodes_that_are_there() -> None:
    whole = graph(packaged())
    present = set(ids(whole))
    related = {"from": "nationality-application", "to": "nationality-residence-clock", "type": "related"}
    assert related in whole["edges"]
    assert all({edge["from"], edge["to"]} <= present for edge in whole["edges"])
    narrow = graph(packaged(), GraphFilters(domains=(Domain.NATIONALITY,), statuses=(Status.ALPHA,)))
    assert all({edge["from"], edge["to"]} <= set(ids(narrow)) for edge in narrow["edges"])
    assert len(narrow["edges"]) < len(whole["edges"])


@requirement("R-READ-01")
def test_edges_say_what_a_skill_rests_on_and_in_which_cases() -> None:
    required = [edge for edge in graph(packaged())["edges"] if edge["type"] == "requires"]
    assert {
        "from": "nationality-application",
        "to": "nationality-residence-clock",
        "type": "requires",
    } in required
    (translation,) = (
        edge
        for edge in required
        if (edge["from"], edge["to"]) == ("nationality-application", "sworn-translation")
    )
    assert translation["conditional"] is True


def test_a_description_says_more_than_the_summary() -> None:
    corpus = starter_corpus()
    nodes = {node["id"]: node for node in graph(corpus)["nodes"]}
    for name, node in nodes.items():
        if not corpus.skills[name].is_meta:
            assert node["description"].startswith(node["summary"]), name
            assert len(node["description"]) > len(node["summary"]), name
    assert "H card: European Blue Card; B, K and L cards" in nodes["residence-card-renewal"]["description"]
    assert "verblijfskaart" in nodes["becivic"]["description"]


def test_a_skill_without_a_domain_stands_in_that_of_its_category() -> None:
    files = Files.valid()
    text = re.sub(r"^domain: .*\n", "", files[CLOCK].decode(), flags=re.MULTILINE)
    text = re.sub(r"^category: .*$", "category: belgium-federal-residence", text, flags=re.MULTILINE)
    found = {node["id"]: node["applies_to"] for node in graph(files.with_file(CLOCK, text).load())["nodes"]}
    assert found["demo-clock"] == Domain.RESIDENCY


def test_every_category_with_an_area_is_a_category() -> None:
    assert set(CATEGORY_DOMAINS) <= set(packaged().categories)


def test_the_same_corpus_gives_the_same_bytes() -> None:
    first, second = (json.dumps(graph_of(packaged(), EVERYTHING, "https://e.org", AT)) for _ in range(2))
    assert first == second
    assert ids(json.loads(first)) == sorted(ids(json.loads(first)))


@requirement("R-READ-03")
def test_without_filters_stable_and_beta_are_shown_and_the_answer_says_so() -> None:
    found = graph(packaged(), GraphFilters())
    assert found["filters_applied"] == {"status": ["stable", "beta"]}
    assert {node["status"] for node in found["nodes"]} <= {"stable", "beta"}
    assert found["generated_at"] == AT


@requirement("R-READ-02", "R-READ-03")
def test_filters_narrow_and_are_told_back() -> None:
    filters = GraphFilters(
        domains=(Domain.NATIONALITY, Domain.TAXATION), statuses=(Status.ALPHA,), locale="FR", has_profile=True
    )
    found = graph(packaged(), filters)
    assert found["filters_applied"] == {
        "applies_to": ["nationality", "taxation"],
        "status": ["alpha"],
        "customer_locale": "FR",
        "profile_match": True,
    }
    assert {node["applies_to"] for node in found["nodes"]} == {"nationality", "taxation", "meta"}


@requirement("R-READ-04")
@pytest.mark.parametrize("domain", Domain)
@pytest.mark.parametrize("status", GRAPH_STATUSES)
def test_the_fallback_is_there_whatever_the_filters(domain: Domain, status: Status) -> None:
    found = graph(packaged(), GraphFilters(domains=(domain,), statuses=(status,)))
    (node,) = (each for each in found["nodes"] if each["id"] == FALLBACK_SKILL)
    assert (node["applies_to"], node["status"]) == ("meta", "stable")


@requirement("R-QUAR-06")
@pytest.mark.parametrize("status", ["quarantined", "deprecated", "not-a-status"])
def test_what_was_pulled_or_is_over_is_no_node_and_nothing_leads_to_it(status: str) -> None:
    files = Files.valid()
    for file in (CLOCK, FALLBACK):
        was = files[file].decode().split("status: ")[1].split("\n")[0]
        files = files.replaced(file, f"status: {was}", f"status: {status}")
    files = files.replaced(APPLICATION, "related: [", "related: [demo-clock, nobody, ")
    found = graph(files.load())
    assert {"demo-clock", FALLBACK_SKILL}.isdisjoint(ids(found))
    assert [node["related"] for node in found["nodes"] if node["id"] == "demo-application"] == [[]]


def test_a_skill_without_a_summary_says_so_and_is_described_by_its_title() -> None:
    files = Files.valid()
    said = files[APPLICATION].decode().split("summary: ")[1].split("\n")[0]
    found = graph(files.replaced(APPLICATION, f"summary: {said}\n", "").load())
    (node,) = (each for each in found["nodes"] if each["id"] == "demo-application")
    assert node["summary_missing"] is True
    assert node["description"].startswith(node["title"])
    assert "summary" not in node


# --- pages ----------------------------------------------------------------------------------------------------


def pages(filters: GraphFilters, limit: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    after = ""
    while not found or "next" in found[-1]:
        found.append(graph(packaged(), filters, GraphPage(after, limit)))
        after = found[-1].get("next", "")
    return found


@requirement("R-READ-01")
@pytest.mark.parametrize("limit", [1, 2, 7, 200])
@pytest.mark.parametrize("filters", [EVERYTHING, GraphFilters(), GraphFilters(domains=(Domain.NATIONALITY,))])
def test_pages_together_are_the_whole(filters: GraphFilters, limit: int) -> None:
    whole, found = graph(packaged(), filters), pages(filters, limit)
    assert len(found) == max(1, -(-len(whole["nodes"]) // limit))
    united = {node["id"]: node for page in found for node in page["nodes"]}
    assert [united[name] for name in sorted(united)] == whole["nodes"]
    edges = {json.dumps(edge) for page in found for edge in page["edges"]}
    assert edges == {json.dumps(edge) for edge in whole["edges"]}
    assert {(page["generated_at"], str(page["filters_applied"])) for page in found} == {
        (whole["generated_at"], str(whole["filters_applied"]))
    }


@requirement("R-READ-04")
def test_the_fallback_is_in_every_page_and_counts_in_its_own() -> None:
    found = pages(EVERYTHING, 2)
    for page in found:
        assert FALLBACK_SKILL in ids(page)
        assert ids(page) == sorted(ids(page))
        assert len(ids(page)) <= 3
        assert all(edge["from"] in ids(page) for edge in page["edges"])
    whole = ids(graph(packaged()))
    assert [page["next"] for page in found[:-1]] == whole[1::2][: len(found) - 1]


def test_after_the_last_node_there_is_nothing_but_the_fallback() -> None:
    found = graph(packaged(), EVERYTHING, GraphPage("zzz", 5))
    assert ids(found) == [FALLBACK_SKILL]
    assert "next" not in found


# --- the moment -----------------------------------------------------------------------------------------------


def set_changed(store: Store, at: str, kind: str = "skill") -> None:
    changed = update(ARTEFACTS).where(ARTEFACTS.c.target_type == kind).values(changed_at=at)
    store.write(lambda connection: connection.execute(changed))
    store.write(revision.bump)


def test_the_moment_is_the_last_change_of_a_skill(store: Store) -> None:
    service(store)
    began = store.read(last_skill_change)
    set_changed(store, "2027-01-02T03:04:05.000000Z")
    set_changed(store, "2028-01-02T03:04:05.000000Z", "path")
    assert began < "2027"
    assert store.read(last_skill_change) == "2027-01-02T03:04:05Z"
    store.write(lambda connection: connection.execute(delete(ARTEFACTS)))
    assert store.read(last_skill_change) == "1970-01-01T00:00:00Z"


def test_the_moment_is_asked_again_when_something_changed_and_stands_while_the_records_are_away(
    sqlite_store: Store,
) -> None:
    service(sqlite_store)
    moment = GraphMoment(sqlite_store)
    before = asyncio.run(moment.last())
    assert asyncio.run(moment.last()) == before
    set_changed(sqlite_store, "2027-01-02T03:04:05.000000Z")
    assert asyncio.run(moment.last()) == "2027-01-02T03:04:05Z"
    sqlite_store.close()
    assert asyncio.run(moment.last()) == "2027-01-02T03:04:05Z"
