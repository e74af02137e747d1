"""Section 1: the profile, asked about."""

from __future__ import annotations

from becivic.onboarding.locales import LOCALES
from becivic.onboarding.profile_section import (
    ASKED,
    HISTORIES,
    PROFILE_SCHEMA_VERSION,
    ProfileSection,
    schema_of,
)
from becivic.onboarding.questions import Kind, Question
from becivic.onboarding.wording import wording
from becivic.rules.axes import AXES, AxisKind
from becivic.rules.profile import PROFILE_FIELDS
from becivic.rules.schemas import SchemaFile, packaged_registry
from tests.requirement import requirement


def questions(*needs: str, locale: str = "en") -> dict[str, Question]:
    groups = ProfileSection(wording(locale), needs).groups()
    return {each.name.removeprefix("profile."): each for group in groups for each in group.questions}


@requirement("R-PROF-02", "R-PROF-04", "R-PROF-06", "R-PROF-07")
def test_every_axis_of_a_profile_is_asked_about_but_what_the_agent_keeps_itself() -> None:
    asked = {axis.partition(".")[0] for axis in questions(*HISTORIES)}
    assert set(PROFILE_FIELDS) - asked == {"consent", "active_procedures"}
    assert set(AXES) - set(ASKED) == {"active_procedures", "years_legal_residence"}


def test_choices_are_those_of_the_axes() -> None:
    for axis, question in questions().items():
        if axis in AXES and AXES[axis].kind is AxisKind.CHOICE:
            assert tuple(choice.value for choice in question.choices) == AXES[axis].choices


def test_kinds_are_those_that_the_schema_takes() -> None:
    kinds = {axis: question.kind for axis, question in questions().items()}
    assert kinds["region"] is Kind.CHOICE
    assert kinds["commune_nis5"] is Kind.COMMUNE
    assert kinds["conversation_language"] is Kind.TEXT
    assert kinds["dependents.minor_children_count"] is Kind.NUMBER
    assert kinds["dependents.spouse_abroad"] is Kind.FLAG
    assert kinds["document_inventory.validity_end_id_card"] is Kind.MONTH
    assert kinds["transitions_in_progress"] is Kind.NAMES


@requirement("R-PROF-10", "R-PROF-12")
def test_nothing_asks_for_a_day_a_name_or_a_number_of_a_document() -> None:
    asked = questions(*HISTORIES).values()
    columns = [column for question in asked for column in question.columns]
    assert Kind.DATE not in {question.kind for question in (*asked, *columns)}
    texts = {question.name for question in (*asked, *columns) if question.kind is Kind.TEXT}
    assert texts == {"profile.conversation_language", "visa_type", "permit_type", "level"}
    assert all(question.pattern for question in (*asked, *columns) if question.kind is Kind.TEXT)


@requirement("R-FORM-06", "R-PROF-03")
def test_the_language_of_the_conversation_is_filled_in_with_the_one_of_the_form() -> None:
    for locale in LOCALES:
        answer = questions(locale=locale)["conversation_language"].answer
        assert answer == wording(locale).own_name
        assert packaged_registry().is_valid(
            SchemaFile.PROFILE, answer, at="/properties/conversation_language"
        )


@requirement("R-PROF-05")
def test_a_history_is_asked_about_only_where_the_procedure_uses_it() -> None:
    assert not set(HISTORIES) & set(questions())
    history = questions("employment_history")["employment_history"]
    assert [column.name for column in history.columns] == [
        "start", "end", "type", "days_per_week", "total_days_estimate",
    ]  # fmt: skip
    assert [column.name for column in history.columns if column.required] == ["start", "type"]
    assert (history.least, history.most) == (0, schema_of("employment_history")["maxItems"])


def test_what_the_procedure_uses_is_marked() -> None:
    asked = questions("region", "document_inventory", "dependents.spouse_abroad")
    needed = {axis for axis, question in asked.items() if question.needed}
    assert needed == {
        "region",
        "dependents.spouse_abroad",
        *(axis for axis in ASKED if axis.startswith("document_inventory.")),
    }


def test_until_when_a_document_is_valid_is_asked_of_those_who_have_it() -> None:
    asked = questions()
    for axis, question in asked.items():
        if "validity_end_" in axis:
            assert question.follows.removeprefix("profile.") in asked
        else:
            assert not question.follows


@requirement("R-PROF-09")
def test_the_version_that_the_form_writes_is_one_that_the_schema_takes() -> None:
    at = "/properties/profile_schema_version"
    assert packaged_registry().is_valid(SchemaFile.PROFILE, PROFILE_SCHEMA_VERSION, at=at)
