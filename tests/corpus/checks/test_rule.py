"""How rules are run: every finding once, in order, and a rule that cannot run has fired."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Context, Problem, body_rule, rule, run_rules
from becivic.corpus.findings import Finding, Place, Severity
from tests.factories.corpora import Files


@rule("demo-broken", "cannot run", section="none")
def broken(context: Context) -> Iterator[Problem]:
    yield Problem(Place("a"), "seen before the fall", "none")
    raise KeyError(len(context.skills))


@rule("demo-repeats", "says the same twice", section="none", severity=Severity.WARNING)
def repeats(context: Context) -> Iterator[Problem]:
    yield Problem(Place("b", 2), "again", "remedy")
    yield Problem(Place("b", 2), "again", "remedy")
    yield Problem(Place("a", 9), "first", "remedy", Severity.ERROR)


@rule("demo-base", "needs a base", section="none", needs_base=True)
def based(context: Context) -> Iterator[Problem]:
    yield Problem(Place("c"), "there is a base", "remedy")


@body_rule("demo-bodies", "reads bodies", section="none")
def bodies(context: Context) -> Iterator[Problem]:
    for skill in context.skills:
        assert skill.body.elements
        yield Problem(skill.body_place(0), "read", "remedy")


def test_a_rule_that_cannot_run_counts_as_fired_and_the_others_still_run(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.CRITICAL + 1):
        findings = Files.valid().findings([broken, repeats])
    assert [(finding.rule, finding.severity) for finding in findings] == [
        ("demo-repeats", Severity.ERROR),
        ("demo-repeats", Severity.WARNING),
        ("demo-broken", Severity.ERROR),
    ]
    assert findings[-1].message == "the rule could not run on this corpus, which counts as a fault"


def test_findings_come_once_each_by_file_and_line() -> None:
    assert Files.valid().findings([repeats]) == [
        Finding("demo-repeats", Severity.ERROR, Place("a", 9), "first", "remedy"),
        Finding("demo-repeats", Severity.WARNING, Place("b", 2), "again", "remedy"),
    ]


def test_a_rule_that_needs_a_base_is_silent_without_one() -> None:
    assert Files.valid().findings([based]) == []
    assert [finding.rule for finding in Files.valid().findings([based], base=Files.valid())] == ["demo-base"]


def test_bodies_are_read_for_the_rules_and_forgotten_after() -> None:
    corpus = Files.valid().load()
    findings = run_rules([bodies], Context.of(corpus))
    assert len(findings) == len(corpus.skills)
    assert all(set(vars(skill.body)) == {"text", "first_line"} for skill in corpus.skills.values())
    assert all(skill.body.elements for skill in corpus.skills.values()), "and read again when asked for"


def test_every_rule_has_an_id_a_section_and_a_sentence_of_its_own() -> None:
    assert len({each.id for each in ALL_RULES}) == len(ALL_RULES)
    assert all(each.section and each.summary for each in ALL_RULES)
    assert {f"rule-{number:02d}" for number in (*range(7, 16), 17, 18)} <= {each.id for each in ALL_RULES}
