"""unresolved-skill: every <Skill id> resolves to a skill."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import unresolved_skill
from tests.factories.corpora import APPLICATION, CLOCK, Files, assert_caught, assert_clean, only
from tests.requirement import requirement

RULE = unresolved_skill.check
TAG = '<Skill id="demo-clock" />'


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-TAG-06")
def test_a_skill_tag_that_names_no_skill_is_caught_at_its_line() -> None:
    files = Files.valid().replaced(APPLICATION, TAG, '<Skill id="demo-lost" />')
    line = files.line_of(APPLICATION, "demo-lost")
    found = assert_caught(files, RULE, APPLICATION, line)
    assert found.message.startswith("unresolved_skill:")


@pytest.mark.parametrize("tag", ['`<Skill id="demo-lost" />`', '<Skill id="" />', "<Skill />"])
def test_code_and_a_missing_id_are_no_citation(tag: str) -> None:
    assert_clean(Files.valid().replaced(APPLICATION, TAG, tag), RULE)


def test_a_skill_that_cannot_be_read_is_reported_as_that_alone() -> None:
    files = Files.valid().with_file(CLOCK, "no frontmatter")
    assert only(files.findings([RULE]), RULE) == []
