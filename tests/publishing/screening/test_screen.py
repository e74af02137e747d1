"""What a person must see first: names everywhere, sources that nobody listed, and what could not be looked at."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from becivic.publishing.screening import screen as screen_module
from becivic.publishing.screening.free_texts import DIFF, free_texts
from becivic.publishing.screening.screen import Named, Reason, screen_for
from becivic.rules.publishing import HoldReason
from becivic.rules.schemas import packaged_registry
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from tests.factories.payloads import Fixture, payload
from tests.publishing.screening.places import (
    SENTENCE,
    FailsOn,
    leaves,
    own_finder,
    screen,
    screened,
    with_text,
    workshop,
)
from tests.requirement import requirement

PERSON, UNLISTED = HoldReason.PERSON_NAME, HoldReason.SOURCE_NOT_LISTED


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


def look(kind: SubmissionType, document: Any) -> tuple[Reason, ...]:
    return screen().look([(kind, document)])[0]


@requirement("R-NER-01", "R-CI-30")
@pytest.mark.parametrize("fixture", screened(), ids=str)
def test_a_name_in_any_field_of_any_type_is_found_where_it_stands(fixture: Fixture) -> None:
    """Fields that a schema closes too: what cannot be sent today may be tomorrow."""
    sent = fixture.read()
    places = [pointer for pointer in leaves(sent) if pointer != DIFF]
    items = [(fixture.type, with_text(sent, pointer, SENTENCE)) for pointer in places]
    for pointer, reasons in zip(places, screen().look(items), strict=True):
        assert Reason(_masked(sent, pointer), PERSON) in reasons, pointer


def _masked(sent: Any, pointer: str) -> str:
    """A key that somebody chose is not repeated."""
    found = [each.pointer for each in free_texts(with_text(sent, pointer, SENTENCE)) if each.text == SENTENCE]
    assert len(found) == 1
    return found[0]


@requirement("R-NER-01", "R-CI-30")
def test_a_name_in_a_line_that_a_diff_brings_is_found_and_one_that_it_takes_away_is_not() -> None:
    sent = payload("amendments/valid/skill/body-one-line")
    head = "--- a/canonical.md\n+++ b/canonical.md\n@@ -1 +1 @@"
    brings = with_text(sent, DIFF, f"{head}\n-Old\n+{SENTENCE}\n")
    takes = with_text(sent, DIFF, f"{head}\n-{SENTENCE}\n+New\n")
    says = with_text(sent, DIFF, f"{head} {SENTENCE}\n-Old\n+New\n")
    found = screen().look([(SubmissionType.AMENDMENT, each) for each in (brings, takes, says)])
    assert found == [(Reason(DIFF, PERSON),), (), (Reason(DIFF, PERSON),)]


@requirement("R-NER-01")
@pytest.mark.parametrize("fixture", screened(), ids=str)
def test_a_clean_submission_is_not_held(fixture: Fixture) -> None:
    assert look(fixture.type, fixture.read()) == ()


@pytest.mark.parametrize("kind", [kind for kind in SubmissionType if kind is not SubmissionType.ANALYTICS])
def test_the_examples_of_the_schemas_are_not_held(kind: SubmissionType) -> None:
    examples = packaged_registry().documents[kind.schema_file]["examples"]
    assert {*screen().look([(kind, each) for each in examples])} == {()}


@requirement("R-NER-01")
def test_organisations_and_places_are_no_people() -> None:
    said = "The desk of Saint-Gilles sent me to Actiris, then to the Office des étrangers in Bruxelles."
    assert look(SubmissionType.CONCERN, {"content": {"body": said}}) == ()


@requirement("R-NER-02")
def test_an_address_that_may_not_be_cited_holds_wherever_it_stands() -> None:
    sent = payload("drafts/valid/skill/main-skill")
    bad = "https://unlisted.example/a"
    sent["provenance"]["research_sources"][0]["url"] = bad
    sent["content"]["body"] += f"\n[A guide]({bad})\n"
    assert look(SubmissionType.DRAFT, sent) == (
        Reason("/provenance/research_sources/0/url", UNLISTED),
        Reason("/content/body", UNLISTED),
    )


@requirement("R-NER-02")
def test_feedback_may_point_anywhere() -> None:
    document = {"pointer": "https://unlisted.example/a", "body": "See https://unlisted.example/a"}
    assert look(SubmissionType.FEEDBACK, document) == ()
    assert look(SubmissionType.FEEDBACK, {"body": SENTENCE}) == (Reason("/body", PERSON),)


def test_a_place_is_told_once_for_each_kind() -> None:
    twice = {"rationale": f"{SENTENCE} {SENTENCE} https://unlisted.example/ https://unlisted.example/b"}
    assert look(SubmissionType.VALIDATION, twice) == (
        Reason("/rationale", PERSON),
        Reason("/rationale", UNLISTED),
    )


def test_nothing_to_look_at_is_nothing_found() -> None:
    assert screen().look([]) == []
    assert look(SubmissionType.VALIDATION, {"rationale": None}) == ()


def test_names_are_told_with_the_line_they_stand_on() -> None:
    document = {"body": f"One\n{SENTENCE}\n\nTwo\n\n{SENTENCE}"}
    (found,) = screen().names([list(free_texts(document))])
    assert {*(found or ())} == {Named("/body", 1), Named("/body", 5)}


def test_a_batch_is_one_call_and_a_text_said_twice_is_read_once() -> None:
    finder = FailsOn("never")
    screen(finder).look([(SubmissionType.VALIDATION, {"rationale": SENTENCE})] * 50)
    assert finder.calls == 1


def test_what_cannot_be_looked_at_is_held_and_takes_nothing_else_with_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    finder = FailsOn("poison")
    items = [
        (SubmissionType.VALIDATION, {"rationale": text}) for text in ("Clean words.", "A poison.", SENTENCE)
    ]
    with caplog.at_level(logging.WARNING):
        found = screen(finder).look(items)
    assert found == [(), (Reason("", HoldReason.SCAN_FAILED),), (Reason("/rationale", PERSON),)]
    assert "RuntimeError" in caplog.text
    assert "poison" not in caplog.text


def test_the_screen_of_a_workshop_knows_its_finder_its_sources_and_its_own_address(
    store: Store, tmp_path: Path
) -> None:
    made = screen_for(workshop(store, tmp_path))
    assert made.digest == screen(own_finder()).digest
    own = {"rationale": "As https://becivic.test/skills/x says."}
    assert made.look([(SubmissionType.VALIDATION, own)]) == [()]


def test_a_finder_is_made_for_a_workshop_when_somebody_asks_and_kept(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, first = workshop(sqlite_store, tmp_path), own_finder()
    made.finder = None
    finders = iter([first])
    monkeypatch.setattr(screen_module, "finder_for", lambda _: next(finders))
    assert screen_for(made).digest == screen_for(made).digest
    assert made.finder is first
