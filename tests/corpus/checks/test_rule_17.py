"""rule-17: what a draft submission brings in starts at alpha."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import rule_17
from tests.factories.corpora import CLOCK, PATHS, Files, only
from tests.factories.json_edits import line_at, with_path
from tests.requirement import requirement

NEW = "skills/demo-new/canonical.md"


def new_skill(status: str) -> Files:
    text = Files.valid()[CLOCK].decode().replace("demo-clock", "demo-new")
    return Files.valid().with_file(NEW, text.replace("status: beta", f"status: {status}"))


def caught(
    files: Files, submission_type: str = "draft", base: Files | None = None
) -> list[tuple[str, int, str]]:
    found = files.findings([rule_17.check], base=base or Files.valid(), submission_type=submission_type)
    return [
        (each.place.file, each.place.line, each.message.partition(":")[0])
        for each in only(found, rule_17.check)
    ]


def test_a_change_without_anything_new_is_clean() -> None:
    assert caught(Files.valid()) == []


@requirement("R-CI-18", "R-DRF-05")
def test_a_new_skill_at_draft_is_caught_at_its_status() -> None:
    files = new_skill("draft")
    line = files.line_of(NEW, "status:")
    assert caught(files) == [(NEW, line, "invalid_status_for_draft_submission")]


@requirement("R-CI-18", "R-DRF-05")
def test_a_new_path_at_draft_is_caught_at_its_status() -> None:
    files = with_path(Files.valid(), "demo-other", status="draft")
    line = line_at(files, "/paths/demo-other/status")
    assert caught(files) == [(PATHS, line, "invalid_status_for_draft_submission")]


@requirement("R-CI-18", "R-DRF-05")
def test_what_starts_at_alpha_is_clean() -> None:
    assert caught(new_skill("alpha")) == []
    assert caught(with_path(Files.valid(), "demo-other")) == []


@requirement("R-CI-18")
@pytest.mark.parametrize("submission_type", ["", "amendment"])
def test_a_maintainers_skeleton_is_clean(submission_type: str) -> None:
    assert caught(new_skill("draft"), submission_type) == []


def test_a_skeleton_that_was_there_before_is_clean() -> None:
    assert caught(new_skill("draft"), base=new_skill("draft")) == []
    old = with_path(Files.valid(), "demo-other", status="draft")
    assert caught(old, base=old) == []


def test_without_a_base_there_is_nothing_to_compare() -> None:
    assert new_skill("draft").findings([rule_17.check], submission_type="draft") == []
