"""The reading report of a corpus: hardest skill first, with the lines to begin at."""

from __future__ import annotations

from becivic.corpus.reading_report import HEADINGS, reading_report
from tests.factories.corpora import CLOCK, Files

HARD = (
    "Notwithstanding administrative considerations regarding international documentation, "
    "municipalities occasionally necessitate supplementary authentication [demo-law-article-two]."
)


def test_the_hardest_skill_comes_first_with_the_line_of_its_hardest_sentence() -> None:
    files = Files.valid().replaced(CLOCK, "Leap years", f"Easy.\n{HARD}\nLeap years")
    first, *rest = reading_report(files.load())
    assert first.skill == "demo-clock"
    assert (first.hardest[0].line, first.hardest[0].words) == (files.line_of(CLOCK, "Notwithstanding"), 11)
    assert [first.figures.ease, *(each.figures.ease for each in rest)] == sorted(
        each.figures.ease for each in (first, *rest)
    )


def test_a_row_is_the_same_for_people_and_for_programs() -> None:
    for row in reading_report(Files.valid().load()):
        shown, told = row.cells(), row.as_json()
        assert len(shown) == len(HEADINGS)
        assert (shown[0], shown[2], shown[3]) == (told["skill"], str(told["words"]), str(told["sentences"]))
        assert shown[-1] == ", ".join(f"{each['line']} ({each['words']})" for each in told["hardest"])
        assert len(row.hardest) <= 3
