"""body-verify-with: the retired section is gone."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_verify_with
from tests.factories.corpora import CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = body_verify_with.check


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-BODY-07")
@pytest.mark.parametrize("heading", ["## Verify with", "## VERIFY WITH ##", "Verify with\n---"])
@pytest.mark.parametrize("file", [CLOCK, FALLBACK])
def test_the_retired_section_is_caught_at_its_line(file: str, heading: str) -> None:
    files = Files.valid().replaced(file, "## Process", f"{heading}\n\nThe commune.\n\n## Process")
    assert_caught(files, RULE, file, files.line_of(file, heading), says="no longer exists")


@pytest.mark.parametrize(
    "near_miss", ["### Verify with", "`## Verify with`", "```\n## Verify with\n```", "## Verify"]
)
def test_anything_else_is_clean(near_miss: str) -> None:
    assert_clean(Files.valid().replaced(CLOCK, "## Process", f"{near_miss}\n\n## Process"), RULE)
