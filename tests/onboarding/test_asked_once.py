"""One fact, one question: where an author says so, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from becivic.onboarding.asked_once import asked_once
from becivic.onboarding.composer import Asked, Mode, composed
from becivic.onboarding.locales import chosen_locale
from becivic.onboarding.profile_section import ASKED, ProfileSection
from becivic.onboarding.questions import Choice, Kind, Question, Said
from becivic.onboarding.skill_section import _KINDS, SkillSection
from becivic.onboarding.wording import wording
from becivic.rules.schemas import SchemaFile, packaged_registry
from tests.factories.onboarding import form, packaged, skill

GROUPS = ProfileSection(wording("en")).groups()
PROFILE = {question.name: question for group in GROUPS for question in group.questions}
TOWN = Question(
    name="inputs.town", kind=Kind.COMMUNE, label=Said("Where you live", "en"), axis="commune_nis5"
)
INPUT = packaged_registry().documents[SchemaFile.SKILL]["$defs"]["input"]


def same(*inputs: Question) -> dict[str, tuple[str, ...]]:
    """Which inputs are asked as which question of the profile."""
    groups, _ = asked_once(GROUPS, inputs)
    return {each.name: each.also for group in groups for each in group.questions if each.also}


def test_an_input_that_is_an_axis_is_asked_as_that_axis() -> None:
    groups, rest = asked_once(GROUPS, [TOWN])
    (commune,) = [each for group in groups for each in group.questions if each.also]
    assert (commune.name, commune.also, rest) == ("profile.commune_nis5", ("inputs.town",), ())
    assert (commune.needed, commune.required) == (True, False)
    assert commune.label == PROFILE["profile.commune_nis5"].label


def test_what_the_procedure_must_know_must_be_answered_wherever_it_is_asked() -> None:
    groups, _ = asked_once(GROUPS, [TOWN, replace(TOWN, name="inputs.other", required=True)])
    (commune,) = [each for group in groups for each in group.questions if each.also]
    assert (commune.also, commune.required) == (("inputs.town", "inputs.other"), True)


@pytest.mark.parametrize(
    "other",
    [
        replace(TOWN, axis=""),
        replace(TOWN, axis="commune"),
        replace(TOWN, kind=Kind.TEXT),
        replace(TOWN, axis="region", kind=Kind.CHOICE, choices=(Choice("Mars", Said("Mars", "en")),)),
        replace(TOWN, axis="document_inventory.validity_end_id_card", kind=Kind.MONTH),
    ],
)
def test_what_is_not_the_same_is_asked_on_its_own(other: Question) -> None:
    assert asked_once(GROUPS, [other]) == (GROUPS, (other,))


def test_the_schema_takes_a_link_exactly_where_the_form_follows_it() -> None:
    types = INPUT["properties"]["type"]["enum"]
    for axis in ASKED:
        for name in types:
            told = {"name": "x", "type": name, "axis": axis}
            told |= {"options": ["a", "b"]} if name == "single_choice" else {}
            told |= (
                {"columns": [{"id": "a", "type": "text"}], "defaults": {"min_rows": 0, "max_rows": 1}}
                if name == "row_list"
                else {}
            )
            is_taken = packaged_registry().is_valid(SchemaFile.SKILL, told, at="/$defs/input")
            asked = replace(TOWN, axis=axis, kind=_KINDS[name])
            if is_taken:
                assert same(asked), (axis, name)
            elif axis in INPUT["properties"]["axis"]["enum"]:
                assert not same(asked), (axis, name)


def test_every_link_of_the_library_is_followed() -> None:
    linked = {
        (each.id, question.name)
        for each in packaged().skills.values()
        for question in SkillSection(wording("en")).questions(each)
        if question.axis
    }
    assert linked == {
        ("commune-address-registration", "inputs.residence_commune"),
        ("driving-licence-exchange", "inputs.residence_commune"),
        ("nationality-application", "inputs.residence_commune"),
    }
    for name, _ in linked:
        html = form("en", name).html
        assert '"also":["inputs.residence_commune"]' in html
        assert 'data-question="inputs.residence_commune"' not in html


@pytest.mark.parametrize("name", ["birth-certificate-morocco", "sworn-translation"])
def test_a_commune_where_nobody_need_live_is_still_asked_for(name: str) -> None:
    assert 'data-question="inputs.residence_commune"' in form("en", name).html


@pytest.mark.parametrize(
    ("said", "faults"),
    [
        (("inputs.residence_commune:21004",), []),
        (("inputs.residence_commune:21004", "commune_nis5:21004"), []),
        (("inputs.residence_commune:21004", "commune_nis5:44021"), ["/pre_selected/1"]),
    ],
)
def test_it_is_filled_in_by_either_name_and_by_both_where_they_agree(
    said: tuple[str, ...], faults: list[str]
) -> None:
    asked = Asked(
        locale=chosen_locale("en"),
        mode=Mode.RETURNING,
        skill=skill("driving-licence-exchange"),
        pre_selected=said,
    )
    made = composed(packaged(), asked)
    if isinstance(made, tuple):
        assert [fault.pointer for fault in made] == faults
    else:
        assert not faults
        assert made.html.count('value="Bruxelles / Brussel / Brüssel"') == 2  # the field and the list's own
