"""Counting the paths an engine that backtracks could be sent on."""

from __future__ import annotations

import pytest

from becivic_scrub import Engine, dialect, packaged_rules
from becivic_scrub.backtracking import refuse_runaway
from tests.factories.scrub_rules import entry, rules
from tests.requirement import requirement

RUNAWAY = (
    "(?:b{1,9}){1,20}X",
    "(?:[bc]{1,3}[cd]{0,3}){1,30}X",
    "(?:[1-9]{1,4}){1,20}X",
    "(?:a{1,14}){1,14}b",
    "(?:a|a){100}b",
    "(?:[0-9]{1,10}[ .]?){1,12}x",
    "[a-z]{0,60}[a-z]{0,60}[a-z]{0,60}[0-9]",
    "(?:[ -]{1,2}[ -]?){1,40}y",
    "(?:\u00e9?\u00e9){1,60}z",
)
TAME = (
    "(?:[ ]?[0-9]){6,14}",
    r"\b[A-Z]{2}[0-9]{2}(?:[ ]?[0-9]{4}){3,6}\b",
    "[A-Z0-9._%+-]{1,40}@[A-Z0-9-]{1,40}",
    "(?:rue|avenue)(?:[ ][a-z]{1,12}){1,4}[ ][0-9]{1,3}",
)


@requirement("R-SCRUB-04")
@pytest.mark.parametrize("pattern", RUNAWAY)
def test_repetitions_that_multiply_are_refused(pattern: str) -> None:
    with pytest.raises(dialect.PatternRefused, match="can be kept busy without end"):
        refuse_runaway(pattern, "")


@pytest.mark.parametrize("pattern", TAME)
def test_repetitions_that_a_separator_keeps_apart_are_not(pattern: str) -> None:
    refuse_runaway(pattern, "i")


def test_case_counts_as_the_flags_say() -> None:
    pattern = "(?:[a-z]{1,12}[A-Z]?){1,12}[0-9]"
    with pytest.raises(dialect.PatternRefused):
        refuse_runaway(pattern, "")
    apart = "(?:[a-y]{0,12}Z){1,12}[0-9]"
    refuse_runaway(apart, "")
    together = "(?:[a-z]{0,12}Z){1,12}[0-9]"
    with pytest.raises(dialect.PatternRefused):
        refuse_runaway(together, "i")


@requirement("R-SCRUB-04")
def test_no_rule_that_ships_comes_near() -> None:
    for rule in packaged_rules():
        refuse_runaway(rule.pattern, rule.flags)


@requirement("R-SCRUB-05")
def test_a_runaway_rule_counts_as_fired_instead_of_running() -> None:
    engine = Engine(rules(entry("runaway", RUNAWAY[0]), lenient=True))
    (finding,) = engine.find("a" * 60)
    assert (finding.rule, finding.start, finding.end, finding.ran) == ("runaway", 0, 60, False)
