"""fm-superseded-by: a successor exists, lives, and belongs to a skill that ended."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import fm_superseded_by
from tests.factories.corpora import APPLICATION, CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement


def superseded(status: str, target: str) -> Files:
    return Files.valid().replaced(APPLICATION, "status: alpha", f"status: {status}\nsuperseded_by: {target}")


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_superseded_by.check)


@requirement("R-FM-06")
@pytest.mark.parametrize("status", ["deprecated", "quarantined"])
def test_a_skill_that_ended_may_name_its_successor(status: str) -> None:
    assert_clean(superseded(status, "demo-clock"), fm_superseded_by.check)


@requirement("R-FM-06")
@pytest.mark.parametrize("status", ["draft", "alpha", "beta", "stable"])
def test_a_living_skill_has_no_successor(status: str) -> None:
    files = superseded(status, "demo-clock")
    line = files.line_of(APPLICATION, "superseded_by:")
    assert_caught(files, fm_superseded_by.check, APPLICATION, line, says=f"`{status}` has no successor")


@requirement("R-FM-06", "R-CI-07")
@pytest.mark.parametrize(("target", "says"), [("demo-lost", "no skill"), ("demo-application", "itself")])
def test_a_successor_that_is_not_another_skill_is_caught(target: str, says: str) -> None:
    files = superseded("deprecated", target)
    line = files.line_of(APPLICATION, "superseded_by:")
    assert_caught(files, fm_superseded_by.check, APPLICATION, line, says=says)


@requirement("R-CI-07")
@pytest.mark.parametrize("status", ["deprecated", "quarantined"])
def test_a_successor_that_ended_itself_is_caught(status: str) -> None:
    files = superseded("deprecated", "demo-clock").replaced(CLOCK, "status: beta", f"status: {status}")
    line = files.line_of(APPLICATION, "superseded_by:")
    assert_caught(files, fm_superseded_by.check, APPLICATION, line, says=f"{status} itself")


@pytest.mark.parametrize("target", ["Demo Clock", "[demo-clock]", "3"])
def test_a_successor_the_schema_refuses_is_reported_there_alone(target: str) -> None:
    assert_clean(superseded("deprecated", target), fm_superseded_by.check)


def test_a_status_nobody_knows_does_not_hide_a_lost_successor() -> None:
    files = superseded("retracted", "demo-lost")
    line = files.line_of(APPLICATION, "superseded_by:")
    assert_caught(files, fm_superseded_by.check, APPLICATION, line)


@pytest.mark.parametrize("status", ["unheard-of", "[beta]"])
def test_a_successor_with_a_status_nobody_knows_is_reported_by_the_schema_alone(status: str) -> None:
    files = superseded("deprecated", "demo-clock").replaced(CLOCK, "status: beta", f"status: {status}")
    assert_clean(files, fm_superseded_by.check)


def test_a_successor_that_cannot_be_read_is_the_loaders_to_report() -> None:
    files = superseded("deprecated", "demo-clock").with_file(CLOCK, "no frontmatter\n")
    assert [finding.rule for finding in files.findings([fm_superseded_by.check])] == ["unreadable"]
