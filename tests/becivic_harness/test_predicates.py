"""Predicates over a profile: yes, no, or unknown. All must hold, and what the profile does not say does not."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import becivic
from becivic_harness.predicate_holds import holds
from becivic_harness.predicates import Truth, applicability, eligibility, truth
from becivic_harness.profile_axes import AXES, RULED_OUT
from tests.factories.walks import answers_to, predicates, profiles, with_answer
from tests.requirement import requirement

TODAY = date(2026, 11, 15)

PROFILE: dict[str, Any] = {
    "region": "Wallonia",
    "dependents": {"minor_children_count": 0, "spouse_abroad": False},
    "document_inventory": {"validity_end_id_card": "2027-05"},
    "active_procedures": ["nationality-application", "moving-house"],
    "transitions_in_progress": [],
    "residency_history": [{"start": "2020-11", "end": "current"}],
}


def predicate(field: object, op: object, value: object) -> dict[str, object]:
    return {"field": field, "op": op, "value": value}


def source(*predicates: object, **fields: object) -> dict[str, Any]:
    return {"audience": {"predicates": list(predicates)}, **fields}


def is_eligible(profile: dict[str, Any], each: dict[str, Any]) -> bool:
    return eligibility(each, profile, TODAY).truth is Truth.YES


HOLDING = [
    predicate("user.region", "eq", "Wallonia"),
    predicate("user.region", "in", ["Flanders", "Wallonia"]),
    predicate("user.region", "exists", True),
    predicate("user.dependents.minor_children_count", "eq", 0),
    predicate("user.dependents.minor_children_count", "gte", 0),
    predicate("user.dependents.minor_children_count", "lte", 0.5),
    predicate("user.dependents.spouse_abroad", "eq", False),
    predicate("user.dependents.spouse_abroad", "exists", True),
    predicate("user.active_procedures", "eq", "moving-house"),
    predicate("user.active_procedures", "in", ["moving-house", "marriage"]),
    predicate("user.document_inventory.validity_end_id_card", "gte", "2027-05-20"),
    predicate("user.document_inventory.validity_end_id_card", "lte", "2027-05"),
    predicate("user.years_legal_residence", "gte", 6),
]

FAILING = [
    predicate("user.region", "eq", "Flanders"),
    predicate("user.region", "in", ["Flanders"]),
    predicate("user.region", "in", "Wallonia"),
    predicate("user.region", "exists", False),
    predicate("user.region", "not", "Flanders"),
    predicate("user.region", 1, "Wallonia"),
    predicate("user.civic_status", "exists", True),
    predicate("user.civic_status", "eq", None),
    predicate("user.dependents.minor_children_count", "eq", False),
    predicate("user.dependents.spouse_abroad", "eq", 0),
    predicate("user.dependents.spouse_abroad", "gte", 0),
    predicate("user.dependents.minor_children_count", "lte", True),
    predicate("user.dependents.minor_children_count", "gte", 1),
    predicate("user.dependents.minor_children_count", "gte", "0"),
    predicate("user.region.deeper", "exists", True),
    predicate("user.document_inventory.validity_end_id_card", "gte", "2027-06"),
    predicate("user.document_inventory.validity_end_id_card", "gte", "soon"),
    predicate("user.region", "lte", "2027-06"),
    predicate("user.active_procedures", "eq", "marriage"),
    predicate("user.transitions_in_progress", "eq", "divorce"),
    predicate("user.years_legal_residence", "gte", 6.1),
    predicate("user", "exists", True),
    predicate("region", "eq", "Wallonia"),
    predicate(None, "eq", "Wallonia"),
]


@requirement("R-PRED-01")
@pytest.mark.parametrize("each", HOLDING, ids=str)
def test_a_predicate_that_is_true_of_the_profile_holds(each: dict[str, object]) -> None:
    assert is_eligible(PROFILE, source(each))


@requirement("R-PRED-01")
@pytest.mark.parametrize("each", FAILING, ids=str)
def test_a_predicate_that_is_not_true_or_cannot_be_read_does_not_hold(each: dict[str, object]) -> None:
    assert not is_eligible(PROFILE, source(each))


@requirement("R-PRED-02")
def test_all_predicates_must_hold_and_none_is_enough() -> None:
    assert is_eligible(PROFILE, source())
    assert is_eligible(PROFILE, source(*HOLDING))
    assert not is_eligible(PROFILE, source(*HOLDING, FAILING[0]))


def test_an_answer_of_false_or_zero_is_an_answer() -> None:
    assert holds(predicate("user.a", "exists", True), {"a": 0})
    assert holds(predicate("user.a", "exists", True), {"a": False})
    assert not holds(predicate("user.a", "exists", True), {"a": None})


@pytest.mark.parametrize("audience", [None, {}, {"predicates": "all"}, {"predicates": ["user.region"]}])
def test_a_source_whose_predicates_cannot_be_read_is_open_to_nobody(audience: object) -> None:
    assert not is_eligible(PROFILE, {"audience": audience})


@requirement("R-PRED-05")
def test_nothing_of_the_service_evaluates_a_profile() -> None:
    imports = re.compile(r"^\s*(from|import) becivic_harness\b", re.MULTILINE)
    files = list(Path(becivic.__file__).parent.rglob("*.py"))
    assert files
    assert [file.name for file in files if imports.search(file.read_text(encoding="utf-8"))] == []


UNKNOWN = [
    (predicate("user.civic_status", "eq", "married"), {}),
    (predicate("user.civic_status", "exists", True), {}),
    (predicate("user.commune_nis5", "exists", True), {}),
    (predicate("user.commune_nis5", "in", ["21009"]), {"region": "Brussels-Capital"}),
    (predicate("user.dependents.minor_children_count", "gte", 1), {"dependents": {"spouse_abroad": True}}),
    (predicate("user.dependents.minor_children_count", "eq", 1.0), {}),
    (predicate("user.dependents.minor_children_count", "gte", 1), {"dependents": "two"}),
    (
        predicate("user.dependents.minor_children_count", "gte", 1),
        {"dependents": {"minor_children_count": "two"}},
    ),
    (
        predicate("user.document_inventory.has_id_card", "eq", "yes"),
        {"document_inventory": {"has_id_card": "not-sure"}},
    ),
    (
        predicate("user.document_inventory.has_id_card", "in", ["no"]),
        {"document_inventory": {"has_id_card": "not-sure"}},
    ),
    (predicate("user.document_inventory.has_work_permit", "eq", True), {"document_inventory": {}}),
    (predicate("user.document_inventory.validity_end_id_card", "gte", "2027-01"), {"document_inventory": {}}),
    (predicate("user.active_procedures", "eq", "moving-house"), {}),
    (predicate("user.active_procedures", "eq", "moving-house"), {"active_procedures": "marriage"}),
    (predicate("user.region", "eq", "Wallonia"), {"region": "Gallia"}),
    (predicate("user.years_legal_residence", "gte", 5), {}),
    (predicate("user.years_legal_residence", "exists", True), {"residency_history": []}),
    (predicate("user.years_legal_residence", "gte", 5), {"residency_history": [{"start": "2020-11"}]}),
    (
        predicate("user.years_legal_residence", "gte", 5),
        {"residency_history": [{"start": "2010-01"}, {"start": "2025-05", "end": "current"}]},
    ),
    (predicate("user.years_legal_residence", "eq", 6), {"residency_history": [{"start": "2010-01"}]}),
    (
        predicate("user.years_legal_residence", "lte", 5),
        {"residency_history": [{"start": "2010-01"}, {"start": "2025-05", "end": "current"}]},
    ),
    (
        predicate("user.years_legal_residence", "in", [1.5, 16 + 10 / 12]),
        {"residency_history": [{"start": "2010-01"}, {"start": "2025-05", "end": "current"}]},
    ),
]

NEVER = [
    (predicate("user.civic_status", "eq", "complicated"), {}),
    (predicate("user.region", "eq", "brussels"), {}),
    (predicate("user.region", "gte", 3), {}),
    (predicate("user.dependents.minor_children_count", "gte", 31), {}),
    (predicate("user.dependents.minor_children_count", "lte", -1), {}),
    (predicate("user.dependents.spouse_abroad", "eq", "yes"), {}),
    (predicate("user.civil_status", "eq", "married"), {}),
    (predicate("user.civic_status", "exists", False), {}),
    (predicate("user.commune_nis5", "eq", "21009"), {"region": "not-in-belgium-yet"}),
    (
        predicate("user.document_inventory.validity_end_id_card", "gte", "2027-01"),
        {"document_inventory": {"has_id_card": "not-yet-waiting"}},
    ),
    (
        predicate("user.document_inventory.validity_end_work_permit", "exists", True),
        {"document_inventory": {"has_work_permit": False}},
    ),
    (predicate("user.active_procedures", "eq", "moving-house"), {"active_procedures": []}),
    (predicate("user.years_legal_residence", "gte", 10), {"residency_history": [{"start": "2024-01"}]}),
    (
        predicate("user.years_legal_residence", "gte", 10),
        {"residency_history": [{"start": "2024-01", "end": "soon"}]},
    ),
    (
        predicate("user.years_legal_residence", "lte", 5),
        {"residency_history": [{"start": "2010-01", "end": "current"}]},
    ),
    (predicate("user.years_legal_residence", "gte", "five"), {}),
]


@requirement("R-PRED-01")
@pytest.mark.parametrize(("each", "profile"), UNKNOWN, ids=str)
def test_what_one_more_answer_could_make_true_is_unknown(
    each: dict[str, Any], profile: dict[str, Any]
) -> None:
    assert truth(each, profile, TODAY) is Truth.UNKNOWN


@requirement("R-PRED-01")
@pytest.mark.parametrize(("each", "profile"), NEVER, ids=str)
def test_what_no_answer_could_make_true_is_a_no_and_is_not_asked_about(
    each: dict[str, Any], profile: dict[str, Any]
) -> None:
    assert truth(each, profile, TODAY) is Truth.NO
    assert eligibility(source(each), profile, TODAY).ask == ()


def test_being_unsure_of_a_card_is_an_answer_where_the_source_takes_it_for_one() -> None:
    unsure = {"document_inventory": {"has_id_card": "not-sure"}}
    without = predicate("user.document_inventory.has_id_card", "in", ["no", "not-yet-waiting", "not-sure"])
    assert truth(without, unsure, TODAY) is Truth.YES


def test_one_no_outweighs_what_is_unknown_and_names_what_closes_the_source() -> None:
    closed = predicate("user.region", "eq", "Flanders")
    found = eligibility(source(predicate("user.civic_status", "eq", "single"), closed), PROFILE, TODAY)
    assert (found.truth, found.ask, found.closed_by) == (Truth.NO, (), (closed,))


def test_an_unknown_names_every_field_once_and_the_history_behind_the_years() -> None:
    found = eligibility(
        source(
            predicate("user.years_legal_residence", "gte", 5),
            predicate("user.civic_status", "eq", "single"),
            predicate("user.civic_status", "exists", True),
        ),
        {},
        TODAY,
    )
    assert found.truth is Truth.UNKNOWN
    assert found.ask == ("residency_history", "civic_status")


@pytest.mark.parametrize(
    ("applies_to", "expected"),
    [
        ({"audience_summary": "anyone"}, Truth.YES),
        ({"region": ["Wallonia", "Flanders"]}, Truth.YES),
        ({"region": "Wallonia"}, Truth.YES),
        ({"region": ["Flanders"]}, Truth.NO),
        ({"civic_status": ["married"]}, Truth.UNKNOWN),
        ({"civic_status": ["married"], "region": ["Flanders"]}, Truth.NO),
        ({"dependents.minor_children_count": [1, 2]}, Truth.NO),
        ({"years_legal_residence": [3]}, Truth.UNKNOWN),
        ({"civil_status": ["married"]}, Truth.UNKNOWN),
        ({"region": ["wallonia"]}, Truth.UNKNOWN),
        ({"transitions_in_progress": ["divorce"]}, Truth.NO),
    ],
)
@requirement("R-TRAV-02")
def test_only_a_definite_mismatch_leaves_somebody_out_of_a_path(
    applies_to: dict[str, Any], expected: Truth
) -> None:
    assert applicability({"applies_to": applies_to}, PROFILE, TODAY).truth is expected


@requirement("R-TRAV-02")
@pytest.mark.parametrize("path", [{}, {"applies_to": None}, {"applies_to": "all"}])
def test_a_path_that_does_not_say_whom_it_is_for_is_for_everybody(path: dict[str, Any]) -> None:
    assert applicability(path, PROFILE, TODAY).truth is Truth.YES


@given(predicates(), profiles())
def test_every_unknown_can_be_answered_with_a_yes_and_names_what_to_ask(
    each: dict[str, Any], profile: dict[str, Any]
) -> None:
    found = eligibility(source(each), profile, TODAY)
    if found.truth is Truth.UNKNOWN:
        (name,) = found.ask
        opening = [
            answer
            for answer in _answers(name, each["value"])
            if is_eligible(with_answer(profile, name, answer), source(each))
        ]
        assert opening


@given(predicates(), profiles(), st.data())
def test_a_no_stays_a_no_whatever_is_added_to_the_profile(
    each: dict[str, Any], profile: dict[str, Any], data: st.DataObject
) -> None:
    if eligibility(source(each), profile, TODAY).truth is not Truth.NO:
        return
    name = data.draw(st.sampled_from(sorted(AXES)))
    outer, _, inner = name.rpartition(".")
    if inner in (profile.get(outer, {}) if outer else profile) or name in RULED_OUT:
        return  # it is said already, or another answer leaves it empty
    more = with_answer(profile, name, data.draw(answers_to(AXES[name])))
    assert not is_eligible(more, source(each))


def _answers(name: str, wanted: Any) -> list[Any]:
    """Answers of every kind that a person could give, those the predicate names among them."""
    if name == "residency_history":
        return [[{"start": start, "end": "current"}] for start in ("1980-01", "2020-11", "2026-11")]
    named = wanted if isinstance(wanted, list) else [wanted]
    return [
        *AXES[name].values,
        True,
        False,
        *named,
        *([each] for each in named),
        0,
        4,
        "2025-01",
        "2030-12",
        "21009",
        [],
    ]
