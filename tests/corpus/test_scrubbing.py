"""The scrub rules of a corpus: compiled once, whole or with the reasons why not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from becivic.corpus.scrubbing import SCRUB_RULES_FILE, scrubbing
from becivic_scrub import RulesRefused
from tests.factories.corpora import CLOCK, Files
from tests.requirement import requirement

RULES: list[dict[str, Any]] = json.loads(Files.valid()[SCRUB_RULES_FILE])["rules"]


def text(*rules: object) -> str:
    return json.dumps({"schema_version": 2, "rules": rules})


def test_sound_rules_run_whole() -> None:
    found = scrubbing(text(*RULES))
    assert found.faults == ()
    engine = found.whole()
    assert engine is found.engine
    assert [rule.name for rule in engine.rules] == [rule["name"] for rule in RULES]
    assert [each.rule for each in engine.find("Ask a.b@example.org.")] == ["email"]


@requirement("R-SCRUB-05")
@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[]", "is not a rules file"),
        (text(), "is not a rules file"),
        (text(3), "rule 1 is not an object"),
        (text(*RULES, RULES[2]), "two rules are called `email`"),
    ],
)
def test_a_file_that_is_not_sound_runs_nothing_and_says_why(written: str, reason: str) -> None:
    found = scrubbing(written)
    assert found.engine is None
    [fault] = found.faults
    assert fault.reason.startswith(reason)
    assert (fault.pointer, fault.rule) == ("/rules", None)
    with pytest.raises(RulesRefused, match=rf"^{SCRUB_RULES_FILE}: {reason}"):
        found.whole()


@requirement("R-SCRUB-05")
def test_a_rule_that_cannot_run_is_named_with_its_place_and_the_others_run() -> None:
    found = scrubbing(text(RULES[0], {**RULES[2], "pattern": "(?=x)@"}, RULES[1]))
    [fault] = found.faults
    assert fault.pointer == "/rules/1/pattern"
    assert fault.reason.startswith("the pattern of `email` uses syntax")
    assert fault.rule is not None
    assert fault.rule.name == "email"
    assert found.engine is not None
    assert [rule.name for rule in found.engine.rules] == ["belgian_nrn", "iban"]
    with pytest.raises(RulesRefused, match="the pattern of `email`"):
        found.whole()


def test_with_no_rule_left_that_can_run_there_is_no_engine() -> None:
    found = scrubbing(text({**RULES[0], "pattern": "x*"}))
    assert found.engine is None
    assert [fault.pointer for fault in found.faults] == ["/rules/0/pattern", "/rules"]


@requirement("R-SCRUB-05")
def test_what_re2_does_not_take_refuses_the_whole_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("becivic.scrub.linear._PATTERN_MEMORY", 512)
    large = {**RULES[0], "pattern": "(?:[0-9]{1,10}[a-f]){1,15}"}
    found = scrubbing(text(large))
    assert found.engine is None
    assert [fault.reason for fault in found.faults] == [
        "the pattern of `belgian_nrn` is refused by the linear-time engine"
    ]


def test_the_same_rules_are_compiled_once_however_many_commits_hold_them() -> None:
    before = Files.valid().load()
    after = Files.valid().replaced(CLOCK, "Count the waiting time", "Count the days").load()
    assert after.scrubbing.whole() is before.scrubbing.whole()


def test_a_corpus_without_rules_has_nothing_to_run() -> None:
    assert Files.valid().without(SCRUB_RULES_FILE).load().scrubbing.engine is None
