"""Section 2: the inputs of a skill, asked about."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.corpus.fields import Fields
from becivic.onboarding.questions import Kind, Question, Said
from becivic.onboarding.skill_section import _KINDS, TEXT_MOST, SkillSection
from becivic.onboarding.wording import wording
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.skills import FormType, IoType
from tests.factories.onboarding import packaged, skill
from tests.requirement import requirement


def questions(locale: str = "en") -> dict[str, Question]:
    asked = SkillSection(wording(locale)).questions(skill())
    return {each.name.removeprefix("inputs."): each for each in asked}


def made(told: dict[str, Any]) -> Question | None:
    return SkillSection(wording("en"))._input(Fields.of(told))


@requirement("R-FORM-01", "R-FORM-05")
def test_every_type_that_an_input_may_have_has_a_question() -> None:
    taken = packaged_registry().documents[SchemaFile.SKILL]["$defs"]["input"]["properties"]["type"]["enum"]
    assert set(_KINDS) == set(taken) == {*FormType, *IoType}
    assert {name: question.kind for name, question in questions().items()} == {
        "country": Kind.COUNTRY,
        "town": Kind.COMMUNE,
        "paper": Kind.CHOICE,
        "word": Kind.TEXT,
        "amount": Kind.NUMBER,
        "day": Kind.DATE,
        "agreed": Kind.FLAG,
        "way": Kind.CHOICE,
        "remark": Kind.TEXT,
        "married": Kind.FLAG,
        "since": Kind.MONTH,
        "until": Kind.MONTH_OR_CURRENT,
        "stays": Kind.ROWS,
    }


@requirement("R-FORM-02", "R-FORM-04")
def test_a_list_has_its_columns_its_rows_and_whether_it_is_kept() -> None:
    stays = questions()["stays"]
    assert (stays.least, stays.most, stays.kept) == (1, 2, True)
    assert [column.name for column in stays.columns] == [
        "left", "back", "where", "town", "why", "alone", "note", "days",
    ]  # fmt: skip
    assert [column.required for column in stays.columns[:2]] == [True, False]
    assert [choice.value for choice in stays.columns[4].choices] == ["work", "family"]
    assert not any(question.kept for name, question in questions().items() if name != "stays")


def test_a_label_is_in_the_language_of_the_form_or_says_which_one_it_is_in() -> None:
    french = questions("fr")
    assert french["country"].label == Said("Le pays", "fr")
    assert french["town"].label == Said("The town", "en")
    assert french["remark"].label == Said("Opmerking", "nl")
    assert french["word"].label == Said("A word", "en")
    assert french["amount"].label == Said("Amount", "en")
    assert [choice.label for choice in french["way"].choices] == [Said("post", "en"), Said("Guichet", "fr")]
    assert french["way"].required


def test_a_description_stands_where_the_hint_would() -> None:
    assert questions()["word"].help == Said("One <b>word</b> is enough.", "en")
    assert questions()["day"].help == wording("en").said("form", "date_hint")


def test_of_a_document_only_whether_it_is_there_is_asked() -> None:
    assert [choice.value for choice in questions()["paper"].choices] == ["held", "to_obtain", "not_sure"]


@pytest.mark.parametrize("told", [{}, {"name": "x"}, {"name": "x", "type": "poem"}, {"type": "text"}])
def test_an_input_that_says_too_little_is_left_out(told: dict[str, Any]) -> None:
    assert made(told) is None


@pytest.mark.parametrize(
    ("defaults", "rows"),
    [
        (None, (0, 1)),
        ({"min_rows": 3}, (3, 3)),
        ({"min_rows": 2, "max_rows": 1}, (2, 2)),
        ({"min_rows": "2", "max_rows": True}, (0, 1)),
    ],
)
def test_a_list_that_says_its_rows_wrong_is_still_one(defaults: object, rows: tuple[int, int]) -> None:
    columns = [{"id": "x", "type": "text"}, {"id": "y", "type": "row_list"}, {"id": "z", "type": "poem"}]
    asked = made({"name": "list", "type": "row_list", "columns": columns, "defaults": defaults})
    assert asked is not None
    assert (asked.least, asked.most) == rows
    assert [column.name for column in asked.columns] == ["x"]


def test_options_that_cannot_be_read_are_left_out() -> None:
    asked = made({"name": "way", "type": "single_choice", "options": [{"label": "x"}, 3, {"value": "a-b"}]})
    assert asked is not None
    assert [(choice.value, choice.label.text) for choice in asked.choices] == [("a-b", "A b")]


def test_the_longest_text_is_as_the_types_have_it() -> None:
    types = packaged().types.document.fields.child("form_types").child("text").child("value_schema")
    assert types.raw("maxLength") == TEXT_MOST


def test_every_skill_of_the_library_can_be_asked_about() -> None:
    for each in packaged().skills.values():
        asked = SkillSection(wording("uk")).questions(each)
        assert len(asked) == len(each.fields.children("inputs"))
