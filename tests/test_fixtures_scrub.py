"""Text with known identifiers against the published rules, and national numbers against their checksum."""

from __future__ import annotations

import json
from functools import cache

import pytest

from becivic.rules.scrub import BASELINE_RULES
from becivic.scrub import linear_engine
from becivic_scrub import Engine, packaged_rules
from becivic_scrub.checksums import CHECKSUMS, compact
from becivic_scrub.checksums_belgian import register_centuries
from tests.factories.payloads import FIXTURES, Fixture, fixtures
from tests.requirement import requirement


@cache
def _plain() -> Engine:
    return Engine(packaged_rules())


@cache
def _linear() -> Engine:
    return linear_engine(packaged_rules())


SAMPLES = fixtures("pii-samples/*.txt")


def _expected(sample: Fixture) -> list[str]:
    expected: list[str] = json.loads(sample.file.with_suffix(".expected.json").read_text(encoding="utf-8"))
    return expected


def _text(sample: Fixture) -> str:
    return sample.file.read_bytes().decode("utf-8")  # as it is: no line ending is made plain


@requirement("R-TEST-01", "R-TEST-05", "R-SCRUB-02")
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_a_sample_is_found_by_the_rules_it_lists_and_by_no_other(sample: Fixture) -> None:
    found = {finding.rule for finding in _linear().find(_text(sample))}
    assert [rule.name for rule in _linear().rules if rule.name in found] == _expected(sample)


@requirement("R-SCRUB-05")
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_both_engines_find_the_same(sample: Fixture) -> None:
    assert _linear().find(_text(sample)) == _plain().find(_text(sample))


@requirement("R-TEST-01", "R-TEST-02")
def test_every_rule_has_a_sample_and_some_samples_are_clean() -> None:
    expected = [_expected(sample) for sample in SAMPLES]
    named = {name for names in expected for name in names}
    assert named == {rule.name for rule in packaged_rules()}
    assert named >= set(BASELINE_RULES)
    assert expected.count([]) >= 5


def test_every_sample_has_its_answer_and_every_answer_its_sample() -> None:
    texts = {file.name.removesuffix(".txt") for file in (FIXTURES / "pii-samples").glob("*.txt")}
    answers = {
        file.name.removesuffix(".expected.json")
        for file in (FIXTURES / "pii-samples").glob("*.expected.json")
    }
    assert texts == answers


NUMBERS = fixtures("nrn-checksum/*.json")


CENTURIES = {"born-before-2000": 1900, "born-from-2000": 2000}


@requirement("R-TEST-01", "R-TEST-05", "R-SCRUB-10")
@pytest.mark.parametrize("case", NUMBERS, ids=str)
def test_a_national_number_checks_out_in_the_century_it_says(case: Fixture) -> None:
    found = case.read()
    held = register_centuries(compact(found["number"]))
    assert found["valid"] == {name: century in held for name, century in CENTURIES.items()}
    assert case.file.stem.startswith("valid-" if held else "invalid-")


@requirement("R-TEST-01", "R-SCRUB-10")
@pytest.mark.parametrize("case", NUMBERS, ids=str)
def test_a_number_that_checks_out_is_a_national_number_or_a_bis_number(case: Fixture) -> None:
    number = case.read()["number"]
    kinds = {kind for kind in ("nrn", "bis") if CHECKSUMS[f"modulo_97_belgian_{kind}"](number)}
    if case.file.stem.startswith("valid-"):
        assert kinds == {"bis" if "bis" in case.file.stem else "nrn"}
    else:
        assert not kinds


@requirement("R-TEST-01")
def test_both_centuries_and_both_verdicts_have_a_number() -> None:
    verdicts = {tuple(each.read()["valid"].values()) for each in NUMBERS}
    assert verdicts == {(True, False), (False, True), (False, False)}
