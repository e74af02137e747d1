"""Answers that do not go together are told, not dropped."""

from __future__ import annotations

import pytest

from becivic.onboarding.agreement import completed
from becivic.onboarding.composer import Asked, Form, composed
from becivic.onboarding.locales import chosen_locale
from becivic.onboarding.profile_section import ProfileSection
from becivic.onboarding.wording import wording
from tests.factories.onboarding import packaged

PAPERS = "document_inventory"


def places(*said: str) -> list[tuple[str, str]]:
    made = composed(packaged(), Asked(locale=chosen_locale("en"), pre_selected=said))
    return [] if isinstance(made, Form) else [(fault.pointer, fault.keyword) for fault in made]


@pytest.mark.parametrize(
    "said",
    [
        ("region:not-in-belgium-yet", "commune_nis5:21004"),
        ("region:Wallonia", "administration_language:NL"),
        ("commune_nis5:44021", "administration_language:FR"),
        (f"{PAPERS}.has_id_card:no", f"{PAPERS}.validity_end_id_card:2030-01"),
        (f"{PAPERS}.has_passport_BE:false", f"{PAPERS}.validity_end_passport_BE:2030-01"),
    ],
)
def test_an_answer_that_another_rules_out_is_refused_by_its_place(said: tuple[str, ...]) -> None:
    assert places(*said) == [("/pre_selected/1", "not")]


@pytest.mark.parametrize(
    "said",
    [
        ("administration_language:NL",),
        ("region:not-in-belgium-yet", "administration_language:DE"),
        ("region:Brussels-Capital", "commune_nis5:21004", "administration_language:NL"),
        ("commune_nis5:63023", "administration_language:FR"),
        (f"{PAPERS}.validity_end_id_card:2030-01",),
        (f"{PAPERS}.has_id_card:yes", f"{PAPERS}.validity_end_id_card:2030-01"),
    ],
)
def test_answers_that_go_together_are_taken(said: tuple[str, ...]) -> None:
    assert places(*said) == []


@pytest.mark.parametrize(("paper", "yes"), [("id_card", "yes"), ("residence_card", True)])
def test_whoever_knows_until_when_a_document_is_valid_has_one(paper: str, yes: object) -> None:
    asked = [each for group in ProfileSection(wording("en")).groups() for each in group.questions]
    until = {f"profile.{PAPERS}.validity_end_{paper}": "2030-01"}
    assert completed(until, asked) == {**until, f"profile.{PAPERS}.has_{paper}": yes}


def test_what_was_said_is_not_said_otherwise() -> None:
    asked = [each for group in ProfileSection(wording("en")).groups() for each in group.questions]
    said = {f"profile.{PAPERS}.has_id_card": "no", f"profile.{PAPERS}.validity_end_id_card": "2030-01"}
    assert completed(said, asked) == said
