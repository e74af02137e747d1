"""body-observations: one <Observations> of the skill itself, in its section, alone."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_observations
from tests.factories.corpora import CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = body_observations.check
TAG = '<Observations skill="demo-clock" />'


@requirement("R-BODY-05")
def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-BODY-05")
def test_a_section_without_the_tag_is_caught_at_its_heading() -> None:
    files = Files.valid().replaced(CLOCK, TAG, "")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "## Community"), says="has no")


@requirement("R-BODY-05", "R-TAG-04")
def test_the_tag_of_another_skill_is_caught_at_its_line() -> None:
    files = Files.valid().replaced(CLOCK, TAG, '<Observations skill="demo-application" />')
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "<Observations"), says="another")


@requirement("R-BODY-05")
def test_a_second_tag_is_caught() -> None:
    files = Files.valid().replaced(CLOCK, TAG, f"{TAG}\n\n{TAG}")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, TAG) + 2, says="more than once")


@requirement("R-BODY-05")
@pytest.mark.parametrize(
    "content", [f"People say:\n\n{TAG}", f"{TAG} People say:", f"{TAG}\n\n<!-- People say: -->"]
)
def test_anything_beside_the_tag_is_caught_where_it_stands(content: str) -> None:
    files = Files.valid().replaced(CLOCK, TAG, content)
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "People"), says="something else")


@requirement("R-TAG-04")
@pytest.mark.parametrize("heading", ["## Known surprises", "## Requests for contributions"])
def test_a_tag_outside_the_section_is_caught(heading: str) -> None:
    files = Files.valid().replaced(CLOCK, heading, f"{heading}\n\n{TAG}")
    line = files.line_of(CLOCK, heading) + 2
    assert_caught(files, RULE, CLOCK, line, says="outside")


def test_without_the_section_every_tag_stands_outside_it() -> None:
    files = Files.valid().replaced(FALLBACK, "## Community observations", "## Elsewhere")
    assert_caught(files, RULE, FALLBACK, files.line_of(FALLBACK, "<Observations"), says="outside")


def test_a_tag_in_code_and_a_form_that_another_rule_judges_are_clean() -> None:
    files = Files.valid().replaced(CLOCK, "Leap years", f"`{TAG}` Leap years")
    assert_clean(files, RULE)
    assert_clean(files.replaced(CLOCK, f"\n{TAG}", "\n<Observations>\n</Observations>"), RULE)


def test_a_skeleton_may_leave_the_section_empty() -> None:
    files = Files.valid().replaced(CLOCK, TAG, "")
    assert_clean(files.replaced(CLOCK, "status: beta", "status: draft"), RULE)
