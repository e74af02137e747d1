"""What may be asked, held to the schema of the profile, and how answers are read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.onboarding.places import languages_by_region, offered_communes
from becivic.onboarding.profile_section import ASKED
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic_harness.answer_readers import FoundCommune
from becivic_harness.answers import parse, parse_answer
from becivic_harness.countries import country_codes
from becivic_harness.question_words import ADMINISTRATION_LANGUAGES, FIELDS, HISTORIES, KEPT_HERE
from becivic_harness.questions import (
    context_for,
    input_question,
    is_pending,
    missing,
    pending,
    question_for,
    questions_about,
)
from becivic_harness.refusals import Refused
from becivic_harness.resources import resource
from tests.becivic_harness.served import corpus, skills
from tests.requirement import requirement

SCHEMA = packaged_registry().documents[SchemaFile.PROFILE]
TYPES = json.loads(corpus().tree.read("schemas/types.json"))
STAMP = {"profile_schema_version": "1.0.0", "last_updated_at": "2026-11-16T00:00:00Z"}
COMMUNES = [
    FoundCommune("21015", "Schaerbeek"),
    FoundCommune("21015", "Schaarbeek"),
    FoundCommune("11002", "Antwerpen"),
    FoundCommune("52021", "Fleurus"),
    FoundCommune("52022", "Fleurus-sur-Loup"),
]


def communes(said: str) -> list[FoundCommune]:
    return [each for each in COMMUNES if each.name.lower().startswith(said.lower()) or each.nis5 == said]


def written(field: str, value: Any) -> dict[str, Any]:
    top, _, below = field.partition(".")
    return {**STAMP, top: {below: value} if below else value}


@requirement("R-FORM-01")
def test_every_field_of_the_profile_has_a_question_and_its_values_are_those_of_the_schema() -> None:
    properties = SCHEMA["properties"]
    for field, told in FIELDS.items():
        top, _, below = field.partition(".")
        schema = properties[top]["properties"].get(below, {}) if below else properties[top]
        if told.type == "single_choice":
            assert [value for value, _ in told.options] == schema["enum"], field
    tops = {field.partition(".")[0] for field in (*FIELDS, *KEPT_HERE)}
    listed = {name for name, schema in properties.items() if schema is not False}
    assert listed - tops == {"profile_schema_version", "last_updated_at", "consent"}
    assert set(ASKED) <= set(FIELDS)


@requirement("R-FORM-02")
def test_the_columns_of_a_list_are_those_of_the_schema() -> None:
    for field, columns in HISTORIES.items():
        items = SCHEMA["properties"][field]["items"]
        assert [column.id for column in columns] == list(items["properties"])
        assert [column.id for column in columns if column.required] == items["required"]
        told = question_for(field, {}).as_json()
        assert told["type"] == "row_list"
        assert told["rows"] == {"min": 0, "max": SCHEMA["properties"][field]["maxItems"]}


@requirement("R-FORM-01")
def test_the_types_are_those_of_forms_and_of_inputs_and_one_for_several_choices() -> None:
    known = {*TYPES["form_types"], *TYPES["io_types"], "several_choices"}
    assert {told.type for told in FIELDS.values()} <= known
    assert {column.type for columns in HISTORIES.values() for column in columns} <= known


@requirement("R-FORM-06", "R-PROF-02")
def test_the_languages_of_an_administration_are_those_of_the_region() -> None:
    assert languages_by_region(offered_communes(corpus().communes)) == ADMINISTRATION_LANGUAGES

    def offered(**profile: str) -> list[str]:
        return [option.value for option in question_for("administration_language", profile).options]

    assert offered(region="Brussels-Capital") == ["NL", "FR"]
    assert offered(region="not-in-belgium-yet") == offered() == ["NL", "FR", "DE"]
    with pytest.raises(Refused):
        parse_answer("administration_language", "German", profile={"region": "Flanders"})


@requirement("R-FORM-03")
def test_a_list_may_still_be_to_come() -> None:
    marker = {"__mode": "folder_drop", "__status": "pending"}
    assert parse_answer("residency_history", "folder_drop") == marker == pending("folder_drop")
    assert parse_answer("residency_history", "chat")["__mode"] == "chat"
    assert is_pending(marker)
    assert missing(["residency_history"], {"residency_history": marker}) == ["residency_history"]
    assert context_for(["residency_history"], {"residency_history": marker}) == {}
    assert question_for("residency_history", {}).as_json()["pending"][0] == marker


@requirement("R-FORM-02", "R-PROF-05", "R-PROF-10")
def test_rows_are_read_column_by_column() -> None:
    rows = [
        {"start": "14/05/2021", "end": "now", "permit_type": "A card", "country_of_last_residence": "Maroc"}
    ]
    read = parse_answer("residency_history", json.dumps(rows))
    assert read == [
        {"start": "2021-05", "end": "current", "permit_type": "A-card", "country_of_last_residence": "ma"}
    ]
    assert packaged_registry().is_valid(SchemaFile.PROFILE, {**STAMP, "residency_history": read})
    work = [
        {
            "start": "2020-01",
            "end": "2020-12",
            "type": "temps plein",
            "days_per_week": 4.5,
            "total_days_estimate": 220,
        }
    ]
    assert parse_answer("employment_history", json.dumps(work))[0]["type"] == "FT"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a lot",
        "{}",
        '[{"end": "2020-01"}]',
        '[{"start": "2020-01", "employer": "x"}]',
        "[1]",
        '[{"start": "x"}]',
    ],
)
def test_rows_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        parse_answer("residency_history", text)


@pytest.mark.parametrize(
    ("field", "said", "value"),
    [
        ("region", "Bruxelles", "Brussels-Capital"),
        ("region", "vlaanderen", "Flanders"),
        ("region", "Ostbelgien", "German-speaking-community"),
        ("region", "not in Belgium yet", "not-in-belgium-yet"),
        ("civic_status", "Mariée", "married"),
        ("civic_status", "wettelijk samenwonend", "cohabitant-legal"),
        ("nationality_status", "outside the EU", "non-EU"),
        ("nationality_status", "non-EU", "non-EU"),
        ("nationality_status", "Belge", "BE"),
        ("residency_status", "EU citizen", "EU-citizen"),
        ("residency_status", "sans papiers", "undocumented"),
        ("administration_language", "français", "FR"),
        ("conversation_language", "Tagalog", "Tagalog"),
        ("dependents.minor_children_count", "2", 2),
        ("dependents.spouse_abroad", "Oui", True),
        ("document_inventory.has_id_card", "nog niet", "not-yet-waiting"),
        ("document_inventory.has_id_card", "I don't know", "not-sure"),
        ("document_inventory.has_residence_card", "nein", False),
        ("document_inventory.validity_end_residence_card", "14 May 2027", "2027-05"),
        ("browser_driving_preference", "ask me", "ask-each-time"),
        ("transitions_in_progress", "wedding, moving house", ["marriage-planned", "address-change"]),
        ("transitions_in_progress", "aucun", []),
        ("commune_nis5", "21015", "21015"),
    ],
)
def test_an_answer_is_read_in_four_languages_and_fits_the_profile(field: str, said: str, value: Any) -> None:
    assert parse_answer(field, said) == value
    assert packaged_registry().is_valid(SchemaFile.PROFILE, written(field, value))


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("Morocco", "ma"),
        ("Maroc", "ma"),
        ("MA", "ma"),
        ("Türkei", "tr"),
        ("turkey", "tr"),
        ("the Netherlands", "nl"),
        ("UK", "gb"),
        ("Bosnia", "ba"),
        ("Ivoorkust", "ci"),
        ("les Pays-Bas", "nl"),
        ("DRC", "cd"),
    ],
)
def test_a_country_is_read_by_its_name_or_code(said: str, code: str) -> None:
    assert country_codes(said) == [code]


def test_the_countries_are_those_that_the_corpus_knows() -> None:
    assert sorted(json.loads(resource("countries.json"))) == TYPES["countries"]


def test_where_two_countries_may_be_meant_both_are_named() -> None:
    question = question_for("residency_history", {}).columns[-1]
    with pytest.raises(Refused) as refused:
        parse(question, "Congo")
    assert set(refused.value.facts["choices"]) == {"cd", "cg"}


def test_a_commune_is_looked_up_and_two_are_told_apart() -> None:
    def read(said: str) -> Any:
        return parse_answer("commune_nis5", said, communes=communes)

    assert read("schaarbeek") == read("21015") == "21015"
    assert read("Antw") == "11002"
    assert read("Fleurus") == "52021"
    with pytest.raises(Refused) as refused:
        read("Fleur")
    assert set(refused.value.facts["choices"]) == {"52021", "52022"}
    with pytest.raises(Refused):
        read("Atlantis")


@requirement("R-PROF-12")
@pytest.mark.parametrize("field", sorted(FIELDS))
@pytest.mark.parametrize(
    "said",
    [
        "85.07.30-033.28",
        "Rue de la Loi 16, 1000 Bruxelles",
        "Fatima El Amrani, born 12/03/1990",
        "born 12 March 1990",
        "B1234567",
        "",
    ],
)
def test_what_says_who_somebody_is_is_no_answer_and_is_not_repeated(field: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_answer(field, said, communes=communes)
    told = json.dumps(refused.value.as_json())
    assert not said or said not in told
    assert refused.value.facts["field"] == field


@given(st.sampled_from(sorted(FIELDS)), st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_whatever_is_read_fits_the_schema_or_is_still_to_come(field: str, said: str) -> None:
    try:
        value = parse_answer(field, said, communes=communes)
    except Refused:
        return
    assert is_pending(value) or packaged_registry().is_valid(SchemaFile.PROFILE, written(field, value))


@pytest.mark.parametrize("field", [*FIELDS, *KEPT_HERE])
def test_a_question_is_a_plain_sentence_that_says_what_an_answer_looks_like(field: str) -> None:
    question = question_for(field, {})
    told = question.as_json()
    assert told["ask"].endswith("?")
    assert told["answer"]
    assert question.spoken.startswith(told["ask"])
    assert len(question.spoken) < 320
    assert all(option.label in question.spoken for option in question.options)
    assert ("values" in told) is (question.type == "yes_no" or bool(question.options))


def test_whoever_has_no_document_is_not_asked_until_when_it_is_valid_and_nothing_is_made_up_of_it() -> None:
    profile = {"document_inventory": {"has_work_permit": False}}
    until = "document_inventory.validity_end_work_permit"
    assert missing([until], profile) == []
    assert context_for([until, "document_inventory.has_work_permit"], profile) == profile


@requirement("R-HARN-11")
def test_an_empty_list_is_an_answer_and_an_empty_object_is_none() -> None:
    assert missing(["employment_history", "dependents"], {"employment_history": [], "dependents": {}}) == [
        "dependents"
    ]
    assert missing(["commune_nis5"], {"region": "not-in-belgium-yet"}) == []
    assert missing(["active_procedures"], {}) == []
    assert missing(["document_inventory.has_NN"], {"document_inventory": {"has_NN": False}}) == []


@requirement("R-HARN-18")
def test_what_is_given_on_is_what_there_is() -> None:
    profile = {"region": "not-in-belgium-yet", "document_inventory": {"has_NN": True, "has_id_card": "no"}}
    assert context_for(["commune_nis5", "region"], profile) == {"region": "not-in-belgium-yet"}
    assert context_for(["document_inventory.has_NN"], profile) == {"document_inventory": {"has_NN": True}}


def test_until_when_a_document_is_valid_is_asked_of_those_who_have_it() -> None:
    profile = {"document_inventory": {"has_id_card": "yes", "has_work_permit": False}}
    fields = [each.field for each in questions_about(["document_inventory"], profile)]
    assert "document_inventory.validity_end_id_card" in fields
    assert "document_inventory.has_id_card" not in fields
    assert "document_inventory.validity_end_work_permit" not in fields
    assert "document_inventory.validity_end_residence_card" not in fields


@requirement("R-FORM-05")
def test_what_a_procedure_asks_comes_out_of_its_inputs() -> None:
    told = {each["name"]: input_question(each) for each in skills()["nationality-application"]["inputs"]}
    assert told["route"].field == "inputs.route"
    assert told["route"].ask == "The route that seems to fit you"
    assert parse(told["route"], "Married to a Belgian") == "1.3-spouse-of-belgian"
    assert parse(told["birth_country"], "Marokko") == "ma"
    assert parse(told["residence_uninterrupted"], "ja") is True
    assert parse(told["years_legal_residence"], "5.5") == 5.5
    stays = input_question(skills()["nationality-residence-clock"]["inputs"][1])
    assert stays.type == "row_list"
    assert parse(stays, "[]") == []


@pytest.mark.parametrize(
    ("kind", "said", "value"),
    [
        ("date", "2026-05-31", "2026-05-31"),
        ("document_artefact", "yes", "held"),
        ("document_artefact", "not yet", "to-obtain"),
        ("document_artefact", "not-sure", "not-sure"),
        ("text", "diploma of a university", "diploma of a university"),
        ("string", "a", "a"),
        ("number", "2,5", 2.5),
    ],
)
def test_an_input_is_read_by_its_kind(kind: str, said: str, value: Any) -> None:
    assert parse(input_question({"name": "x", "type": kind}), said) == value


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("date", "31/05/2026"),
        ("document_artefact", "somewhere"),
        ("text", ""),
        ("text", "a\nb"),
        ("number", "x"),
    ],
)
def test_an_input_that_cannot_be_read_is_refused(kind: str, said: str) -> None:
    with pytest.raises(Refused):
        parse(input_question({"name": "x", "type": kind}), said)


def test_options_and_labels_may_be_plain() -> None:
    plain = input_question(
        {"name": "x", "type": "single_choice", "label": "Which?", "options": ["a-card", "b-card"]}
    )
    assert (plain.ask, parse(plain, "A card")) == ("Which?", "a-card")
    assert input_question({"name": "x", "type": "text", "label": {"fr": "Quoi ?"}}).ask == "Quoi ?"


def test_numbers_have_an_end_and_words_of_a_profile_hold_no_numbers() -> None:
    columns = {column.field: column for column in question_for("employment_history", {}).columns}
    with pytest.raises(Refused):
        parse(columns["days_per_week"], "8")
    with pytest.raises(Refused):
        parse(question_for("residency_history", {}).columns[2], "B1234567")
    with pytest.raises(Refused):
        parse_answer("conversation_language", "x" * 33)


def test_every_input_of_the_corpus_is_a_question() -> None:
    for skill in skills().values():
        for each in skill.get("inputs", ()):
            assert input_question(each).ask
