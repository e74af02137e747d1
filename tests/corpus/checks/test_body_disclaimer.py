"""body-disclaimer: every skill opens with the disclaimer."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_disclaimer
from tests.factories.corpora import CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = body_disclaimer.check
OPENING = "**Starter scaffold: verify with your commune.**"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-PRIN-05")
@pytest.mark.parametrize("file", [CLOCK, FALLBACK])
@pytest.mark.parametrize(
    "opening",
    [
        "Good luck.",
        "<!-- verify with your commune -->",
        "`verify with your commune`",
        "Verify with your\n\n## Commune",
    ],
)
def test_a_body_that_opens_without_it_is_caught_at_the_first_line(file: str, opening: str) -> None:
    files = Files.valid().replaced(file, OPENING, opening)
    assert_caught(files, RULE, file, files.line_of(file, opening), says="disclaimer")


@requirement("R-PRIN-05")
def test_below_the_first_section_it_comes_too_late() -> None:
    files = Files.valid().replaced(CLOCK, OPENING, "Hello.").replaced(CLOCK, "1. Add", f"1. {OPENING} Add")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "Hello."))


@pytest.mark.parametrize(
    "opening",
    [
        "VERIFY WITH YOUR COMMUNE.",
        "Verify with\nyour commune.",
        "Verify *with* your _commune_.",
        "A `b` verify with your commune",
    ],
)
def test_letters_lines_and_emphasis_do_not_matter(opening: str) -> None:
    assert_clean(Files.valid().replaced(CLOCK, OPENING, opening), RULE)


def test_a_body_without_any_section_is_all_opening() -> None:
    files = Files.valid()
    text = files[FALLBACK].decode()
    assert_clean(files.with_file(FALLBACK, text[: text.index("## Process")]), RULE)


def test_a_skeleton_needs_none() -> None:
    files = Files.valid().replaced(CLOCK, OPENING, "Soon.")
    assert_clean(files.replaced(CLOCK, "status: beta", "status: draft"), RULE)
