"""requires-unanchored: what the frontmatter requires, the body anchors, or a warning."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import requires_unanchored
from becivic.corpus.findings import Severity
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = requires_unanchored.check
SKILL, PATH = '<Skill id="demo-clock" />', '<Path id="demo-certificate" />'


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-TAG-14")
@pytest.mark.parametrize(
    ("tag", "entry"), [(SKILL, "  - id: demo-clock"), (PATH, "  - id: demo-certificate")]
)
@pytest.mark.parametrize("instead", ["", "`{}`"])
def test_an_entry_without_its_tag_is_a_warning_at_the_entry(tag: str, entry: str, instead: str) -> None:
    files = Files.valid().replaced(APPLICATION, tag, instead.format(tag))
    found = assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, entry))
    assert found.severity is Severity.WARNING


def test_a_skeleton_has_no_body_to_anchor_in() -> None:
    files = Files.valid().replaced(APPLICATION, SKILL, "")
    assert_clean(files.replaced(APPLICATION, "status: alpha", "status: draft"), RULE)


def test_entries_of_a_wrong_shape_are_another_rules() -> None:
    files = Files.valid().replaced(APPLICATION, "  - id: demo-clock\n", "  - name: demo-clock\n")
    assert_clean(files.replaced(APPLICATION, SKILL, ""), RULE)
