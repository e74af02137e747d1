"""fm-types: types of inputs and outputs come from schemas/types.json."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import fm_schema, fm_types
from becivic.rules.skills import IoType
from tests.factories.corpora import APPLICATION, CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

TYPES = "schemas/types.json"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_types.check)


@requirement("R-FM-11")
@pytest.mark.parametrize("name", list(IoType))
def test_every_type_of_the_law_is_known(name: IoType) -> None:
    files = Files.valid().replaced(APPLICATION, "    type: bool", f"    type: {name}")
    assert_clean(files.replaced(APPLICATION, "    type: number", f"    type: {name}"), fm_types.check)


@requirement("R-FM-11")
@pytest.mark.parametrize("new", ["    type: colour", "    type: 3", "    type: [number]"])
def test_an_unknown_type_of_an_input_is_caught_at_its_line(new: str) -> None:
    files = Files.valid().replaced(APPLICATION, "    type: number", new)
    assert_caught(files, fm_types.check, APPLICATION, files.line_of(APPLICATION, new), says="/inputs/0")


@requirement("R-FM-11")
def test_an_input_may_be_a_form_field_and_an_output_may_not() -> None:
    assert_clean(Files.valid().replaced(APPLICATION, "    type: commune", "    type: yes_no"), fm_types.check)
    files = Files.valid().replaced(CLOCK, "    type: number", "    type: yes_no")
    line = files.line_of(CLOCK, "    type: yes_no")
    assert_caught(files, fm_types.check, CLOCK, line, says="/outputs/0")


@requirement("R-FM-11")
def test_a_type_added_to_the_list_may_be_used_at_once() -> None:
    files = Files.valid().replaced(
        TYPES, '"io_types": {', '"io_types": {\n    "colour": {\n      "description": "A colour."\n    },'
    )
    files = files.replaced(CLOCK, "    type: number", "    type: colour")
    assert files.findings([fm_types.check, fm_schema.check]) == []


@requirement("R-FM-11")
def test_without_the_list_the_law_holds() -> None:
    files = Files.valid().without(TYPES)
    assert_clean(files, fm_types.check)
    files = files.replaced(CLOCK, "    type: number", "    type: colour")
    assert_caught(files, fm_types.check, CLOCK, files.line_of(CLOCK, "    type: colour"))


def test_a_missing_type_is_the_schemas_to_report() -> None:
    files = Files.valid().replaced(CLOCK, "    type: number\n", "")
    assert_clean(files, fm_types.check)
