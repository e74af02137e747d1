"""Text with known identifiers against the published rules, and national numbers against their checksum.

The engine that both sides of the wire will share comes later; until then the patterns are compiled here.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, Protocol

import pytest
import re2

from becivic.packaged import corpus_folder
from becivic.rules.json_text import parse_json
from becivic.rules.scrub import BASELINE_RULES
from tests.factories.payloads import FIXTURES, Fixture, fixtures
from tests.requirement import requirement


class Pattern(Protocol):
    def search(self, text: str, /) -> object: ...


@cache
def _rules() -> list[tuple[str, Pattern, Pattern]]:
    """Name, linear engine, reference engine."""
    rules = parse_json((corpus_folder() / "scrub/regex-rules.json").read_bytes())["rules"]
    return [(rule["name"], _linear(rule), _reference(rule)) for rule in rules]


def _linear(rule: dict[str, Any]) -> Pattern:
    prefix = f"(?{rule['flags']})" if rule["flags"] else ""
    return re2.compile(prefix + rule["pattern"])


def _reference(rule: dict[str, Any]) -> Pattern:
    flags = {"i": re.IGNORECASE, "m": re.MULTILINE}
    return re.compile(rule["pattern"], sum((flags[flag] for flag in rule["flags"]), re.ASCII))


SAMPLES = fixtures("pii-samples/*.txt")


def _expected(sample: Fixture) -> list[str]:
    expected: list[str] = json.loads(sample.file.with_suffix(".expected.json").read_text(encoding="utf-8"))
    return expected


@requirement("R-TEST-01", "R-TEST-05", "R-SCRUB-02")
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_a_sample_is_found_by_the_detectors_it_lists_and_by_no_other_of_the_baseline(sample: Fixture) -> None:
    text = sample.file.read_text(encoding="utf-8")
    found = [name for name, linear, _ in _rules() if name in BASELINE_RULES and linear.search(text)]
    assert found == _expected(sample)


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_both_engines_find_the_same(sample: Fixture) -> None:
    text = sample.file.read_text(encoding="utf-8")
    for name, linear, reference in _rules():
        assert (linear.search(text) is None) is (reference.search(text) is None), name


@requirement("R-TEST-01", "R-TEST-02")
def test_every_baseline_rule_has_a_sample_of_its_own_and_some_samples_are_clean() -> None:
    expected = [_expected(sample) for sample in SAMPLES]
    alone = {names[0] for names in expected if len(names) == 1}
    assert alone | {"eu_phone"} == set(BASELINE_RULES), (
        "a phone number of a member state is international too"
    )
    assert ["eu_phone", "international_phone"] in expected
    assert expected.count([]) >= 5


def test_every_sample_has_its_answer_and_every_answer_its_sample() -> None:
    texts = {file.name.removesuffix(".txt") for file in (FIXTURES / "pii-samples").glob("*.txt")}
    answers = {
        file.name.removesuffix(".expected.json")
        for file in (FIXTURES / "pii-samples").glob("*.expected.json")
    }
    assert texts == answers


NUMBERS = fixtures("nrn-checksum/*.json")


def _check_holds(written: str, century: str) -> bool:
    """Modulo 97 of the national register: nine digits, a 2 in front for those born from 2000 on."""
    digits = re.sub(r"[ .\-/]", "", written)
    if not re.fullmatch(r"[0-9]{11}", digits):
        return False
    counted = ("2" if century == "born-from-2000" else "") + digits[:9]
    return 97 - int(counted) % 97 == int(digits[9:])


@requirement("R-TEST-01", "R-TEST-05")
@pytest.mark.parametrize("case", NUMBERS, ids=str)
def test_a_national_number_checks_out_in_the_century_it_says(case: Fixture) -> None:
    found = case.read()
    verdicts = {century: _check_holds(found["number"], century) for century in found["valid"]}
    assert verdicts == found["valid"]
    assert set(verdicts) == {"born-before-2000", "born-from-2000"}
    assert case.file.stem.startswith("valid-" if any(verdicts.values()) else "invalid-")


@requirement("R-TEST-01")
def test_both_centuries_and_both_verdicts_have_a_number() -> None:
    verdicts = {tuple(each.read()["valid"].values()) for each in NUMBERS}
    assert verdicts == {(True, False), (False, True), (False, False)}
