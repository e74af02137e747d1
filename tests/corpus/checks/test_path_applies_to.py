"""path-applies-to: a path's summary of its audience uses the axes of a profile."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import path_applies_to
from becivic.rules.routes import APPLIES_TO_KEYS
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DEMO, line_at, with_value
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_applies_to.check)


@requirement("R-PATH-05")
def test_a_key_that_is_no_axis_is_caught_at_its_line() -> None:
    files = with_value(Files.valid(), f"{DEMO}/applies_to/shoe_size", [44])
    finding = assert_caught(
        files, path_applies_to.check, PATHS, line_at(files, f"{DEMO}/applies_to/shoe_size")
    )
    assert "audience_summary" in finding.remedy
    assert all(key in finding.remedy for key in APPLIES_TO_KEYS)


@requirement("R-PATH-05")
@pytest.mark.parametrize(
    ("old", "new"),
    [("civil_status", "civic_status"), ("commune", "commune_nis5"), ("language", "administration_language")],
)
def test_an_older_name_is_caught_with_the_right_one(old: str, new: str) -> None:
    files = with_value(Files.valid(), f"{DEMO}/applies_to/{old}", ["x"])
    finding = assert_caught(
        files, path_applies_to.check, PATHS, line_at(files, f"{DEMO}/applies_to/{old}"), says=old
    )
    assert finding.remedy == f"Use {new}."


@requirement("R-PATH-05")
@pytest.mark.parametrize("value", [["maried"], "maried", ["married", 7]])
def test_a_value_that_the_axis_does_not_take_is_caught(value: object) -> None:
    files = with_value(Files.valid(), f"{DEMO}/applies_to/civic_status", value)
    line = line_at(files, f"{DEMO}/applies_to/civic_status")
    finding = assert_caught(files, path_applies_to.check, PATHS, line, says="civic_status")
    assert "married" in finding.remedy


@requirement("R-PATH-05")
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("civic_status", "married"),
        ("dependents.minor_children_count", 1),
        ("years_legal_residence", [5]),
        ("document_inventory.has_passport_BE", True),
    ],
)
def test_axes_with_their_values_are_clean(key: str, value: object) -> None:
    assert_clean(with_value(Files.valid(), f"{DEMO}/applies_to/{key}", value), path_applies_to.check)


@pytest.mark.parametrize("value", [None, {}, [None], [[]], []])
def test_shapes_that_the_schema_refuses_are_not_reported_again(value: object) -> None:
    assert_clean(with_value(Files.valid(), f"{DEMO}/applies_to/civic_status", value), path_applies_to.check)
    assert_clean(with_value(Files.valid(), f"{DEMO}/applies_to", value), path_applies_to.check)
