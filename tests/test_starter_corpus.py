"""The corpus that ships: enough of it, honest about itself, and what it cites is what the catalogue says."""

from __future__ import annotations

import re
from datetime import date

import pytest

from becivic.catalogue.wording import worded
from becivic.corpus.fields import Fields
from becivic.corpus.seed import SEED_FILE
from becivic.corpus.skill import Skill
from becivic.reading.filed import filed_path, filed_skill
from becivic.reading.skill_json import unresolved
from becivic.rules.skills import Section
from becivic.rules.statuses import Status
from becivic.rules.tags import Tag
from becivic.site.pages.path import path_page
from becivic.site.pages.skill import skill_page
from tests.factories.oracle import corpus
from tests.factories.site_pages import markdown_of
from tests.requirement import requirement

PROCEDURES = {
    "apostille-foreign-document-hague",
    "birth-registration",
    "commune-address-registration",
    "consular-legalisation-foreign-document",
    "driving-licence-exchange",
    "eu-2016-1191-multilingual-form",
    "family-reunification-with-belgian",
    "marriage-or-legal-cohabitation-declaration",
    "mutualite-enrolment",
    "nationality-application",
    "nationality-residence-clock",
    "residence-card-renewal",
    "sworn-translation",
    "tax-declaration-first-year",
    "work-permit-single-permit",
}
METHODS = {"becivic", "meta-decompose-process", "meta-draft-l1-skill", "meta-no-skill-fallback"}
PATHS = {
    "address-lookup-best",
    "apostille-belgian-document-online",
    "birth-certificate-belgian",
    "certificate-of-residence-history",
    "criminal-record-extract",
    "driving-licence-exchange-request",
    "household-composition",
    "marriage-certificate-belgian",
    "nationality-certificate",
    "pension-simulator",
    "social-security-career-statement",
    "tax-notice",
}
DOCUMENTS = {
    "agents.mdx",
    "index.mdx",
    "docs/agent-guidelines",
    "docs/incidents/README",
    "docs/privacy",
    "docs/reference-consumer",
    "docs/retraction-protocol",
    "docs/schema-versions",
    "docs/skill-conventions",
    "docs/submission-contract-v2",
    "docs/threat-model",
}
RETIRED = {"ref-00007", "ref-00013", "ref-00018", "ref-00020", "ref-00154"}
"""References that no page cites any longer. What was given out once stays: a home may have votes on it."""
RETIRED_VALUES = {"val-00031", "val-00038", "val-00068", "val-00211", "val-00270"}
"""Values that no page shows any longer. A newer amount gets a new uid: a home keeps the row that it was seeded with."""

LEAST_WORDS = 500
LEAST_SOURCES = 4
LEAST_CLASSES = 7
ANSWERS = ("What it costs", "How long it takes", "How to check")
"""What a reader looks for below the steps, under a heading of its own."""

CORPUS = corpus()
SEED = CORPUS.documents[SEED_FILE].fields
WRITTEN = sorted((skill for skill in CORPUS.skills.values() if not skill.is_meta), key=lambda skill: skill.id)
written = pytest.mark.parametrize("skill", WRITTEN, ids=lambda skill: skill.id)


def rows(key: str) -> dict[str, Fields]:
    return {row.text("uid"): row for row in SEED.children(key)}


def test_the_procedures_and_methods_people_need_are_there() -> None:
    assert {*CORPUS.skills} >= PROCEDURES | METHODS
    assert any(name.startswith("birth-certificate-") for name in CORPUS.skills), "one country of origin"


@requirement("R-FM-21", "R-META-04")
def test_only_methods_are_stable() -> None:
    statuses = {name: skill.status for name, skill in CORPUS.skills.items()}
    assert {name for name, status in statuses.items() if status is Status.STABLE} == METHODS
    assert {status for name, status in statuses.items() if name not in METHODS} == {Status.ALPHA}
    assert {entry.status for entry in CORPUS.paths.entries.values()} == {Status.ALPHA}


@written
@requirement("R-PRIN-01")
def test_a_procedure_is_long_enough_and_rests_on_several_sources(skill: Skill) -> None:
    words = sum(len(text.split()) for _, text in skill.body.prose())
    sources = {element.get("url") for element in skill.body.named(Tag.REF)}
    assert words >= LEAST_WORDS
    assert len(sources) >= LEAST_SOURCES


@written
def test_a_procedure_answers_what_everybody_asks(skill: Skill) -> None:
    process = skill.body.section(Section.PROCESS)
    assert process is not None
    below = {each.title for each in skill.body.headings if process.content <= each.start < process.end}
    assert below >= set(ANSWERS)
    surprises = skill.body.section(Section.SURPRISES)
    assert surprises is not None
    assert skill.body.items(surprises), "what usually goes wrong"


@written
@requirement("R-PRIN-02")
def test_a_procedure_says_when_and_how_it_was_verified(skill: Skill) -> None:
    assert date.fromisoformat(skill.fields.text("last_verified")) >= date(2026, 11, 15)
    assert "tored cop" in skill.fields.text("verification_notes")


