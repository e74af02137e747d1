"""graph-neighbours: prerequisites and related skills exist."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import graph_neighbours
from tests.factories.corpora import APPLICATION, CLOCK, Files, assert_caught, assert_clean

FIELDS = {"prerequisites": "[demo-clock]", "related": "[meta-no-skill-fallback]"}


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), graph_neighbours.check)


@pytest.mark.parametrize("key", FIELDS)
@pytest.mark.parametrize(("target", "says"), [("demo-lost", "demo-lost"), ("demo-application", "itself")])
def test_a_neighbour_that_is_not_there_or_is_the_skill_itself_is_caught(
    key: str, target: str, says: str
) -> None:
    files = Files.valid().replaced(APPLICATION, f"{key}: {FIELDS[key]}", f"{key}: [{target}]")
    finding = assert_caught(
        files, graph_neighbours.check, APPLICATION, files.line_of(APPLICATION, f"{key}:"), says=says
    )
    assert key in finding.message


def test_the_line_is_that_of_the_entry_in_a_block_list() -> None:
    files = Files.valid().replaced(
        APPLICATION, "related: [meta-no-skill-fallback]", "related:\n  - demo-clock\n  - demo-lost"
    )
    assert_caught(files, graph_neighbours.check, APPLICATION, files.line_of(APPLICATION, "  - demo-lost"))


@pytest.mark.parametrize("written", ["[NOT AN ID]", "[7]", "demo-lost", "{a: b}"])
def test_what_the_schema_refuses_is_not_reported_again(written: str) -> None:
    files = Files.valid().replaced(APPLICATION, "related: [meta-no-skill-fallback]", f"related: {written}")
    assert_clean(files, graph_neighbours.check)


def test_a_neighbour_that_cannot_be_read_is_left_to_the_loader() -> None:
    files = Files.valid().with_file(CLOCK, "no frontmatter\n")
    assert [each.rule for each in files.findings([graph_neighbours.check])] == ["unreadable"]
