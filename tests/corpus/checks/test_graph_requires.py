"""graph-requires: every required skill exists and is live."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import graph_requires
from tests.factories.corpora import APPLICATION, CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

ENTRY = "requires:\n  - id: demo-clock\n"
LINE = Files.valid().line_of(APPLICATION, "  - id: demo-clock")


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), graph_requires.check)


@requirement("R-GRAPH-04", "R-CI-07")
def test_a_required_skill_that_does_not_exist_is_caught_at_its_id() -> None:
    files = Files.valid().replaced(APPLICATION, ENTRY, "requires:\n  - id: demo-lost\n")
    assert_caught(files, graph_requires.check, APPLICATION, LINE, says="demo-lost")


@requirement("R-GRAPH-04")
def test_a_path_does_not_stand_in_for_a_required_skill() -> None:
    files = Files.valid().replaced(APPLICATION, ENTRY, "requires:\n  - id: demo-certificate\n")
    assert_caught(files, graph_requires.check, APPLICATION, LINE, says="no skill `demo-certificate`")


@requirement("R-GRAPH-04", "R-CI-07")
@pytest.mark.parametrize("status", ["deprecated", "quarantined"])
def test_a_required_skill_that_ended_is_caught(status: str) -> None:
    files = Files.valid().replaced(CLOCK, "status: beta", f"status: {status}")
    assert_caught(files, graph_requires.check, APPLICATION, LINE, says=status)


def test_the_remedy_names_the_successor_of_a_required_skill_that_ended() -> None:
    files = Files.valid().replaced(
        CLOCK, "status: beta", "status: deprecated\nsuperseded_by: meta-no-skill-fallback"
    )
    finding = assert_caught(files, graph_requires.check, APPLICATION, LINE)
    assert "`meta-no-skill-fallback`" in finding.remedy


@requirement("R-GRAPH-01")
def test_a_skill_that_requires_itself_is_caught() -> None:
    files = Files.valid().replaced(APPLICATION, ENTRY, "requires:\n  - id: demo-application\n")
    assert_caught(files, graph_requires.check, APPLICATION, LINE, says="itself")


def test_every_unresolved_entry_is_reported_at_its_own_line() -> None:
    files = Files.valid().replaced(APPLICATION, ENTRY, "requires:\n  - id: lost-one\n  - id: lost-two\n")
    found = files.findings([graph_requires.check])
    assert [each.place.line for each in found] == [LINE, LINE + 1]


@pytest.mark.parametrize("written", ["NOT AN ID", '""', "7", "[demo-clock]"])
def test_an_id_that_the_schema_refuses_is_not_reported_again(written: str) -> None:
    files = Files.valid().replaced(APPLICATION, ENTRY, f"requires:\n  - id: {written}\n")
    assert_clean(files, graph_requires.check)


@pytest.mark.parametrize("written", ["requires: demo-clock\n", "requires: [demo-clock]\n", "requires:\n"])
def test_a_requires_of_the_wrong_shape_is_left_to_the_schema(written: str) -> None:
    whole = f"{ENTRY}    selects_on:\n      region: [brussels]\n      origin_country: [us]\n"
    assert_clean(Files.valid().replaced(APPLICATION, whole, written), graph_requires.check)


def test_a_required_skill_that_cannot_be_read_is_left_to_the_loader() -> None:
    files = Files.valid().with_file(CLOCK, "no frontmatter\n")
    assert [each.rule for each in files.findings([graph_requires.check])] == ["unreadable"]


def test_a_required_skill_without_a_readable_status_is_left_to_the_schema() -> None:
    assert_clean(Files.valid().replaced(CLOCK, "status: beta", "status: retired"), graph_requires.check)
