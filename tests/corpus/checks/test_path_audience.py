"""path-audience: audience hints exist and agree with the predicates."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import path_audience
from tests.factories.corpora import COMMUNES, PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DESK, assert_warned, line_at, with_value
from tests.requirement import requirement

AUDIENCE = f"{DESK}/audience"
PREDICATE = f"{AUDIENCE}/predicates/0"


def with_predicate(files: Files, field: str, op: str, value: object) -> Files:
    return with_value(files, PREDICATE, {"field": field, "op": op, "value": value})


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_audience.check)


@requirement("R-SRC-01")
@pytest.mark.parametrize(
    ("name", "says"), [("99999", "no commune `99999`"), ("all-of-them", "no group of communes")]
)
def test_a_commune_or_group_that_does_not_exist_is_caught_at_its_line(name: str, says: str) -> None:
    files = with_value(Files.valid(), f"{AUDIENCE}/communes/-", name)
    assert_caught(files, path_audience.check, PATHS, line_at(files, f"{AUDIENCE}/communes/1"), says=says)


def test_codes_and_groups_that_exist_are_clean() -> None:
    files = with_value(Files.valid(), f"{AUDIENCE}/communes", ["21009", "11001", "all-19-rbc-communes"])
    assert_clean(files, path_audience.check)


@requirement("R-SRC-01")
@pytest.mark.parametrize(("op", "tail"), [("eq", ""), ("in", "/0")])
def test_a_region_that_the_hints_leave_out_is_a_warning_at_the_predicate(op: str, tail: str) -> None:
    value = "Flanders" if op == "eq" else ["Flanders", "Brussels-Capital"]
    files = with_predicate(Files.valid(), "user.region", op, value)
    finding = assert_warned(
        files, path_audience.check, PATHS, line_at(files, f"{PREDICATE}/value{tail}"), says="Flanders"
    )
    assert "flanders" in finding.remedy


def test_german_speaking_communes_count_as_walloon() -> None:
    files = with_predicate(Files.valid(), "user.region", "eq", "German-speaking-community")
    assert_warned(files, path_audience.check, PATHS, line_at(files, f"{PREDICATE}/value"))
    assert_clean(with_value(files, f"{AUDIENCE}/regions", ["wallonia"]), path_audience.check)


@pytest.mark.parametrize("value", ["not-in-belgium-yet", "nowhere", 7, None])
def test_values_without_a_region_have_no_hint_to_miss(value: object) -> None:
    assert_clean(with_predicate(Files.valid(), "user.region", "eq", value), path_audience.check)


def test_no_hint_at_all_means_everywhere() -> None:
    files = with_predicate(Files.valid(), "user.region", "eq", "Flanders")
    assert_clean(with_value(files, f"{AUDIENCE}/regions", []), path_audience.check)
    files = with_predicate(Files.valid(), "user.commune_nis5", "eq", "11001")
    assert_clean(with_value(files, f"{AUDIENCE}/communes", []), path_audience.check)


@requirement("R-SRC-01")
def test_a_commune_that_the_hints_leave_out_is_a_warning() -> None:
    files = with_predicate(Files.valid(), "user.commune_nis5", "in", ["21009", "11001"])
    assert_warned(files, path_audience.check, PATHS, line_at(files, f"{PREDICATE}/value/1"), says="11001")


def test_a_commune_that_a_code_or_a_group_covers_is_clean() -> None:
    files = with_predicate(Files.valid(), "user.commune_nis5", "eq", "21009")
    assert_clean(files, path_audience.check)
    assert_clean(with_value(files, f"{AUDIENCE}/communes", ["21009"]), path_audience.check)


@pytest.mark.parametrize("op", ["exists", "gte", "neq", 7])
def test_other_operators_admit_no_region_by_name(op: str) -> None:
    assert_clean(with_predicate(Files.valid(), "user.region", op, "Flanders"), path_audience.check)


def test_a_missing_list_of_communes_is_reported_as_a_file_and_not_here() -> None:
    files = with_value(Files.valid(), f"{AUDIENCE}/communes", ["99999"])
    assert_clean(files.without(COMMUNES), path_audience.check)


@pytest.mark.parametrize("value", [7, None, ["No Group"], [7], {}])
def test_what_the_schema_refuses_is_not_reported_again(value: object) -> None:
    assert_clean(with_value(Files.valid(), f"{AUDIENCE}/communes", value), path_audience.check)
    assert_clean(with_value(Files.valid(), AUDIENCE, value), path_audience.check)
