"""body-process-steps: the process consists of numbered steps."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_process_steps
from tests.factories.corpora import CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = body_process_steps.check
STEP = "1. Add up the years."


@requirement("R-BODY-03")
def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-BODY-03")
@pytest.mark.parametrize("steps", ["", "Add up the years.", "```\n1. Add\n```"])
def test_a_process_without_steps_is_caught_at_its_heading(steps: str) -> None:
    files = Files.valid().replaced(CLOCK, STEP, steps)
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "## Process"), says="no steps")


@requirement("R-BODY-03")
@pytest.mark.parametrize("bullet", ["- Sign.", "* Sign.", "  - Sign."])
def test_a_bullet_among_the_steps_is_caught_at_its_line(bullet: str) -> None:
    files = Files.valid().replaced(CLOCK, STEP, f"{STEP}\n{bullet}\n2. Go.")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, bullet), says="no number")


@requirement("R-BODY-03")
@pytest.mark.parametrize(
    ("steps", "caught"),
    [
        ("2. A.\n3. B.", "2. A."),
        ("1. A.\n3. B.\n4. C.", "3. B."),
        ("1. A.\n2. B.\n2. C.", "2. C."),
        ("0. A.", "0. A."),
    ],
)
def test_a_miscounted_step_is_caught_once_at_its_line(steps: str, caught: str) -> None:
    files = Files.valid().replaced(CLOCK, STEP, steps)
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, caught), says="where")


def test_a_meta_skill_that_has_a_process_counts_too() -> None:
    files = Files.valid().replaced(FALLBACK, "2. Research", "4. Research")
    assert_caught(files, RULE, FALLBACK, files.line_of(FALLBACK, "4. Research"))


@pytest.mark.parametrize(
    "steps",
    [
        "1. A.\n1. B.\n1. C.",
        "1) A.\n2) B.",
        "Text first.\n\n1. A.\n   - under it\n   1. and this\n2. B.\n\nText last.",
    ],
)
def test_ones_only_other_marks_and_nested_lists_are_clean(steps: str) -> None:
    assert_clean(Files.valid().replaced(CLOCK, STEP, steps), RULE)


def test_skeletons_and_bodies_without_the_section_are_clean() -> None:
    files = Files.valid().replaced(CLOCK, STEP, "")
    assert_clean(files.replaced(CLOCK, "status: beta", "status: draft"), RULE)
    assert_clean(files.replaced(CLOCK, "## Process", "## Steps"), RULE)
