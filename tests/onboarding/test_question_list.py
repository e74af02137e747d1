"""The questions of a form as data: all of them, as the form has them, and never more than fits."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from becivic.onboarding.composer import Asked, Mode, filled_sheet
from becivic.onboarding.locales import LOCALES, chosen_locale
from becivic.onboarding.page import Sheet, sheet_html
from becivic.onboarding.question_list import QuestionList
from tests.factories.onboarding import EVERY_INPUT, packaged, skill

PLENTY = 1_000_000
URL = "/form"


def sheet(locale: str = "en", name: str | None = EVERY_INPUT, *said: str) -> Sheet:
    made = filled_sheet(
        packaged(),
        Asked(
            locale=chosen_locale(locale),
            mode=Mode.FIRST_CONTACT,
            skill=None if name is None else skill(name),
            pre_selected=said,
        ),
    )
    assert isinstance(made, Sheet), made
    return made


def told(made: Sheet, most: int = PLENTY) -> dict[str, Any]:
    return QuestionList(made, chosen_locale(made.words.locale), URL).as_json(most)


def by_name(made: Sheet) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in told(made)["questions"]}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", [None, EVERY_INPUT, "nationality-application"])
def test_every_question_is_told_once_in_the_order_of_the_page(locale: str, name: str | None) -> None:
    made = sheet(locale, name)
    listed = [each["name"] for each in told(made)["questions"]]
    assert sorted(listed) == sorted(question.name for question in made.questions)
    html = sheet_html(made).partition("</form>")[0]
    places = [
        re.search(rf'(?:name|id)="{re.escape(each)}"|id="{each.replace(".", "-")}', html) for each in listed
    ]
    found = [place.start() for place in places if place is not None]
    assert len(found) == len(listed)
    assert found == sorted(found)


def test_what_the_procedure_uses_comes_first_and_says_so() -> None:
    profile = [each for each in told(sheet())["questions"] if each["section"] == "profile"]
    uses = [each["uses"] for each in profile]
    assert uses == sorted(uses, reverse=True)
    assert profile[0]["name"] == "profile.region"
    inputs = [each for each in told(sheet())["questions"] if each["section"] == "procedure"]
    assert {each["uses"] for each in inputs} == {True}
    assert not any(each["uses"] for each in told(sheet(name=None))["questions"])


def test_a_choice_spells_out_its_options_in_the_language_of_the_form() -> None:
    assert by_name(sheet("fr"))["inputs.way"] == {
        "name": "inputs.way",
        "section": "procedure",
        "uses": True,
        "group": "Pour cette démarche",
        "label": "La voie",
        "type": "choice",
        "required": True,
        "options": [{"value": "post", "label": "post"}, {"value": "counter", "label": "Guichet"}],
    }


def test_what_is_not_translated_says_its_language() -> None:
    french = by_name(sheet("fr"))
    assert "language" not in french["inputs.country"]
    assert (french["inputs.town"]["label"], french["inputs.town"]["language"]) == ("The town", "en")
    assert french["inputs.remark"]["language"] == "nl"


def test_long_lists_are_named_and_not_spelled_out() -> None:
    questions = by_name(sheet())
    assert questions["inputs.country"]["options_from"] == "/schemas/types.json"
    assert questions["inputs.town"]["options_from"] == "/communes.json"
    assert questions["profile.commune_nis5"]["options_from"] == "/communes.json"
    assert not any("options" in each for each in questions.values() if "options_from" in each)


def test_a_list_tells_its_columns_and_how_many_rows_it_takes() -> None:
    stays = by_name(sheet())["inputs.stays"]
    assert (stays["type"], stays["least"], stays["most"]) == ("rows", 1, 2)
    columns = {each["name"]: each for each in stays["columns"]}
    assert list(columns) == ["left", "back", "where", "town", "why", "alone", "note", "days"]
    assert columns["left"]["required"] is True
    assert columns["town"]["options_from"] == "/communes.json"
    assert [each["value"] for each in columns["why"]["options"]] == ["work", "family"]


def test_a_question_that_waits_for_another_names_it() -> None:
    until = by_name(sheet())["profile.document_inventory.validity_end_id_card"]
    assert until["follows"] == "profile.document_inventory.has_id_card"


def test_a_fact_that_is_asked_once_names_the_inputs_that_it_answers() -> None:
    for name in packaged().skills:
        made = sheet(name=name)
        asked = by_name(made)
        for question in made.questions:
            assert asked[question.name].get("also", []) == list(question.also)


def test_what_is_known_is_told_with_its_question_and_no_guess_is() -> None:
    said = (
        "region:Flanders",
        "document_inventory.validity_end_id_card:2027-05",
        "transitions_in_progress:divorce",
    )
    answers = {
        name: each["answer"]
        for name, each in by_name(sheet("en", EVERY_INPUT, *said)).items()
        if "answer" in each
    }
    assert json.loads(json.dumps(answers)) == {
        "profile.region": "Flanders",
        "profile.document_inventory.has_id_card": "yes",
        "profile.document_inventory.validity_end_id_card": "2027-05",
        "profile.transitions_in_progress": ["divorce"],
    }
    assert not any("answer" in each for each in by_name(sheet()).values())


def test_an_answer_of_no_or_nought_is_told() -> None:
    said = ("document_inventory.has_NN:false", "dependents.minor_children_count:0")
    asked = by_name(sheet("en", EVERY_INPUT, *said))
    assert asked["profile.document_inventory.has_NN"]["answer"] is False
    assert asked["profile.dependents.minor_children_count"]["answer"] == 0


def size(answer: dict[str, Any]) -> int:
    return len(json.dumps(answer, ensure_ascii=False).encode("utf-8"))


def test_first_what_the_procedure_does_not_use_is_told_in_short() -> None:
    whole = told(sheet())
    some = told(sheet(), size(whole))
    assert [each["name"] for each in some["questions"]] == [each["name"] for each in whole["questions"]]
    for short, full in zip(some["questions"], whole["questions"], strict=True):
        assert (short == full) is full["uses"]
    language = next(each for each in some["questions"] if each["name"] == "profile.civic_status")
    assert set(language) == {"name", "section", "uses", "label", "type", "options"}
    assert all(isinstance(option, str) for option in language["options"])


@pytest.mark.parametrize("most", [400, 1_000, 3_000, 5_000, 6_000, 7_000, 8_000, 9_000])
@pytest.mark.parametrize("locale", ["en", "uk"])
def test_however_little_fits_nothing_goes_beyond_and_what_is_left_out_is_counted(
    most: int, locale: str
) -> None:
    made = sheet(locale)
    answer = told(made, most)
    assert size(answer) < most
    assert len(answer["questions"]) + answer.get("left_out", 0) == len(made.questions)
    assert answer["form_url"] == URL


def test_what_is_known_is_told_in_short_too() -> None:
    short = told(sheet("en", EVERY_INPUT, "civic_status:married"), 5_000)
    (known,) = [each for each in short["questions"] if "answer" in each]
    assert (known["name"], known["answer"], "group" in known) == ("profile.civic_status", "married", False)


def test_everything_is_in_short_before_anything_is_left_out() -> None:
    assert "left_out" not in told(sheet(), 8_000)
    short = told(sheet(), 4_000)
    assert short["left_out"] > 0
    assert not any("group" in each for each in short["questions"])
    used = [each["name"] for each in told(sheet())["questions"] if each["uses"]]
    assert [each["name"] for each in short["questions"]][: len(used)] == used
