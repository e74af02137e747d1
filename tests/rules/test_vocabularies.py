"""Small tables of the law that no schema carries: contract, tags, places, source classes, sections, axes."""

from __future__ import annotations

import pytest

from becivic.packaged import corpus_folder
from becivic.rules import contract
from becivic.rules.axes import AXES, Axis, AxisKind
from becivic.rules.contract import contract_document, contracts_agree
from becivic.rules.places import COMMUNE_GROUPS, PROVINCES, REGION_OF_PROFILE, Area, ProfileRegion, Region
from becivic.rules.routes import (
    APPLIES_TO_KEYS,
    COMPUTED_PREDICATE_FIELDS,
    PREDICATE_FIELD_HINTS,
    PREDICATE_FIELDS,
    SourceClass,
)
from becivic.rules.skills import Section
from becivic.rules.tags import UID_MAY_BE_ABSENT, Tag
from tests.factories.schema_tree import lookup
from tests.requirement import requirement


@requirement("R-VERS-02")
def test_our_own_contract_is_a_version_we_speak_and_its_document_exists() -> None:
    assert contract.CONTRACT_VERSION == "2.1.0"
    assert int(contract.CONTRACT_VERSION.split(".")[0]) in contract.CONTRACT_MAJORS
    assert contract_document(contract.CONTRACT_VERSION) == "docs/submission-contract-v2.mdx"
    assert (corpus_folder() / contract_document(contract.CONTRACT_VERSION)).is_file()
    assert contract_document("11.0.3") == "docs/submission-contract-v11.mdx"


@requirement("R-VERS-04")
@pytest.mark.parametrize(
    ("agent", "skill", "agree"),
    [
        ("2.1.0", "2.1.0", True),
        ("2.0.0", "2.1.0", True),
        ("2.9.3", "2.1.0", True),
        ("1.0.0", "2.1.0", False),
        ("3.0.0", "2.1.0", False),
        ("3.0.0", "3.0.0", False),
        ("2", "2.1.0", False),
        ("2.1.0", "two", False),
    ],
)
def test_an_agent_and_a_skill_agree_when_they_speak_one_major_that_we_speak(
    agent: str, skill: str, *, agree: bool
) -> None:
    assert contracts_agree(agent, skill) is agree


@requirement("R-TAG-01")
def test_authors_write_six_tags_and_the_renderer_two() -> None:
    assert [tag.value for tag in Tag if tag.shape.authored] == [
        "VV",
        "Ref",
        "Observations",
        "Path",
        "Skill",
        "Risk",
    ]
    assert [tag.value for tag in Tag if not tag.shape.authored] == ["CohortStats", "Observation"]


@pytest.mark.parametrize("tag", Tag)
def test_a_tag_names_each_attribute_once_and_uids_only_where_they_are_minted(tag: Tag) -> None:
    attributes = (*tag.shape.required, *tag.shape.optional)
    assert len(attributes) == len(set(attributes))
    assert ("uid" in attributes) is (tag in UID_MAY_BE_ABSENT)


@requirement("R-PROF-02")
def test_every_region_of_a_profile_lies_in_a_region_of_the_communes_or_nowhere_yet() -> None:
    assert set(REGION_OF_PROFILE) == set(ProfileRegion)
    assert {each for each in REGION_OF_PROFILE.values() if each} == set(Region)
    assert [each for each, where in REGION_OF_PROFILE.items() if where is None] == [ProfileRegion.NOT_YET]
    assert set(COMMUNE_GROUPS.values()) <= set(Region)


def test_an_area_is_a_region_or_the_one_community_inside_one() -> None:
    assert {each.value for each in Area} - {each.value for each in Region} == {Area.GERMAN_SPEAKING.value}


def test_there_are_ten_provinces() -> None:
    assert len(set(PROVINCES)) == 10


PRIORITIES = {
    "brussels-tier1-quicklink": 90,
    "brussels-tier2-inquiry": 70,
    "brussels-tier3-noauth": 75,
    "flanders-api-page": 65,
    "wallonia-sitemap-page": 65,
    "federal-anonymous-form": 80,
    "federal-auth-handoff": 60,
    "partner-portal": 40,
    "offline": 10,
}


@requirement("R-SRC-03")
def test_the_nine_classes_have_the_default_priorities_of_the_table() -> None:
    assert {each.value: each.template.priority for each in SourceClass} == PRIORITIES


def test_only_a_process_that_forks_may_leave_a_section_out() -> None:
    assert [each for each in Section if each.is_optional] == [Section.BRANCHING]


@requirement("R-PRED-03")
def test_old_names_of_axes_point_at_names_that_are_right() -> None:
    known = {*PREDICATE_FIELDS, *COMPUTED_PREDICATE_FIELDS}
    assert not known & set(PREDICATE_FIELD_HINTS)
    assert {hint.split(" ")[0] for hint in PREDICATE_FIELD_HINTS.values()} <= known


@requirement("R-PRED-03", "R-PATH-05")
def test_every_axis_has_a_kind_and_every_kind_an_axis() -> None:
    assert tuple(AXES) == APPLIES_TO_KEYS
    assert {axis.kind for axis in AXES.values()} == set(AxisKind)


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("region", "Wallonia", "wallonia"),
        ("commune_nis5", "21009", 21009),
        ("dependents.minor_children_count", 0, True),
        ("dependents.adult_dependents_count", 3, -1),
        ("years_legal_residence", 2.5, False),
        ("dependents.spouse_abroad", False, 0),
        ("active_procedures", "nationality-application", ""),
        ("transitions_in_progress", "divorce", ["divorce"]),
    ],
)
def test_an_axis_accepts_its_own_values_and_says_what_it_wants(
    name: str, right: object, wrong: object
) -> None:
    assert AXES[name].accepts(right)
    assert not AXES[name].accepts(wrong)
    assert AXES[name].wants


def test_choices_are_listed_in_words_and_counts_have_an_order() -> None:
    assert Axis(AxisKind.CHOICE, ("a", "b")).wants == "one of: a, b"
    assert {name for name, axis in AXES.items() if axis.is_ordered} == {
        "dependents.minor_children_count", "dependents.adult_dependents_count", "years_legal_residence",
    }  # fmt: skip


@requirement("R-PRED-03")
def test_the_choices_of_an_axis_are_those_of_the_profile_schema() -> None:
    for name, axis in AXES.items():
        if axis.kind is AxisKind.CHOICE:
            place = "profile#/properties/" + name.replace(".", "/properties/")
            assert list(axis.choices) == lookup(place).value["enum"]
