"""graph-disjoint: nothing is required twice."""

from __future__ import annotations

from becivic.corpus.checks import graph_disjoint
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement

SKILL_ENTRY = "      origin_country: [us]\n"
PATH_ENTRY = "    notes: Not older than the commune accepts.\n"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), graph_disjoint.check)


@requirement("R-GRAPH-05")
def test_an_id_in_both_arrays_is_caught_at_the_path() -> None:
    files = Files.valid().replaced(APPLICATION, "  - id: demo-certificate\n", "  - id: demo-clock\n")
    line = Files.valid().line_of(APPLICATION, "  - id: demo-certificate")
    assert_caught(files, graph_disjoint.check, APPLICATION, line, says="both as a skill and as a path")


@requirement("R-GRAPH-05")
def test_a_skill_required_twice_for_the_same_selection_is_caught_at_the_second() -> None:
    again = "  - id: demo-clock\n    selects_on:\n      origin_country: [us]\n      region: [brussels]\n"
    files = Files.valid().replaced(APPLICATION, SKILL_ENTRY, SKILL_ENTRY + again)
    line = files.line_of(APPLICATION, SKILL_ENTRY) + 1
    assert_caught(files, graph_disjoint.check, APPLICATION, line, says="twice")


@requirement("R-GRAPH-05")
def test_a_path_required_twice_without_a_selection_is_caught_at_the_second() -> None:
    again = "  - id: demo-certificate\n    role: preparation\n    timing: any\n"
    files = Files.valid().replaced(APPLICATION, PATH_ENTRY, PATH_ENTRY + again)
    assert_caught(files, graph_disjoint.check, APPLICATION, files.line_of(APPLICATION, PATH_ENTRY) + 1)


def test_the_order_of_selected_values_makes_no_difference() -> None:
    entries = "".join(
        f"  - id: demo-clock\n    selects_on:\n      region: [{regions}]\n"
        for regions in ("brussels, flanders", "flanders, brussels")
    )
    files = Files.valid().replaced(APPLICATION, SKILL_ENTRY, SKILL_ENTRY + entries)
    assert_caught(files, graph_disjoint.check, APPLICATION, files.line_of(APPLICATION, "[flanders") - 2)


def test_the_same_skill_for_two_selections_is_clean() -> None:
    other = "  - id: demo-clock\n    selects_on:\n      region: [flanders]\n"
    assert_clean(Files.valid().replaced(APPLICATION, SKILL_ENTRY, SKILL_ENTRY + other), graph_disjoint.check)
