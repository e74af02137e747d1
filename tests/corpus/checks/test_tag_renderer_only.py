"""tag-renderer-only: nobody writes what only the renderer emits."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import tag_renderer_only
from tests.factories.corpora import CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = tag_renderer_only.check
PLACE = "Leap years count once."


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-TAG-09", "R-CI-22")
@pytest.mark.parametrize(
    "text",
    [
        '<Observation type="concern" target_type="skill">a</Observation>',
        '<CohortStats affirms="12" />',
        "<Observation>",
        "<CohortStats></CohortStats>",
    ],
)
def test_a_renderer_tag_written_by_hand_is_caught_at_its_line(text: str) -> None:
    files = Files.valid().replaced(CLOCK, PLACE, f"First line.\n{text}")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "First line.") + 1, says="by hand")


@pytest.mark.parametrize("text", ["`<Observation>`", "An observation.", "</Observation>", "<Observations />"])
def test_code_words_and_the_tag_of_authors_are_clean(text: str) -> None:
    assert_clean(Files.valid().replaced(CLOCK, PLACE, text), RULE)
