"""fm-summary-length: 200 characters are fine, 400 are the end."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import fm_schema, fm_summary_length
from becivic.corpus.findings import Severity
from tests.factories.corpora import APPLICATION, Files, assert_clean
from tests.requirement import requirement

SUMMARY = "File the demonstration form at the commune after the waiting time."


def with_summary(length: int) -> Files:
    return Files.valid().replaced(APPLICATION, SUMMARY, "é" * length)


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_summary_length.check)


@requirement("R-FM-07")
@pytest.mark.parametrize("length", [1, 200])
def test_up_to_two_hundred_characters_are_fine(length: int) -> None:
    assert_clean(with_summary(length), fm_summary_length.check)


@requirement("R-FM-07", "R-CI-29")
@pytest.mark.parametrize(
    ("length", "severity"),
    [(201, Severity.WARNING), (400, Severity.WARNING), (401, Severity.ERROR), (5000, Severity.ERROR)],
)
def test_a_long_summary_is_a_warning_and_a_very_long_one_an_error(length: int, severity: Severity) -> None:
    files = with_summary(length)
    [finding] = files.findings([fm_schema.check, fm_summary_length.check])
    assert (finding.rule, finding.severity) == ("fm-summary-length", severity)
    assert finding.place.line == files.line_of(APPLICATION, "summary:")
    assert str(length) in finding.message


def test_a_summary_that_is_not_text_is_the_schemas_to_refuse() -> None:
    assert_clean(Files.valid().replaced(APPLICATION, SUMMARY, "[a, b]"), fm_summary_length.check)
