"""Whom something is for: told in words, in the order in which ways are tried, and what is not known is asked."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic_harness.axis_words import clause
from becivic_harness.eligibility import applies, eligibility
from becivic_harness.predicates import Truth, truth
from becivic_harness.predicates import eligibility as judged
from tests.becivic_harness.profiles import PROFILES
from tests.becivic_harness.served import FIXTURES, paths, skills
from tests.factories.walks import eligible_sources
from tests.requirement import requirement

TODAY = date(2026, 11, 16)
CATALOGUE = paths()["paths"]
PEOPLE: dict[str, dict[str, Any]] = {
    file.stem: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted((FIXTURES / "starter-traversal/people").glob("*.json"))
}
ORDERS = json.loads((FIXTURES / "starter-traversal/orders.json").read_text(encoding="utf-8"))
CASES = [
    json.loads(file.read_text(encoding="utf-8"))
    for file in sorted((FIXTURES / "path-eligibility").glob("*.json"))
]
PREDICATES = [
    predicate
    for path in CATALOGUE.values()
    for source in path["sources"]
    for predicate in source["audience"]["predicates"]
] + [
    {"field": "user.years_legal_residence", "op": "gte", "value": 5},
    {"field": "user.dependents.minor_children_count", "op": "gte", "value": 1},
    {"field": "user.document_inventory.validity_end_id_card", "op": "lte", "value": "2027-01"},
    {"field": "user.document_inventory.has_id_card", "op": "eq", "value": "not-sure"},
    {"field": "user.transitions_in_progress", "op": "eq", "value": "divorce"},
    {"field": "user.commune_nis5", "op": "exists", "value": True},
    {"field": "nobody", "op": "eq", "value": 1},
    {"field": "user.region", "op": "near", "value": 1},
]


@requirement("R-PRED-01", "R-PRED-02", "R-PRED-04")
@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize("path", CATALOGUE)
def test_what_is_open_to_five_people_is_what_a_sensible_person_would_try_in_that_order(
    path: str, name: str
) -> None:
    found = eligibility(CATALOGUE[path], PEOPLE[name], TODAY)
    is_out = found.applies.answer == Truth.NO
    tried = [each.id for each in found.sources if each.verdict.answer == Truth.YES]
    assert ("not for them" if is_out else tried) == ORDERS[path][name]


@requirement("R-PRED-01", "R-PRED-02")
@pytest.mark.parametrize("case", CASES)
def test_the_cases_of_the_fixtures_come_out_as_expected(case: dict[str, Any]) -> None:
    found = eligibility(case["path"], case["profile"], TODAY)
    tried = [each.id for each in found.sources if each.verdict.answer == Truth.YES]
    assert (tried or "no-eligible-sources") == case["expected"]


@requirement("R-PRED-04")
@given(PROFILES)
@settings(deadline=None)
def test_what_is_told_to_be_open_is_what_a_walk_would_offer_in_the_same_order(
    profile: dict[str, Any],
) -> None:
    for path in CATALOGUE.values():
        told = eligibility(path, profile, TODAY).sources
        open_ones = [each.id for each in told if each.verdict.answer is Truth.YES]
        assert open_ones == [each.id for each in eligible_sources(profile, path, TODAY)]


@given(st.lists(st.sampled_from(PREDICATES), max_size=4), PROFILES, st.data())
@settings(deadline=None)
def test_to_know_more_never_turns_a_yes_or_a_no(
    predicates: list[dict[str, Any]], profile: dict[str, Any], data: st.DataObject
) -> None:
    left = {name: value for name, value in profile.items() if data.draw(st.booleans())}
    source = {"audience": {"predicates": predicates}}
    before, after = judged(source, left, TODAY).truth, judged(source, profile, TODAY).truth
    assert before in (Truth.UNKNOWN, after)


@pytest.mark.parametrize(
    ("profile", "field", "op", "value", "answer"),
    [
        (
            {"residency_history": [{"start": "2020-01", "end": "current"}]},
            "years_legal_residence",
            "gte",
            5,
            Truth.YES,
        ),
        (
            {"residency_history": [{"start": "2024-01", "end": "current"}]},
            "years_legal_residence",
            "gte",
            5,
            Truth.NO,
        ),
        (
            {
                "residency_history": [
                    {"start": "2018-01", "end": "2021-05"},
                    {"start": "2021-06", "end": "current"},
                ]
            },
            "years_legal_residence",
            "gte",
            8,
            Truth.YES,
        ),
        (
            {
                "residency_history": [
                    {"start": "2018-01", "end": "2021-05"},
                    {"start": "2022-06", "end": "current"},
                ]
            },
            "years_legal_residence",
            "gte",
            5,
            Truth.NO,
        ),
        ({"residency_history": [{"start": "2018-01"}]}, "years_legal_residence", "gte", 5, Truth.UNKNOWN),
        ({"residency_history": ["x"]}, "years_legal_residence", "gte", 5, Truth.UNKNOWN),
        ({}, "years_legal_residence", "gte", 5, Truth.UNKNOWN),
        ({"dependents": {"minor_children_count": 2}}, "dependents.minor_children_count", "lte", 1, Truth.NO),
        (
            {"dependents": {"minor_children_count": True}},
            "dependents.minor_children_count",
            "gte",
            1,
            Truth.UNKNOWN,
        ),
        (
            {"document_inventory": {"validity_end_id_card": "2027-01"}},
            "document_inventory.validity_end_id_card",
            "gte",
            "2026-12-31",
            Truth.YES,
        ),
        (
            {"document_inventory": {"has_id_card": "not-sure"}},
            "document_inventory.has_id_card",
            "eq",
            "yes",
            Truth.UNKNOWN,
        ),
        (
            {"document_inventory": {"has_id_card": "not-sure"}},
            "document_inventory.has_id_card",
            "in",
            ["no", "not-sure"],
            Truth.YES,
        ),
        ({"commune_nis5": "21015"}, "commune_nis5", "exists", True, Truth.YES),
        ({"commune_nis5": "21015"}, "commune_nis5", "exists", False, Truth.NO),
        ({"region": "Flanders"}, "region", ["eq"], "Flanders", Truth.NO),
        ({"region": "Flanders"}, "", "eq", "Flanders", Truth.NO),
        (
            {"transitions_in_progress": ["divorce", "address-change"]},
            "transitions_in_progress",
            "eq",
            "divorce",
            Truth.YES,
        ),
    ],
)
@requirement("R-PRED-01", "R-PRED-03")
def test_one_condition_at_a_time(
    profile: dict[str, Any], field: str, op: Any, value: Any, answer: Truth
) -> None:
    predicate = {"field": f"user.{field}", "op": op, "value": value}
    assert truth(predicate, profile, TODAY) is answer
    assert clause(predicate)


@requirement("R-PRED-05")
def test_what_is_unknown_comes_with_the_question_that_settles_it() -> None:
    found = eligibility(CATALOGUE["certificate-of-residence-history"], {"region": "Flanders"}, TODAY)
    told = {each.id: each.verdict for each in found.sources}
    open_one = told["mijn-burgerprofiel-flanders"]
    assert (open_one.answer, open_one.question and open_one.question.field) == (
        Truth.UNKNOWN,
        "document_inventory.has_id_card",
    )
    assert "you have a Belgian card with a chip" in open_one.why
    assert "Flanders" not in open_one.why
    closed = told["irisbox-residence-history"]
    assert (closed.answer, closed.question) == (Truth.NO, None)
    assert closed.why == "It is not for you: it is for you only if you live in Brussels."


@given(PROFILES)
@settings(deadline=None)
def test_every_unknown_source_has_a_question_about_something_the_profile_lacks(
    profile: dict[str, Any],
) -> None:
    for path in CATALOGUE.values():
        for each in eligibility(path, profile, TODAY).sources:
            if each.verdict.answer == Truth.UNKNOWN:
                assert each.verdict.question is not None


def test_a_source_that_does_not_say_for_whom_it_is_is_open_to_nobody() -> None:
    for audience in (None, {}, {"predicates": "all"}, {"predicates": [1]}):
        source = {"id": "one", "audience": audience, "priority": 1}
        assert eligibility({"id": "p", "sources": [source]}, {}, TODAY).sources[0].verdict.answer == Truth.NO


@requirement("R-TRAV-02")
def test_an_audience_leaves_out_only_those_it_is_known_not_to_be_for() -> None:
    page = skills()["nationality-application"]
    assert applies(page, {"residency_status": "registered"}, TODAY).answer == Truth.YES
    assert applies(page, {"residency_status": "asylum"}, TODAY).answer == Truth.NO
    assert applies(page, {}, TODAY).answer == Truth.UNKNOWN
    assert applies({"applies_to": None}, {}, TODAY).why == "It is open to everybody."


def test_regions_of_a_skill_are_those_of_a_profile_and_whoever_is_abroad_is_asked() -> None:
    page = {"applies_to": {"regions": ["wallonia"]}}
    answers = {
        region: applies(page, {"region": region}, TODAY).answer
        for region in ("Wallonia", "German-speaking-community", "Flanders", "not-in-belgium-yet")
    }
    assert answers == {
        "Wallonia": Truth.YES,
        "German-speaking-community": Truth.YES,
        "Flanders": Truth.NO,
        "not-in-belgium-yet": Truth.UNKNOWN,
    }


def test_every_condition_of_the_corpus_has_words() -> None:
    for path in CATALOGUE.values():
        for source in path["sources"]:
            for predicate in source["audience"]["predicates"]:
                assert "`" not in clause(predicate)


def test_the_answer_is_plain_json() -> None:
    for path in CATALOGUE.values():
        told = eligibility(path, {"region": "Flanders"}, TODAY).as_json()
        assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("odd", [[], {}, [["BE"]], None, 10**30])
@pytest.mark.parametrize("axis", ["residency_status", "region", "regions", "commune_nis5"])
def test_a_page_that_names_no_group_says_so_in_its_own_words(axis: str, odd: Any) -> None:
    page = {"id": "demo", "applies_to": {axis: ["registered", odd]}}
    assert eligibility(page, {"region": "Flanders"}, TODAY).as_json()["applies"]["why"]
