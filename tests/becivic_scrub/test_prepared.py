"""What is found out about a rules file, to be kept beside it."""

from __future__ import annotations

import hashlib
import json

import pytest

from becivic_scrub import RulesRefused
from becivic_scrub.prepared import prepare
from tests.factories.quick_scrub import packaged_bytes, packaged_facts
from tests.factories.scrub_rules import NRN, UNTRANSLATABLE, entry, file_of

RUNAWAY = entry("runaway", "(?:b{1,9}){1,20}X")
BACKWARDS = entry("backwards", "[z-a]")


def test_facts_name_the_bytes_they_are_of_and_survive_json() -> None:
    raw = file_of(NRN)
    facts = prepare(raw)
    assert facts["sha256"] == hashlib.sha256(raw).hexdigest()
    assert json.loads(json.dumps(facts)) == facts
    assert prepare(raw) == facts
    assert prepare(raw + b"\n")["sha256"] != facts["sha256"]


def test_the_facts_of_a_rule_are_whether_it_runs_and_its_gate() -> None:
    labelled = entry("labelled", r"\b(?:passport|visa)[ ]([0-9]{6})", flags="i")
    facts = prepare(file_of(NRN, labelled, UNTRANSLATABLE, RUNAWAY, BACKWARDS))["rules"]
    assert facts[1:] == [
        {
            "refusal": None,
            "runs": True,
            "digits": [[6, 6]],
            "needles": [["\bpassport 000000", "\bvisa 000000"]],
        },
        {"refusal": "uses syntax that not every engine reads alike", "runs": False},
        {"refusal": None, "runs": False},
        {"refusal": "is refused by Python's engine", "runs": False},
    ]
    assert facts[0]["digits"][-1] == [11, 17]


def test_what_is_no_rules_file_is_refused_by_its_name() -> None:
    with pytest.raises(RulesRefused, match="fetched: is not JSON"):
        prepare(b"{", source="fetched")


def test_every_packaged_rule_runs_and_none_but_has_a_gate() -> None:
    facts = packaged_facts()["rules"]
    assert all(each["runs"] and (each["digits"] or each["needles"]) for each in facts)
    assert len(json.dumps(packaged_facts())) < len(packaged_bytes())
