"""Answers that come with the question: taken where they fit, refused by their place where they do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.onboarding.preselected import Known, PreSelected, read_pre_selected
from becivic.onboarding.profile_section import ProfileSection
from becivic.onboarding.questions import Answer
from becivic.onboarding.skill_section import SkillSection
from becivic.onboarding.wording import wording
from tests.factories.onboarding import skill

KNOWN = Known(frozenset({"21004"}), frozenset({"ma"}))
QUESTIONS = (
    *(question for group in ProfileSection(wording("en")).groups() for question in group.questions),
    *SkillSection(wording("en")).questions(skill()),
)


def read(*said: str) -> PreSelected:
    return read_pre_selected(said, QUESTIONS, KNOWN)


@pytest.mark.parametrize(
    ("said", "name", "answer"),
    [
        ("region:Wallonia", "profile.region", "Wallonia"),
        ("profile.region:Wallonia", "profile.region", "Wallonia"),
        ("commune_nis5:21004", "profile.commune_nis5", "21004"),
        ("conversation_language:Tagalog", "profile.conversation_language", "Tagalog"),
        ("dependents.minor_children_count:0", "profile.dependents.minor_children_count", 0),
        ("dependents.spouse_abroad:false", "profile.dependents.spouse_abroad", False),
        ("document_inventory.has_id_card:not-sure", "profile.document_inventory.has_id_card", "not-sure"),
        (
            "document_inventory.validity_end_id_card:2030-01",
            "profile.document_inventory.validity_end_id_card",
            "2030-01",
        ),
        ("inputs.country:ma", "inputs.country", "ma"),
        ("inputs.town:21004", "inputs.town", "21004"),
        ("inputs.amount:2.5", "inputs.amount", 2.5),
        ("inputs.day:2024-02-29", "inputs.day", "2024-02-29"),
        ("inputs.way:post", "inputs.way", "post"),
        ("inputs.remark:a:b", "inputs.remark", "a:b"),
        ("inputs.until:current", "inputs.until", "current"),
        ("inputs.until:2024-05", "inputs.until", "2024-05"),
    ],
)
def test_an_answer_that_fits_is_filled_in(said: str, name: str, answer: Answer) -> None:
    assert read(said) == PreSelected({name: answer})


def test_both_names_of_a_question_mean_the_same_question() -> None:
    told = read("region:Wallonia", "profile.region:Flanders")
    assert told.answers == {"profile.region": "Wallonia"}
    assert [each.keyword for each in told.faults] == ["uniqueItems"]


def test_a_question_with_several_answers_is_said_several_times() -> None:
    told = read("transitions_in_progress:divorce", "transitions_in_progress:address-change")
    assert told == PreSelected({"profile.transitions_in_progress": ("divorce", "address-change")})


@pytest.mark.parametrize(
    "said",
    [
        "region:wallonia",
        "commune_nis5:99999",
        "conversation_language:12345",
        "conversation_language:",
        "dependents.minor_children_count:31",
        "dependents.minor_children_count:1.5",
        "dependents.minor_children_count:-1",
        "dependents.spouse_abroad:yes",
        "document_inventory.validity_end_id_card:2030-01-05",
        "transitions_in_progress:anything",
        "inputs.country:zz",
        "inputs.day:2023-02-29",
        "inputs.day:20230228",
        "inputs.amount:1e9",
        "inputs.amount:1234567890123",
        "inputs.remark:two\nlines",
        "inputs.stays:2024-05",
    ],
)
def test_an_answer_that_does_not_fit_is_refused_by_its_place(said: str) -> None:
    told = read("region:Flanders", said)
    assert [(fault.pointer, fault.keyword) for fault in told.faults] == [("/pre_selected/1", "type")]
    assert said.partition(":")[2] not in told.faults[0].message or said.endswith(":")


@pytest.mark.parametrize(
    "said", ["birth_date:1990-01", "Region:Flanders", "", "profile.inputs.way:post", "consent:true"]
)
def test_what_names_no_question_is_refused(said: str) -> None:
    assert [fault.keyword for fault in read(said).faults] == ["enum"]


def test_a_question_that_is_answered_twice_is_refused() -> None:
    told = read("dependents.minor_children_count:0", "dependents.minor_children_count:1", "nothing:x")
    assert [(fault.pointer, fault.keyword) for fault in told.faults] == [
        ("/pre_selected/1", "uniqueItems"),
        ("/pre_selected/2", "enum"),
    ]


@given(
    st.sampled_from([question.name.removeprefix("profile.") for question in QUESTIONS]) | st.text(), st.text()
)
def test_nothing_that_can_be_said_breaks_it(axis: str, value: str) -> None:
    told = read(f"{axis}:{value}")
    assert bool(told.answers) != bool(told.faults)
