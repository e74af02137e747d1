"""Predicates over a profile: all must hold, and what the profile does not say does not."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import becivic
from becivic.corpus.directory import Source
from becivic.corpus.eligibility import eligible_sources, holds, is_eligible, years_legal_residence
from becivic.corpus.fields import Fields
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


def source(*predicates: object, **fields: object) -> Source:
    return Source(Fields({"audience": {"predicates": list(predicates)}, **fields}))


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
    assert is_eligible(PROFILE, source(each), TODAY)


@requirement("R-PRED-01")
@pytest.mark.parametrize("each", FAILING, ids=str)
def test_a_predicate_that_is_not_true_or_cannot_be_read_does_not_hold(each: dict[str, object]) -> None:
    assert not is_eligible(PROFILE, source(each), TODAY)


@requirement("R-PRED-02")
def test_all_predicates_must_hold_and_none_is_enough() -> None:
    assert is_eligible(PROFILE, source(), TODAY)
    assert is_eligible(PROFILE, source(*HOLDING), TODAY)
    assert not is_eligible(PROFILE, source(*HOLDING, FAILING[0]), TODAY)


def test_an_answer_of_false_or_zero_is_an_answer() -> None:
    assert holds(Fields(predicate("user.a", "exists", True)), {"a": 0})
    assert holds(Fields(predicate("user.a", "exists", True)), {"a": False})
    assert not holds(Fields(predicate("user.a", "exists", True)), {"a": None})


@pytest.mark.parametrize("audience", [None, {}, {"predicates": "all"}, {"predicates": ["user.region"]}])
def test_a_source_whose_predicates_cannot_be_read_is_open_to_nobody(audience: object) -> None:
    assert not is_eligible(PROFILE, Source(Fields({"audience": audience})), TODAY)


@requirement("R-PRED-04", "R-TEST-04")
def test_ordinary_sources_come_by_falling_priority_then_fallbacks_and_never_an_ineligible_one() -> None:
    listed = [
        source(id="last-resort", priority=99, fallback_only=True),
        source(id="low", priority=10),
        source(FAILING[0], id="closed", priority=100),
        source(id="without-priority"),
        source(id="first-of-two", priority=50, fallback_only=False),
        source(id="second-of-two", priority=50),
        source(id="last-of-all", priority=1, fallback_only=True),
    ]
    assert [each.id for each in eligible_sources(PROFILE, listed, TODAY)] == [
        "first-of-two",
        "second-of-two",
        "low",
        "without-priority",
        "last-resort",
        "last-of-all",
    ]


@requirement("R-PRED-05")
def test_nothing_of_the_service_evaluates_a_profile() -> None:
    imports = re.compile(r"^(from|import) .*\beligibility\b", re.MULTILINE)
    files = Path(becivic.__file__).parent.rglob("*.py")
    assert [file.name for file in files if imports.search(file.read_text(encoding="utf-8"))] == []


@requirement("R-PRED-03")
@pytest.mark.parametrize(
    ("history", "years"),
    [
        ([], None),
        ([{"start": "2020-11", "end": "current"}], 6.0),
        ([{"start": "2020-11", "end": "2027-11"}], 6.0),
        ([{"start": "2024-05", "end": "2025-04"}, {"start": "2025-05", "end": "current"}], 2.5),
        ([{"start": "2025-05", "end": "current"}, {"start": "2024-05", "end": "2025-07"}], 2.5),
        ([{"start": "2010-01", "end": "2025-03"}, {"start": "2025-05", "end": "current"}], 1.5),
        ([{"start": "2010-01", "end": "2026-10"}], 0.0),
        ([{"start": "2026-12", "end": "current"}], 0.0),
        ([{"start": "2020-11"}], None),
        ([{"start": "2020-11-01", "end": "current"}], None),
        (["2020-11"], None),
        ("2020-11", None),
    ],
)
def test_years_of_residence_count_back_from_today_to_the_last_break(
    history: object, years: float | None
) -> None:
    assert years_legal_residence({"residency_history": history}, TODAY) == years
