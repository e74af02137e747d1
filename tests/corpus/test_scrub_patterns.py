"""Scrub patterns: what is refused before it is published, and what stays."""

from __future__ import annotations

import subprocess
import sys

import pytest

from becivic.corpus.scrub_patterns import refusals
from becivic_scrub import packaged_rules
from tests.requirement import requirement


@pytest.mark.parametrize(
    ("pattern", "flags"),
    [
        (r"\b[0-9]{2}[ ./-]?[0-9]{3}\b", ""),
        (r"[A-Z0-9._%+-]{1,40}@[A-Z0-9-]{1,30}(?:\.[A-Z0-9-]{1,30}){1,4}", "i"),
        (r"(?:\+|\b00)[0-9]{3}(?:[ ./()-]{0,3}[0-9]){6,12}", ""),
        (r"nr[.:]?([0-9]{4,9})\(x\)[+]", "im"),
    ],
)
def test_a_plain_pattern_is_fit_to_publish(pattern: str, flags: str) -> None:
    assert list(refusals(pattern, flags)) == []


@requirement("R-SCRUB-04")
@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (r"(?=[0-9])[0-9]{3}", "alike"),
        (r"([0-9])\1", "alike"),
        (r"[0-9", "alike"),
        (r"^[0-9]{3}", "alike"),
        (r"[0-9]{201}", "200 characters"),
        (r"(x+)+[0-9]", "repeats without bound"),
        (r"[0-9]{4,}", "repeats without bound"),
        (r"([0-9])([0-9])", "one capturing group"),
        (r"[9-0]{3}", "Python"),
        (r"[a-z]?", "can match nothing"),
        (r"", "can match nothing"),
        (r"[a-z]{3}", "nothing personal"),
        (r"[^a]", "nothing personal"),
    ],
)
def test_a_pattern_that_is_not_fit_is_refused_once_with_its_reason(pattern: str, reason: str) -> None:
    [refusal] = refusals(pattern, "")
    assert reason in refusal
    assert not pattern or pattern not in refusal


@requirement("R-SCRUB-04")
def test_flags_that_engines_do_not_share_are_refused() -> None:
    assert [*refusals("[0-9]", "s")] == ["has flags that not every engine knows"]


@requirement("R-SCRUB-04")
def test_a_pattern_that_only_re2_does_not_take_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in the common syntax is foreign to RE2; a pattern may still be too large for it."""
    monkeypatch.setattr("becivic.scrub.linear._PATTERN_MEMORY", 512)
    assert [*refusals("(?:[0-9]{1,10}[a-f]){1,15}", "")] == ["is refused by the linear-time engine"]


_HOSTILE = """
from becivic_scrub import Engine, packaged_rules
engine = Engine(packaged_rules())
for unit in ("0", "a", "A", " ", ".", "-", "/", "+", "@", "a.", "0 ", "A0", "00.", "é", "BE", "+3", "a@a."):
    late = [each.rule for each in engine.find(unit * (2000 // len(unit)) + "!") if not each.ran]
    assert not late, (unit, late)
"""


@requirement("R-SCRUB-04", "R-CI-27")
def test_the_packaged_patterns_answer_hostile_text_in_bounded_time_even_when_the_engine_backtracks() -> None:
    subprocess.run([sys.executable, "-c", _HOSTILE], check=True, timeout=60)


@requirement("R-CI-27")
def test_the_packaged_patterns_are_fit_to_publish() -> None:
    unfit = {rule.name: [*refusals(rule.pattern, rule.flags)] for rule in packaged_rules()}
    assert {name: reasons for name, reasons in unfit.items() if reasons} == {}
