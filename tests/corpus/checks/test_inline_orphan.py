"""inline-orphan: a tag in the body has its entry in the frontmatter, or a warning."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import inline_orphan
from becivic.corpus.findings import Severity
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = inline_orphan.check


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-TAG-14", "R-CI-29")
@pytest.mark.parametrize(
    ("file", "place", "tag"),
    [
        (CLOCK, "Leap years", '<Path id="demo-certificate" />'),
        (CLOCK, "Leap years", '<Skill id="demo-application" />'),
        (FALLBACK, "Nothing here", '<Skill id="demo-clock" />'),
    ],
)
def test_a_tag_without_its_entry_is_a_warning_at_its_line(file: str, place: str, tag: str) -> None:
    files = Files.valid().replaced(file, place, f"First.\n{tag} {place}")
    found = assert_caught(files, RULE, file, files.line_of(file, "First.") + 1)
    assert found.message.startswith("inline_orphan:")
    assert found.severity is Severity.WARNING


def test_a_procedure_that_lies_near_has_its_entry() -> None:
    tag = '<Skill id="meta-no-skill-fallback" />'
    near = Files.valid().replaced(APPLICATION, "Some counters", f"{tag} Some")
    assert_clean(near, RULE)
    nowhere = near.replaced(APPLICATION, "related: [meta-no-skill-fallback]", "related: []")
    assert_caught(nowhere, RULE, APPLICATION, nowhere.line_of(APPLICATION, tag), says="requires")
    before = "prerequisites: [demo-clock"
    assert_clean(nowhere.replaced(APPLICATION, before, f"{before}, meta-no-skill-fallback"), RULE)


@requirement("R-TAG-14")
def test_an_entry_of_the_other_kind_does_not_count() -> None:
    files = Files.valid().replaced(APPLICATION, "requires_paths:", "unknown:")
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, "<Path"), says="requires_paths")


@pytest.mark.parametrize(
    "tag",
    ['<Path id="demo-lost" />', '<Skill id="demo-lost" />', "<Path />", '`<Path id="demo-certificate" />`'],
)
def test_what_resolves_to_nothing_is_another_rules(tag: str) -> None:
    assert_clean(Files.valid().replaced(CLOCK, "Leap years", f"{tag} Leap years"), RULE)
