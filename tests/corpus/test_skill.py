"""What a skill says of itself, whatever stands in its frontmatter."""

from __future__ import annotations

import pytest

from becivic.corpus.findings import Place
from becivic.corpus.skill import Skill
from becivic.rules.statuses import Status, Version
from tests.factories.corpora import APPLICATION, Files


def application(old: str, new: str) -> Skill:
    return Files.valid().replaced(APPLICATION, old, new).load().skills["demo-application"]


def test_a_skill_reads_its_frontmatter() -> None:
    skill = Files.valid().load().skills["demo-application"]
    assert (skill.id, skill.file) == ("demo-application", APPLICATION)
    assert skill.title == "Apply for a demonstration"
    assert skill.status is Status.ALPHA
    assert skill.version == Version(0, 1, 0)
    assert skill.category == "belgium-federal"
    assert not skill.is_meta
    assert skill.is_procedure


@pytest.mark.parametrize(
    ("written", "status", "is_procedure"),
    [
        ("draft", Status.DRAFT, False),
        ("deprecated", Status.DEPRECATED, True),
        ("odd", None, True),
        ("[]", None, True),
    ],
)
def test_a_skeleton_is_no_procedure_yet_and_an_unknown_status_is_none(
    written: str, status: Status | None, *, is_procedure: bool
) -> None:
    skill = application("status: alpha", f"status: {written}")
    assert skill.status is status
    assert skill.is_procedure is is_procedure


def test_a_meta_skill_is_no_procedure() -> None:
    skill = Files.valid().load().skills["meta-no-skill-fallback"]
    assert skill.is_meta
    assert not skill.is_procedure


@pytest.mark.parametrize("written", ["1", "one", "[]", "0.1"])
def test_a_version_that_is_none_reads_as_none(written: str) -> None:
    assert application("version: 0.1.0", f"version: {written}").version is None


def test_places_are_lines_of_the_file() -> None:
    files = Files.valid()
    skill = files.load().skills["demo-application"]
    assert (
        skill.field_place("title")
        == skill.field_place("/title")
        == Place(APPLICATION, files.line_of(APPLICATION, "title:"))
    )
    heading = "## Process"
    place = skill.body_place(skill.body.text.index(heading))
    assert place == Place(APPLICATION, files.line_of(APPLICATION, heading))


def test_what_the_schema_refuses_is_known_by_its_pointer() -> None:
    skill = application("status: alpha", "status: odd")
    assert skill.is_faulted("/status")
    assert not skill.is_faulted("/title")
