"""fm-verified: published procedures say when they were verified, and cite a source."""

from __future__ import annotations

import re

import pytest

from becivic.corpus.checks import fm_verified
from becivic.corpus.findings import Severity
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

VERIFIED = "last_verified: 2026-11-15\n"
NOTES = "verification_notes: Written for the tests.\n"


def at_status(status: str) -> Files:
    return Files.valid().replaced(CLOCK, "status: beta", f"status: {status}")


def without_sources(files: Files) -> Files:
    return files.with_file(CLOCK, re.sub(r"<Ref [^>]*>|</Ref>", "", files[CLOCK].decode("utf-8")))


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_verified.check)


@requirement("R-FM-19", "R-PRIN-02")
@pytest.mark.parametrize("status", ["alpha", "beta", "stable"])
def test_a_published_skill_that_was_never_verified_is_caught_at_its_status(status: str) -> None:
    files = at_status(status).replaced(CLOCK, VERIFIED, "")
    line = files.line_of(CLOCK, "status:")
    assert_caught(files, fm_verified.check, CLOCK, line, says="last verified")


@requirement("R-FM-19")
@pytest.mark.parametrize("status", ["alpha", "beta", "stable"])
def test_a_published_skill_without_a_source_is_caught_at_its_body(status: str) -> None:
    files = without_sources(at_status(status))
    line = files.line_of(CLOCK, "**Starter scaffold")
    assert_caught(files, fm_verified.check, CLOCK, line, says="cites no source")


@requirement("R-PRIN-02")
def test_missing_verification_notes_are_a_warning() -> None:
    [finding] = Files.valid().replaced(CLOCK, NOTES, "").findings([fm_verified.check])
    assert finding.severity is Severity.WARNING
    assert "verification_notes" in finding.remedy


@pytest.mark.parametrize("status", ["draft", "quarantined", "deprecated", "retracted"])
def test_a_skill_that_nobody_follows_needs_neither(status: str) -> None:
    files = without_sources(at_status(status)).replaced(CLOCK, VERIFIED, "").replaced(CLOCK, NOTES, "")
    assert_clean(files, fm_verified.check)


@requirement("R-FM-12")
@pytest.mark.parametrize("field", ["last_verified", "walked_at"])
@pytest.mark.parametrize("day", ["2026-02-30", "2025-02-29", "2026-06-31"])
def test_a_day_that_does_not_exist_is_caught_at_its_line(field: str, day: str) -> None:
    files = Files.valid().replaced(APPLICATION, VERIFIED, f"{VERIFIED}walked_at: 2026-11-15\n")
    files = files.replaced(APPLICATION, f"{field}: 2026-11-15", f"{field}: {day}")
    line = files.line_of(APPLICATION, f"{field}: {day}")
    assert_caught(files, fm_verified.check, APPLICATION, line, says=field)


@requirement("R-FM-12")
def test_a_meta_skill_keeps_to_the_calendar_too() -> None:
    files = Files.valid().replaced(FALLBACK, "domain: meta", "domain: meta\nlast_verified: 2026-02-31")
    assert_caught(files, fm_verified.check, FALLBACK, files.line_of(FALLBACK, "last_verified"))


@pytest.mark.parametrize("day", ["2024-02-29", "15/11/2026", "2026-13-01", "20261115", "3"])
def test_a_leap_day_is_a_day_and_other_forms_are_the_schemas_to_refuse(day: str) -> None:
    files = Files.valid().replaced(APPLICATION, VERIFIED, f"last_verified: {day}\n")
    assert_clean(files, fm_verified.check)
