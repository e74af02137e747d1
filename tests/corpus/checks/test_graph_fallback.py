"""graph-fallback: the fallback skill exists and is stable."""

from __future__ import annotations

from becivic.corpus.checks import graph_fallback
from tests.factories.corpora import FALLBACK, Files, assert_caught, assert_clean
from tests.factories.json_edits import assert_warned
from tests.requirement import requirement


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), graph_fallback.check)


@requirement("R-READ-04")
def test_a_corpus_without_the_fallback_is_warned_about_at_its_skills() -> None:
    files = Files.valid().without(FALLBACK)
    assert_warned(files, graph_fallback.check, "skills/", 1, says="meta-no-skill-fallback")


@requirement("R-READ-04")
def test_a_fallback_that_is_not_stable_is_caught_at_its_status() -> None:
    files = Files.valid().replaced(FALLBACK, "status: stable", "status: beta")
    assert_caught(files, graph_fallback.check, FALLBACK, files.line_of(FALLBACK, "status:"), says="`stable`")


@requirement("R-READ-04")
def test_a_fallback_in_another_domain_is_caught_at_its_domain() -> None:
    files = Files.valid().replaced(FALLBACK, "domain: meta", "domain: family")
    assert_caught(files, graph_fallback.check, FALLBACK, files.line_of(FALLBACK, "domain:"), says="`meta`")


def test_a_fallback_without_a_domain_is_caught_at_its_top() -> None:
    files = Files.valid().replaced(FALLBACK, "domain: meta\n", "")
    assert_caught(files, graph_fallback.check, FALLBACK, 2, says="domain")


def test_a_fallback_that_cannot_be_read_is_left_to_the_loader() -> None:
    files = Files.valid().with_file(FALLBACK, "no frontmatter\n")
    assert [each.rule for each in files.findings([graph_fallback.check])] == ["unreadable"]
