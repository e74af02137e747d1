"""path-predicates: predicates fit the axes of a profile."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.corpus.checks import path_predicates
from becivic.rules.axes import AXES
from becivic.rules.routes import COMPUTED_PREDICATE_FIELDS, PREDICATE_FIELD_HINTS, PREDICATE_FIELDS
from tests.factories.corpora import COMMUNES, PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import PORTAL, line_at, with_value
from tests.requirement import requirement

PREDICATE = f"{PORTAL}/audience/predicates/0"
GOOD: dict[str, Any] = {
    "user.region": "German-speaking-community",
    "user.commune_nis5": "21009",
    "user.administration_language": "NL",
    "user.civic_status": "cohabitant-legal",
    "user.nationality_status": "non-EU",
    "user.residency_status": "EU-citizen",
    "user.dependents.minor_children_count": 2,
    "user.dependents.adult_dependents_count": 0,
    "user.dependents.spouse_abroad": False,
    "user.document_inventory.has_id_card": "not-yet-waiting",
    "user.document_inventory.has_residence_card": True,
    "user.document_inventory.has_work_permit": True,
    "user.document_inventory.has_NN": True,
    "user.document_inventory.has_passport_BE": True,
    "user.document_inventory.has_passport_other": True,
    "user.active_procedures": "demo-application",
    "user.transitions_in_progress": "moving",
    "user.years_legal_residence": 4.5,
}


def with_predicate(field: str, op: str, value: object) -> Files:
    return with_value(Files.valid(), PREDICATE, {"field": field, "op": op, "value": value})


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_predicates.check)


@requirement("R-PRED-03")
def test_the_axes_are_the_seventeen_and_the_computed_one() -> None:
    assert list(GOOD) == [*PREDICATE_FIELDS, *COMPUTED_PREDICATE_FIELDS]
    assert [f"user.{name}" for name in AXES] == list(GOOD)


@requirement("R-PRED-01", "R-PRED-03")
@pytest.mark.parametrize("field", GOOD)
def test_every_axis_takes_its_own_values_with_every_operator_that_fits(field: str) -> None:
    assert_clean(with_predicate(field, "eq", GOOD[field]), path_predicates.check)
    assert_clean(with_predicate(field, "in", [GOOD[field]]), path_predicates.check)
    assert_clean(with_predicate(field, "exists", True), path_predicates.check)


@requirement("R-PRED-03")
@pytest.mark.parametrize(
    "field", ["user.shoe_size", "user.document_inventory.has_hat", "user.residency_history"]
)
def test_an_axis_that_profiles_do_not_have_is_caught_at_the_field(field: str) -> None:
    files = with_predicate(field, "eq", "x")
    finding = assert_caught(files, path_predicates.check, PATHS, line_at(files, f"{PREDICATE}/field"))
    assert "user.region" in finding.remedy


@requirement("R-PRED-03")
@pytest.mark.parametrize(("old", "new"), PREDICATE_FIELD_HINTS.items())
def test_an_older_name_is_caught_with_the_right_one(old: str, new: str) -> None:
    files = with_predicate(old, "eq", "yes")
    finding = assert_caught(
        files, path_predicates.check, PATHS, line_at(files, f"{PREDICATE}/field"), says=old
    )
    assert finding.remedy == f"Use {new}."


@requirement("R-PRED-01", "R-PRED-03")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("user.region", "brussels"),
        ("user.commune_nis5", 21009),
        ("user.commune_nis5", "ixelles"),
        ("user.administration_language", "nl"),
        ("user.civic_status", "complicated"),
        ("user.nationality_status", "us"),
        ("user.residency_status", True),
        ("user.document_inventory.has_id_card", True),
        ("user.document_inventory.has_NN", "yes"),
        ("user.dependents.spouse_abroad", 1),
        ("user.dependents.minor_children_count", "2"),
        ("user.dependents.minor_children_count", -1),
        ("user.dependents.minor_children_count", 1.5),
        ("user.dependents.minor_children_count", True),
        ("user.years_legal_residence", True),
        ("user.years_legal_residence", "5"),
        ("user.years_legal_residence", -1),
        ("user.active_procedures", 7),
        ("user.active_procedures", ""),
    ],
)
def test_a_value_that_the_axis_does_not_take_is_caught_at_the_value(field: str, value: object) -> None:
    files = with_predicate(field, "eq", value)
    assert_caught(files, path_predicates.check, PATHS, line_at(files, f"{PREDICATE}/value"), says=field)


@requirement("R-PRED-01")
def test_in_a_list_the_wrong_value_is_caught_at_its_own_line() -> None:
    files = with_predicate("user.region", "in", ["Flanders", "wallonia"])
    finding = assert_caught(files, path_predicates.check, PATHS, line_at(files, f"{PREDICATE}/value/1"))
    assert "Wallonia" in finding.remedy


@requirement("R-PRED-03")
def test_a_commune_that_does_not_exist_is_caught() -> None:
    files = with_predicate("user.commune_nis5", "in", ["21009", "99999"])
    assert_caught(files, path_predicates.check, PATHS, line_at(files, f"{PREDICATE}/value/1"), says="99999")


def test_a_missing_list_of_communes_is_reported_as_a_file_and_not_here() -> None:
    files = with_predicate("user.commune_nis5", "eq", "99999")
    assert_clean(files.without(COMMUNES), path_predicates.check)


@requirement("R-PRED-01")
@pytest.mark.parametrize("op", ["gte", "lte"])
def test_an_order_is_for_numbers_only(op: str) -> None:
    assert_clean(with_predicate("user.years_legal_residence", op, 5), path_predicates.check)
    assert_clean(with_predicate("user.dependents.minor_children_count", op, 1), path_predicates.check)
    files = with_predicate("user.region", op, "2026-01")
    assert_caught(files, path_predicates.check, PATHS, line_at(files, f"{PREDICATE}/op"), says=op)


@requirement("R-PRED-01")
def test_a_number_of_years_is_not_compared_with_a_date() -> None:
    files = with_predicate("user.years_legal_residence", "gte", "2026-01-01")
    assert_caught(files, path_predicates.check, PATHS, line_at(files, f"{PREDICATE}/value"))


@pytest.mark.parametrize(
    ("op", "value"),
    [("eq", ["x"]), ("eq", {}), ("eq", None), ("in", "x"), ("in", None), ("neq", "x"), (7, "x"), ([], "x")],
)
def test_shapes_that_the_schema_refuses_are_not_reported_again(op: str, value: object) -> None:
    assert_clean(with_predicate("user.region", op, value), path_predicates.check)


@pytest.mark.parametrize("predicate", [7, [], {}, {"field": 7}, {"field": "region"}])
def test_predicates_of_any_shape_never_stop_the_rule(predicate: object) -> None:
    assert_clean(with_value(Files.valid(), PREDICATE, predicate), path_predicates.check)
