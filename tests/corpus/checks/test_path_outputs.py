"""path-outputs: a path for a submission puts out a document."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import path_outputs
from becivic.rules.routes import Purpose
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DEMO, line_at, with_value, without_value
from tests.requirement import requirement

OUTPUTS = f"{DEMO}/outputs"
TYPES = "schemas/types.json"
NUMBER = {"name": "amount", "type": "number"}


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_outputs.check)


@requirement("R-PATH-04")
@pytest.mark.parametrize("outputs", [[], [NUMBER]])
def test_a_submission_without_a_document_is_caught_at_the_outputs(outputs: list[object]) -> None:
    files = with_value(Files.valid(), OUTPUTS, outputs)
    assert_caught(files, path_outputs.check, PATHS, line_at(files, OUTPUTS), says="document_artefact")


@requirement("R-PATH-04")
@pytest.mark.parametrize("purpose", [each for each in Purpose if each is not Purpose.SUBMISSION])
def test_every_other_purpose_may_do_without_a_document(purpose: Purpose) -> None:
    files = with_value(Files.valid(), f"{DEMO}/purpose", purpose.value)
    assert_clean(with_value(files, OUTPUTS, []), path_outputs.check)
    assert_clean(with_value(files, OUTPUTS, [NUMBER]), path_outputs.check)


@requirement("R-PATH-04")
def test_a_type_that_types_json_does_not_list_is_caught_at_the_type() -> None:
    files = with_value(Files.valid(), f"{OUTPUTS}/-", NUMBER)
    assert_clean(files, path_outputs.check)
    files = without_value(files, "/io_types/number", TYPES)
    assert_caught(files, path_outputs.check, PATHS, line_at(files, f"{OUTPUTS}/1/type"), says="`number`")


def test_without_types_json_the_types_of_the_law_hold() -> None:
    files = with_value(Files.valid(), f"{OUTPUTS}/-", NUMBER)
    assert_clean(files.without(TYPES), path_outputs.check)


@pytest.mark.parametrize("value", ["painting", 7, None, []])
def test_what_the_schema_refuses_is_not_reported_again(value: object) -> None:
    files = with_value(Files.valid(), f"{OUTPUTS}/-", {"name": "amount", "type": value})
    assert_clean(files, path_outputs.check)
