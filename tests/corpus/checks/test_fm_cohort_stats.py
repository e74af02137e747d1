"""fm-cohort-stats: cohort statistics are never authored."""

from __future__ import annotations

from becivic.corpus.checks import fm_cohort_stats
from tests.factories.corpora import CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_cohort_stats.check)


@requirement("R-FM-15", "R-CI-23")
def test_cohort_statistics_in_frontmatter_are_caught_at_their_line() -> None:
    files = Files.valid().replaced(CLOCK, "origin:", "cohort_stats:\n  confirms: 3\norigin:")
    assert_caught(files, fm_cohort_stats.check, CLOCK, files.line_of(CLOCK, "cohort_stats:"))
