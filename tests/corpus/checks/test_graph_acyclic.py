"""graph-acyclic: no skill requires itself through others."""

from __future__ import annotations

from becivic.corpus.checks import graph_acyclic
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

BACK = "domain: residency\nrequires:\n  - id: {target}\n"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), graph_acyclic.check)


@requirement("R-GRAPH-01", "R-GRAPH-07", "R-CI-07")
def test_two_skills_that_require_each_other_are_caught_at_the_first() -> None:
    files = Files.valid().replaced(CLOCK, "domain: residency\n", BACK.format(target="demo-application"))
    line = files.line_of(APPLICATION, "  - id: demo-clock")
    assert_caught(
        files,
        graph_acyclic.check,
        APPLICATION,
        line,
        says="demo-application > demo-clock > demo-application",
    )


@requirement("R-GRAPH-01", "R-GRAPH-07")
def test_a_longer_circle_is_named_whole() -> None:
    files = (
        Files.valid()
        .replaced(CLOCK, "domain: residency\n", BACK.format(target="meta-no-skill-fallback"))
        .replaced(FALLBACK, "domain: meta\n", "domain: meta\nrequires:\n  - id: demo-application\n")
    )
    finding = assert_caught(
        files, graph_acyclic.check, APPLICATION, files.line_of(APPLICATION, "  - id: demo-clock")
    )
    assert "demo-application > demo-clock > meta-no-skill-fallback > demo-application" in finding.message


@requirement("R-GRAPH-07")
def test_two_changes_that_are_fine_alone_are_caught_once_both_are_in() -> None:
    """The race of schemas 6.1: each change passes against the old main, the merge of both does not."""
    valid = Files.valid()
    one = valid.replaced(CLOCK, "domain: residency\n", BACK.format(target="meta-no-skill-fallback"))
    two = valid.replaced(FALLBACK, "domain: meta\n", "domain: meta\nrequires:\n  - id: demo-clock\n")
    assert_clean(one, graph_acyclic.check, base=valid)
    assert_clean(two, graph_acyclic.check, base=valid)
    both = one.with_file(FALLBACK, two[FALLBACK])
    assert_caught(both, graph_acyclic.check, CLOCK, both.line_of(CLOCK, "  - id: meta"))


def test_a_skill_that_requires_itself_is_left_to_graph_requires() -> None:
    files = Files.valid().replaced(CLOCK, "domain: residency\n", BACK.format(target="demo-clock"))
    assert_clean(files, graph_acyclic.check)


def test_two_ways_to_the_same_skill_are_no_circle() -> None:
    files = (
        Files.valid()
        .replaced(CLOCK, "domain: residency\n", BACK.format(target="meta-no-skill-fallback"))
        .replaced(APPLICATION, "requires:\n", "requires:\n  - id: meta-no-skill-fallback\n")
    )
    assert_clean(files, graph_acyclic.check)
