"""graph-types: inputs fit the outputs of required skills."""

from __future__ import annotations

from becivic.corpus.checks import graph_types
from tests.factories.corpora import APPLICATION, CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

INPUT = "  - name: years_waited\n    type: number\n"
LINE = Files.valid().line_of(APPLICATION, INPUT) + 1


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), graph_types.check)


@requirement("R-GRAPH-06", "R-CI-07")
def test_an_input_of_another_type_than_the_output_it_takes_is_caught_at_its_type() -> None:
    files = Files.valid().replaced(APPLICATION, INPUT, "  - name: years_waited\n    type: string\n")
    finding = assert_caught(files, graph_types.check, APPLICATION, LINE, says="`demo-clock`")
    assert "`number`" in finding.remedy


@requirement("R-GRAPH-06")
def test_an_output_that_changes_its_type_is_caught_in_the_skill_that_requires_it() -> None:
    files = Files.valid().replaced(CLOCK, "    type: number\n", "    type: date\n")
    assert_caught(files, graph_types.check, APPLICATION, LINE, says="years_waited")


def test_an_input_that_no_required_skill_puts_out_is_clean() -> None:
    files = Files.valid().replaced(APPLICATION, INPUT, "  - name: years_elsewhere\n    type: string\n")
    assert_clean(files, graph_types.check)


def test_a_skill_that_is_not_required_has_no_say() -> None:
    files = Files.valid().replaced(CLOCK, "    type: number\n", "    type: date\n")
    entry = "requires:\n  - id: demo-clock\n"
    assert_clean(
        files.replaced(APPLICATION, entry, "requires:\n  - id: demo-application\n"), graph_types.check
    )
    assert_clean(files.replaced(APPLICATION, entry, "requires:\n  - id: demo-lost\n"), graph_types.check)


def test_missing_and_malformed_types_are_left_to_the_schema() -> None:
    assert_clean(Files.valid().replaced(APPLICATION, INPUT, "  - name: years_waited\n"), graph_types.check)
    assert_clean(Files.valid().replaced(CLOCK, "    type: number\n", "    type: [1]\n"), graph_types.check)
