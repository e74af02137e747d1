"""fm-meta: meta-skills are stable and Be Civic's own."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import fm_meta
from tests.factories.corpora import APPLICATION, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), fm_meta.check)


@requirement("R-FM-21")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("status: stable", "status: draft"),
        ("status: stable", "status: alpha"),
        ("status: stable", "status: beta"),
        ("origin: be-civic", "origin: community"),
        ("domain: meta", "domain: housing"),
    ],
)
def test_a_meta_skill_that_is_not_the_maintainers_at_stable_is_caught(old: str, new: str) -> None:
    files = Files.valid().replaced(FALLBACK, old, new)
    assert_caught(files, fm_meta.check, FALLBACK, files.line_of(FALLBACK, new), says="a meta-skill")


@requirement("R-FM-21")
def test_a_procedure_in_the_meta_area_is_caught() -> None:
    files = Files.valid().replaced(APPLICATION, "domain: nationality", "domain: meta")
    assert_caught(files, fm_meta.check, APPLICATION, files.line_of(APPLICATION, "domain:"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("domain: meta\n", ""),
        ("status: stable", "status: deprecated"),
        ("status: stable", "status: quarantined"),
        ("status: stable", "status: retracted"),
        ("origin: be-civic", "origin: nobody"),
    ],
)
def test_an_area_left_away_a_skill_that_ended_and_what_the_schema_refuses_pass(old: str, new: str) -> None:
    assert_clean(Files.valid().replaced(FALLBACK, old, new), fm_meta.check)
