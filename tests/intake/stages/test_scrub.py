from __future__ import annotations

import re

import pytest

from becivic.intake.refusal import Refusal
from becivic.intake.snippets import snippet
from becivic.intake.stages.scrub import layer_two_category, scrub
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory, LayerTwoCategory
from becivic_scrub import Engine, Finding
from tests.factories.intake import desk, submission, world
from tests.factories.payloads import edited
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"
DRAFT = "drafts/valid/skill/smallest"
AMENDMENT = "amendments/valid/skill/body-with-provenance"
NUMBER = "85.07.30-033.28"


def changed(name: str, pointer: str, value: object) -> Submission:
    found = submission(name)
    return Submission(found.type, edited(found.payload, {pointer: value}))


@requirement("R-PIPE-05", "R-API-05")
def test_an_identifier_in_a_narrative_is_refused_by_place_alone() -> None:
    refused = scrub(changed(CONCERN, "/content/body", f"Ma carte dit {NUMBER}."), desk())
    assert isinstance(refused, Refusal)
    assert (refused.category, refused.status, refused.pointer) == (
        ErrorCategory.REGEX_FAIL,
        422,
        "/content/body",
    )
    assert refused.more == {}
    assert NUMBER not in str(refused)


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/target_id", NUMBER),
        ("/context/applies_to_match", {NUMBER: ["x"]}),
        ("/content/evidence_date", 85073003328),
    ],
)
def test_every_string_number_and_key_is_looked_at(pointer: str, value: object) -> None:
    refused = scrub(changed(CONCERN, pointer, value), desk())
    assert isinstance(refused, Refusal)
    assert NUMBER not in str(refused)


@requirement("R-SCRUB-07")
def test_a_draft_gets_detector_masked_window_and_what_to_rewrite() -> None:
    body = f"The clerk reads {NUMBER} aloud and stamps page 4."
    refused = scrub(changed(DRAFT, "/content/body", body), desk())
    assert isinstance(refused, Refusal)
    assert (refused.category, refused.status) == (ErrorCategory.LAYER2_SCRUB_FAILURE, 422)
    assert (refused.more["category"], refused.more["remediation"]) == ("identity", "rewrite_canonical")
    (match,) = refused.more["matches"]
    assert match["detector"] == "belgian_nrn"
    assert not re.search(r"[0-9]", match["context_snippet"])
    assert "reads ***************" in match["context_snippet"]
    assert len(match["context_snippet"]) <= 40


@requirement("R-SCRUB-07")
def test_notes_are_named_where_the_notes_are_at_fault() -> None:
    found = changed(
        AMENDMENT, "/provenance/research_notes_markdown", "Written to jan.peeters@example.be about it."
    )
    refused = scrub(found, desk())
    assert isinstance(refused, Refusal)
    assert refused.more["remediation"] == "rewrite_research_notes"
    assert refused.more["matches"][0]["detector"] == "email"
    assert "peeters" not in str(refused)


@requirement("R-SCRUB-06")
def test_an_office_address_in_what_is_meant_for_the_corpus_passes_and_is_noted() -> None:
    passed = scrub(changed(DRAFT, "/content/body", "Go to Rue de la Loi 16 in the morning."), desk())
    assert isinstance(passed, Submission)
    assert any(name.startswith("street_address") for name in passed.regex_passes)


def test_the_same_address_in_a_narrative_is_refused() -> None:
    assert isinstance(
        scrub(changed(CONCERN, "/content/body", "I live at Rue de la Loi 16."), desk()), Refusal
    )
    assert isinstance(scrub(changed(DRAFT, "/commit_message", "From Rue de la Loi 16."), desk()), Refusal)


def test_a_clean_payload_passes_as_it_is_also_where_json_has_to_escape() -> None:
    for found in (submission(CONCERN), submission(DRAFT)):
        assert scrub(found, desk()) == found


@pytest.mark.parametrize(
    ("rule", "category"),
    [
        ("belgian_nrn", LayerTwoCategory.IDENTITY),
        ("email_disguised", LayerTwoCategory.IDENTITY),
        ("belgian_residence_card", LayerTwoCategory.DOCUMENT_NUMBER),
        ("passport", LayerTwoCategory.DOCUMENT_NUMBER),
        ("street_address_french", LayerTwoCategory.ADDRESS),
        ("address_with_postal_code", LayerTwoCategory.ADDRESS),
        ("iban", LayerTwoCategory.OTHER),
        ("belgian_plate", LayerTwoCategory.OTHER),
    ],
)
def test_detectors_have_a_category_a_consumer_can_explain(rule: str, category: LayerTwoCategory) -> None:
    assert layer_two_category(rule) is category


# --- the window -----------------------------------------------------------------------------------------------


def engine_of_corpus() -> Engine:
    return world().corpus.scrubbing.whole()


def test_whatever_else_fires_near_the_window_is_masked_too_even_when_the_window_cuts_it() -> None:
    engine = engine_of_corpus()
    text = f"x jan.peeters.van.den.berghe@example-gemeente.be then {NUMBER} then vorig@example.be"
    first = next(each for each in engine.find(text) if each.rule == "belgian_nrn")
    shown = snippet({"a": text}, first._replace(pointer="/a"), engine)
    assert shown is not None
    assert set(shown) <= set("*then ")


def test_a_window_with_nothing_left_is_left_out() -> None:
    engine = engine_of_corpus()
    (found,) = [each for each in engine.find(NUMBER) if each.rule == "belgian_nrn"]
    assert snippet({"a": [NUMBER]}, found._replace(pointer="/a/0"), engine) is None


@pytest.mark.parametrize(
    "finding",
    [
        Finding("r", "direct_identifier", 0, 5, pointer="/a", in_key=True),
        Finding("r", "direct_identifier", 0, 5, pointer="/a", ran=False),
        Finding("r", "direct_identifier", 0, 5, pointer="/*/b"),
        Finding("r", "direct_identifier", 0, 5, pointer="/n"),
    ],
)
def test_a_key_a_number_and_a_rule_that_did_not_run_have_no_window(finding: Finding) -> None:
    assert snippet({"a": "a text of some length", "n": 85073003328}, finding, engine_of_corpus()) is None


def test_what_moves_a_cursor_is_not_shown() -> None:
    text = f"clerks said\x1b[2J\n{NUMBER}\tand went"
    (found,) = [each for each in engine_of_corpus().find(text) if each.rule == "belgian_nrn"]
    shown = snippet({"a": text}, found._replace(pointer="/a"), engine_of_corpus())
    assert shown is not None
    assert shown.isprintable()


def test_a_rule_that_cannot_run_refuses_and_asks_to_give_up() -> None:
    class Stuck:
        def looks_clean(self, _: object) -> bool:
            return False

        def walk(self, _: object, *, most: int) -> list[Finding]:
            del most
            return [Finding("slow", "metadata", 0, 3, ran=False, pointer="/content/body")]

    class StuckWorld:
        class corpus:  # noqa: N801
            class scrubbing:  # noqa: N801
                @staticmethod
                def whole() -> Stuck:
                    return Stuck()

    class StuckDesk:
        world = StuckWorld

    refused = scrub(submission(DRAFT), StuckDesk)  # type: ignore[arg-type]
    assert isinstance(refused, Refusal)
    assert refused.more["remediation"] == "abandon_submission"