@written
def test_a_value_is_written_as_its_row_says(skill: Skill) -> None:
    values = rows("volatile_values")
    for element in skill.body.named(Tag.VV):
        row = values[element.get("uid") or ""]
        assert skill.body.inner(element) == worded(row.raw("value"), row.text("unit") or None)


@written
def test_a_reference_is_written_as_its_row_says(skill: Skill) -> None:
    references = rows("references")
    for element in skill.body.named(Tag.REF):
        row = references[element.get("uid") or ""]
        for name in ("name", "title", "url", "last_verified"):
            assert element.get(name) == row.text(name), element.get("name")


def test_every_row_of_the_catalogue_is_used() -> None:
    cited = {element.get("uid") for skill in CORPUS.skills.values() for element in skill.body.citations}
    sources = {row.text("source") for row in SEED.children("volatile_values")}
    sources |= {term.fields.text("source") for term in CORPUS.terms.entries}
    assert set(rows("volatile_values")) - cited == RETIRED_VALUES
    assert set(rows("references")) - cited - sources == RETIRED


def test_every_value_names_a_reference_as_its_source() -> None:
    assert {row.text("source") for row in SEED.children("volatile_values")} <= set(rows("references"))


def test_the_paths_people_need_are_there_each_with_several_routes() -> None:
    assert {*CORPUS.paths.entries} >= PATHS
    assert [key for key, entry in CORPUS.paths.entries.items() if len(entry.sources) < 2] == []


def test_routes_are_of_many_classes() -> None:
    classes = {source.source_class for entry in CORPUS.paths.entries.values() for source in entry.sources}
    assert len(classes) >= LEAST_CLASSES


def test_every_path_speaks_four_languages() -> None:
    for key, entry in CORPUS.paths.entries.items():
        for field in ("title", "description"):
            assert set(entry.fields.child(field).data) == {"fr", "nl", "de", "en"}, key


def test_every_path_to_a_document_names_a_procedure_that_uses_it() -> None:
    for key, entry in CORPUS.paths.entries.items():
        assert entry.fields.texts("related_skills") or entry.fields.text("purpose") == "tool", key


def test_the_glossary_names_things_in_the_languages_of_the_administration() -> None:
    terms = CORPUS.terms.entries
    assert len(terms) >= 60
    assert [term.id for term in terms if not (term.name("fr") and term.name("nl") and term.name("en"))] == []
    kinds = {term.kind for term in terms}
    assert kinds >= {"document", "authority", "form"}


@pytest.mark.parametrize("word", ["carte de séjour", "verblijfskaart", "residence card"])
def test_people_find_the_residence_card_in_their_own_words(word: str) -> None:
    assert "residence-card" in {term.id for term in CORPUS.terms.by_word[word]}


@pytest.mark.parametrize("word", ["commune", "gemeente", "gemeinde", "municipality"])
def test_people_find_the_commune_in_their_own_words(word: str) -> None:
    assert "commune" in {term.id for term in CORPUS.terms.by_word[word]}


@requirement("R-REPO-05")
def test_the_documents_are_there() -> None:
    names = {re.sub(r"(?<=/)(.*)\.mdx?$", r"\1", file) for file in CORPUS.files}
    assert names >= DOCUMENTS


@requirement("R-VERS-03")
def test_how_a_new_major_version_comes_is_written_down() -> None:
    file = next(name for name in CORPUS.files if name.startswith("docs/schema-versions."))
    text = CORPUS.tree.read(file).decode("utf-8")
    assert "30 days" in text
    assert "freeze" in text.lower()


@requirement("R-PRIN-10")
def test_no_procedure_is_written_for_somebody_in_particular() -> None:
    """Nobody's country, commune or employer is presumed: what narrows a procedure is said in its audience."""
    for skill in WRITTEN:
        audience = skill.fields.child("applies_to")
        assert not audience.texts("communes"), skill.id
        assert audience.texts("origin_countries") == [] or skill.id.startswith("birth-certificate-"), skill.id


def test_the_graph_is_one_and_not_a_heap() -> None:
    """Nearly every procedure is reached from another, or reaches one."""
    joined = {edge.source for edges in CORPUS.graph.requires.values() for edge in edges}
    joined |= {edge.target for edges in CORPUS.graph.requires.values() for edge in edges}
    assert len(joined & {skill.id for skill in WRITTEN}) >= 10


def test_every_page_is_whole() -> None:
    readings = [filed_skill(CORPUS, skill) for skill in CORPUS.skills.values()]
    assert {reading.skill.id: unresolved(reading) for reading in readings if unresolved(reading)} == {}
    paths = [path_page(filed_path(CORPUS, entry)) for entry in CORPUS.paths.entries.values()]
    for page in (*map(skill_page, readings), *paths):
        assert 'data-resolution-status="unresolved"' not in markdown_of(page), page.address
