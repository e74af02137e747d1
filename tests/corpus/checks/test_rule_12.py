"""rule-12: uids are minted, never written by hand."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import rule_12
from becivic.corpus.checks.rule import Context
from becivic.rules.contract import BOT_EMAIL
from tests.factories.corpora import APPLICATION, CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = rule_12.check
PLACE = "Leap years count once."
NEW = '<VV name="demo-new-fee-eur" uid="val-00777">€1</VV>'


def cited(tag: str) -> Files:
    return Files.valid().replaced(CLOCK, PLACE, f"First line.\n{tag}")


def test_an_unchanged_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE, base=Files.valid())


@requirement("R-CI-13", "R-DRF-04")
@pytest.mark.parametrize(
    "tag", [NEW, '<Ref name="demo-new-law" uid="ref-00777">law</Ref>', NEW.replace("val-00777", "mine")]
)
def test_a_new_uid_is_caught_at_its_line(tag: str) -> None:
    files = cited(tag)
    line = files.line_of(CLOCK, "First line.") + 1
    assert_caught(files, RULE, CLOCK, line, base=Files.valid(), says="by hand")


@requirement("R-CI-13")
def test_a_uid_moved_from_another_skill_is_new_to_this_one() -> None:
    base = Files.valid().replaced(APPLICATION, "Some counters", f"{NEW} counters")
    files = base.replaced(CLOCK, PLACE, NEW)
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, NEW), base=base)


@requirement("R-CI-13")
def test_every_uid_of_a_new_skill_is_new() -> None:
    files = cited(NEW)
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, NEW), base=Files.valid().without(CLOCK))


@requirement("R-CI-13")
def test_the_bot_may_write_it() -> None:
    assert cited(NEW).findings([RULE], base=Files.valid(), author_email=BOT_EMAIL) == []
    assert cited(NEW).findings([RULE], base=Files.valid(), author_email="me@example.org") != []


@pytest.mark.parametrize(
    "tag",
    [
        '<VV name="demo-new-fee-eur">€1</VV>',
        '<VV name="demo-new-fee-eur" uid="">€1</VV>',
        '<VV name="demo-handling-fee-eur" uid="val-00001">€20</VV>',
        f"`{NEW}`",
    ],
)
def test_empty_and_seeded_uids_are_clean(tag: str) -> None:
    assert_clean(cited(tag), RULE, base=Files.valid())


def test_a_uid_that_was_there_before_may_move_within_its_skill() -> None:
    files = cited(NEW)
    assert_clean(files.replaced(CLOCK, "1. Add", f"1. {NEW} Add"), RULE, base=files)


def test_without_a_base_there_is_nothing_to_compare() -> None:
    assert_clean(cited(NEW), RULE)
    assert list(RULE.check(Context.of(cited(NEW).load()))) == []
