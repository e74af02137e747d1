"""Scrub patterns: what is refused before it is published, and what stays."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from becivic.corpus.fields import Fields
from becivic.corpus.scrub_patterns import PatternRefused, ScrubRule, nests_quantifiers, refusals, scrub_rules
from becivic.packaged import corpus_folder
from tests.requirement import requirement


def a_rule(pattern: str, flags: str = "", **fields: object) -> ScrubRule:
    return ScrubRule(Fields({"name": "demo", "pattern": pattern, "flags": flags, **fields}))


@pytest.mark.parametrize(
    ("pattern", "flags"),
    [
        (r"\b[0-9]{2}[ ./-]?[0-9]{3}\b", ""),
        (r"[A-Z0-9._%+-]{1,64}@[A-Z0-9-]{1,63}(?:\.[A-Z0-9-]{1,63}){1,8}", "i"),
        (r"^dossier [0-9]+$", "im"),
        (r"(?:\+|\b00)[0-9]{3}(?:[ ./()-]{0,3}[0-9]){6,12}", ""),
        (r"[a-z]+@(?:[a-z]{1,9}\.)+be", ""),
        (r"nr[.:]?[0-9]{4,}\(x\)[+]", ""),
        (r"[\[\]a[]{2}[0-9]", ""),
    ],
)
def test_a_plain_pattern_is_fit_to_publish(pattern: str, flags: str) -> None:
    assert list(refusals(a_rule(pattern, flags))) == []


@requirement("R-SCRUB-04")
@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (r"(?=[0-9])[0-9]{3}", "linear-time"),
        (r"([0-9])\1", "linear-time"),
        (r"[0-9", "linear-time"),
        (r"[0-9]{2000}", "linear-time"),
        (r"\Aab[0-9]", "alike"),
        (r"(?P<digits>[0-9])", "alike"),
        (r"(?i)ab[0-9]", "alike"),
        (r"(?i:ab)[0-9]", "alike"),
        (r"[[:digit:]]{3}", "alike"),
        (r"[]x][0-9]", "alike"),
        (r"[^]x][0-9]", "alike"),
        (r"[+--][0-9]", "alike"),
        (r"x{,3}[0-9]", "alike"),
        (r"\x{41}[0-9]", "Python"),
        ("(" * 600 + "[0-9]" + ")" * 600, "Python"),
        (r"(x+)+[0-9]", "inside a repetition"),
        (r"(?:(?:x*)y?){3,}[0-9]", "inside a repetition"),
        (r"[a-z]?", "nothing personal"),
        (r"[a-z]{3}", "nothing personal"),
        (r"", "flags"),
    ],
)
def test_a_pattern_that_is_not_fit_is_refused_once_with_its_reason(pattern: str, reason: str) -> None:
    [refusal] = refusals(a_rule(pattern))
    assert reason in refusal
    assert not pattern or pattern not in refusal


@requirement("R-SCRUB-04")
def test_flags_that_engines_do_not_share_are_refused() -> None:
    assert "flags" in next(refusals(a_rule("[0-9]", "s")))


def test_an_exponential_pattern_with_bounds_and_separators_passes() -> None:
    assert not nests_quantifiers(r"(?:\.[a-z]{1,63}){1,8}")
    assert not nests_quantifiers(r"\(a+\)+")
    assert not nests_quantifiers(r"[(]a+[)]+")
    assert not nests_quantifiers(r"a+)+")


def test_a_pattern_that_cannot_run_says_so() -> None:
    with pytest.raises(PatternRefused):
        a_rule("(?<=a)b").compiled()


def test_flags_take_effect() -> None:
    assert a_rule("^ab[0-9]", "im").compiled().search("x\nAB1") is not None
    assert a_rule("^ab[0-9]").compiled().search("x\nAB1") is None


@pytest.mark.parametrize(
    ("where", "applies"),
    [
        ("all_strings", True),
        (["content.body", "provenance.notes"], True),
        (["content.body"], False),
        (3, False),
    ],
)
def test_a_rule_applies_to_all_strings_or_to_the_fields_it_names(where: object, *, applies: bool) -> None:
    assert a_rule("x", applies_to_fields=where).applies_to("notes") is applies


_HOSTILE = """
import json, re, sys
for rule in json.load(sys.stdin)["rules"]:
    flags = (re.I if "i" in rule["flags"] else 0) | (re.M if "m" in rule["flags"] else 0)
    compiled = re.compile(rule["pattern"], flags)
    for unit in ("0", "a", "A", " ", ".", "-", "/", "+", "@", "a.", "0 ", "A0", "00.", "é", "BE", "+3", "a@a."):
        list(compiled.finditer(unit * (2000 // len(unit)) + "!"))
"""


@requirement("R-SCRUB-04", "R-CI-27")
def test_the_packaged_patterns_answer_hostile_text_in_bounded_time_even_when_the_engine_backtracks() -> None:
    rules = (corpus_folder() / "scrub" / "regex-rules.json").read_bytes()
    assert json.loads(rules)["rules"]
    subprocess.run([sys.executable, "-c", _HOSTILE], input=rules, check=True, timeout=60)


@requirement("R-CI-27")
def test_the_packaged_patterns_are_fit_to_publish() -> None:
    packaged = Fields.of(json.loads((corpus_folder() / "scrub" / "regex-rules.json").read_bytes()))
    assert {rule.name: list(refusals(rule)) for rule in scrub_rules(packaged) if list(refusals(rule))} == {}
