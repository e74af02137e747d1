"""body-sections: a procedure has its sections, in order."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_sections
from becivic.rules.skills import Section
from tests.factories.corpora import APPLICATION, CLOCK, FALLBACK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = body_sections.check


def body_of(file: str) -> str:
    return Files.valid()[file].decode().split("\n---\n", 1)[1]


def with_body(file: str, body: str) -> Files:
    return Files.valid().replaced(file, body_of(file), body)


def moved(file: str, section: Section, *, before: str) -> Files:
    """The corpus with one section put before another heading, or at the end."""
    text = body_of(file)
    start = text.index(f"## {section}\n")
    end = text.find("\n## ", start) + 1 or len(text)
    rest, part = text[:start] + text[end:], text[start:end]
    at = rest.index(before) if before else len(rest)
    return with_body(file, rest[:at] + part + rest[at:])


@requirement("R-BODY-01")
def test_a_valid_corpus_is_clean_with_and_without_a_branching_layer() -> None:
    files = Files.valid()
    assert_clean(files, RULE)
    assert b"## Branching layer" in files[APPLICATION]
    assert b"## Branching layer" not in files[CLOCK]


@requirement("R-BODY-01")
@pytest.mark.parametrize("section", [section for section in Section if not section.is_optional])
def test_a_missing_section_is_caught_where_the_next_one_begins(section: Section) -> None:
    text = body_of(CLOCK)
    start = text.index(f"## {section}\n")
    end = text.find("\n## ", start) + 1 or len(text)
    files = with_body(CLOCK, text[:start] + text[end:])
    following = text[end:].partition("\n")[0]
    last = files[CLOCK].decode().rstrip().count("\n") + 1
    line = files.line_of(CLOCK, following) if following else last
    assert_caught(files, RULE, CLOCK, line, says=section)


@requirement("R-BODY-01")
def test_an_empty_body_misses_every_section() -> None:
    found = with_body(CLOCK, "").findings([RULE])
    assert len(found) == len(Section) - 1


@requirement("R-BODY-01")
def test_an_unknown_section_is_caught_at_its_line() -> None:
    files = Files.valid().replaced(CLOCK, "## Process", "## Costs\n\nNone.\n\n## Process")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "## Costs"), says="do not have")


def test_an_underlined_section_counts_like_any_other() -> None:
    files = Files.valid().replaced(CLOCK, "## Process", "Costs\n-----\n\nNone.\n\n## Process")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "Costs"))


def test_a_heading_of_the_third_level_or_in_code_is_free() -> None:
    files = Files.valid().replaced(
        CLOCK, "## Process", "### Costs\n\n```\n## Costs\n# Costs\n```\n\n## Process"
    )
    assert_clean(files, RULE)


@requirement("R-BODY-01")
def test_a_repeated_section_is_caught_at_the_second() -> None:
    files = Files.valid().replaced(
        CLOCK, "## Known surprises", "## Process\n\n1. Again.\n\n## Known surprises"
    )
    line = files.line_of(CLOCK, "1. Again.") - 2
    assert_caught(files, RULE, CLOCK, line, says="twice")


def test_a_section_spelt_in_other_letters_is_caught_once() -> None:
    files = Files.valid().replaced(CLOCK, "## Required documents", "## Required Documents")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "## Required Documents"), says="spelt")


@requirement("R-BODY-01")
@pytest.mark.parametrize(
    ("section", "before"),
    [
        (Section.BASIS, ""),
        (Section.REQUESTS, "## Authoritative basis"),
        (Section.PROCESS, "## Required documents"),
    ],
)
def test_of_sections_out_of_order_only_the_one_to_move_is_caught(section: Section, before: str) -> None:
    files = moved(CLOCK, section, before=before)
    found = files.findings([RULE])
    assert len(found) == 1
    assert "out of order" in found[0].message


def test_a_section_moved_to_the_end_is_caught_there() -> None:
    files = moved(CLOCK, Section.BASIS, before="")
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "## Authoritative basis"))


@requirement("R-BODY-01")
@pytest.mark.parametrize("heading", ["# A title", "A title\n======="])
@pytest.mark.parametrize("file", [CLOCK, FALLBACK])
def test_a_title_in_the_body_is_caught_in_every_skill(file: str, heading: str) -> None:
    files = Files.valid().replaced(file, "**Starter", f"{heading}\n\n**Starter")
    assert_caught(files, RULE, file, files.line_of(file, heading), says="title")


@requirement("R-BODY-01")
def test_a_meta_skill_may_leave_out_and_add_but_not_reorder() -> None:
    files = Files.valid().replaced(FALLBACK, "## Process", "## What this is\n\nA floor.\n\n## Process")
    assert_clean(files, RULE)
    turned = moved(FALLBACK, Section.REQUESTS, before="## Process")
    line = turned.line_of(FALLBACK, "## Requests")
    assert_caught(turned, RULE, FALLBACK, line, says="out of order")


def test_a_skeleton_may_be_empty() -> None:
    assert_clean(with_body(CLOCK, "").replaced(CLOCK, "status: beta", "status: draft"), RULE)


def test_the_retired_section_is_left_to_its_own_rule() -> None:
    assert_clean(Files.valid().replaced(CLOCK, "## Process", "## verify with\n\nX.\n\n## Process"), RULE)
