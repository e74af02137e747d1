"""The quick engine finds exactly what the ordinary one finds, believes nothing said of other rules, and loads little."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from becivic_scrub import Engine, Rule, RulesRefused, parse_rules
from becivic_scrub.fold import fold
from becivic_scrub.gates import Gate, Look
from becivic_scrub.patterns import for_python
from becivic_scrub.prepared import prepare
from becivic_scrub.quick import FACTS_VERSION, digest, quick_engine
from tests.factories.payloads import FIXTURES
from tests.factories.quick_scrub import (
    RULES_FILE,
    both_engines,
    finds_the_same,
    packaged_bytes,
    packaged_facts,
)
from tests.factories.scrub_process import PACKAGE, pythons, run
from tests.factories.scrub_rules import NRN, PATTERNS, SEVERAL, UNTRANSLATABLE, entry, file_of
from tests.factories.scrub_texts import ANYTHING, HURTFUL, MIXED, SHAPES, mixed, noise
from tests.requirement import requirement
from tests.scrub.test_rules_file import TABLES

RUNAWAY = entry("runaway", "(?:b{1,9}){1,20}X")
RAW = file_of(*SEVERAL)


def _gate(number: int) -> Gate:
    gate = Gate.of(packaged_facts()["rules"][number])
    assert gate is not None
    return gate


def test_facts_of_the_very_bytes_are_believed() -> None:
    engine = both_engines()[1]
    assert not engine.anew
    assert engine.prepared == packaged_facts()
    assert engine.rules == both_engines()[0].rules


@requirement("R-SCRUB-05")
@pytest.mark.parametrize("file", sorted((FIXTURES / "pii-samples").glob("*.txt")), ids=lambda file: file.stem)
def test_the_same_is_found_in_every_sample(file: Path) -> None:
    assert finds_the_same(file.read_text(encoding="utf-8"))


@requirement("R-SCRUB-05")
@pytest.mark.unmeasured
@pytest.mark.parametrize("name", ["identifiers", "names"])
def test_the_same_is_found_in_every_text_of_the_set(name: str) -> None:
    lines = (FIXTURES / "scrub-set" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines]
    assert len(texts) > 1000
    assert [text for text in texts if not finds_the_same(text)] == []


def test_the_same_is_found_in_every_row_of_the_tables_of_rules() -> None:
    texts = {marked.replace("«", "").replace("»", "") for _, marked in TABLES}
    assert [text for text in texts if not finds_the_same(text)] == []


def _hostile() -> Iterator[str]:
    rng = Random(20261120)
    for piece in HURTFUL:
        yield piece * 1500
    for _ in range(40):
        yield noise(rng, 1200)
        yield mixed(rng, 60)
    yield from ("", "\u200b", "\ud800", "\u0130" * 50, "pass" * 2000, "85.07.30\u0130033.28", "\x08" * 90)
    strings: list[Any] = [json.loads((FIXTURES / "hostile/payloads.json").read_text(encoding="utf-8"))]
    while strings:
        value = strings.pop()
        if isinstance(value, str):
            yield value[:3000]
        elif isinstance(value, (dict, list)):
            strings += [*value, *value.values()] if isinstance(value, dict) else value


@requirement("R-SCRUB-05")
@pytest.mark.unmeasured
def test_the_same_is_found_in_hostile_texts() -> None:
    assert [text[:80] for text in _hostile() if not finds_the_same(text)] == []


@settings(max_examples=100)
@given(st.lists(MIXED, max_size=4).map("".join))
def test_the_same_is_found_in_identifiers_disguised_and_mixed_with_noise(text: str) -> None:
    assert finds_the_same(text)


@settings(max_examples=100)
@given(ANYTHING)
def test_the_same_is_found_in_any_text_at_all(text: str) -> None:
    assert finds_the_same(text)


@cache
def _strings_of(number: int) -> st.SearchStrategy[str]:
    """Texts that a rule matches, among words."""
    rule = both_engines()[0].rules[number]
    word = st.sampled_from(["", " ", "le ", "Nr. ", "é", "_", "7", "\n", "Straße "])
    drawn = st.from_regex(for_python(rule.pattern, rule.flags), fullmatch=True)
    return st.tuples(word, drawn, word).map("".join)


@requirement("R-SCRUB-05")
@pytest.mark.parametrize("number", range(len(parse_rules(packaged_bytes()))))
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_gate_of_a_rule_is_open_on_whatever_the_rule_matches(number: int, data: st.DataObject) -> None:
    text = data.draw(_strings_of(number))
    rule = both_engines()[0].rules[number]
    folded = fold(text).text
    if for_python(rule.pattern, rule.flags).search(folded):
        assert Look(folded).opens(_gate(number))
    assert finds_the_same(text)


@settings(max_examples=100)
@given(PATTERNS, st.sampled_from(["", "i"]), st.text("abcéÉ1 -@/.\n\u20ac\U0001f600\u200b", max_size=40))
def test_the_same_is_found_with_any_rule_whether_it_runs_or_not(pattern: str, flags: str, text: str) -> None:
    raw = file_of(entry("any", pattern, flags=flags), NRN)
    quick = quick_engine(raw, prepare(raw), lenient=True)
    assert quick.find(text) == Engine(parse_rules(raw, lenient=True)).find(text)
    assert not quick.anew


@pytest.mark.parametrize("most", [0, 1, 3, None])
def test_both_stop_after_as_many_findings_a_rule(most: int | None) -> None:
    ordinary, quick = both_engines()
    text = " \u00e9 ".join(SHAPES * 2)
    assert ordinary.find(text, most=most) == quick.find(text, most=most)


def test_a_walk_over_json_finds_the_same() -> None:
    ordinary, quick = both_engines()
    document = {"a": list(SHAPES), "jan.peeters@example.be": {"b": 85073003328}, "clean": ["nothing", 7]}
    assert list(ordinary.walk(document)) == list(quick.walk(document)) != []


@requirement("R-SCRUB-05")
@pytest.mark.parametrize("text", ["", "clean", "85.07.30-033.28"])
def test_rules_that_may_not_run_count_as_fired_as_they_do_with_the_ordinary_engine(text: str) -> None:
    raw = file_of(NRN, UNTRANSLATABLE, RUNAWAY, entry("backwards", "[z-a]"))
    quick = quick_engine(raw, prepare(raw), lenient=True)
    assert not quick.anew
    assert quick.find(text) == Engine(parse_rules(raw, lenient=True)).find(text)
    assert {each.rule for each in quick.find(text) if not each.ran} == {"tomorrows", "runaway", "backwards"}


@pytest.mark.parametrize("prepared", [True, False])
def test_a_rule_that_cannot_be_translated_refuses_the_file_unless_one_is_lenient(prepared: bool) -> None:
    raw = file_of(NRN, UNTRANSLATABLE)
    with pytest.raises(RulesRefused, match="fetched: the pattern of `tomorrows` uses syntax"):
        quick_engine(raw, prepare(raw) if prepared else {}, source="fetched")


def test_a_file_that_is_broken_is_refused_by_its_name() -> None:
    with pytest.raises(RulesRefused, match="fetched: is not JSON"):
        quick_engine(b"{", packaged_facts(), source="fetched")


def _damaged() -> dict[str, dict[str, Any]]:
    whole = prepare(RAW)
    shut = json.loads(json.dumps(whole["rules"]))
    shut[0]["digits"] = [[99, 1]]
    return {
        "nothing": {},
        "other rules": prepare(file_of(NRN)),
        "another version": {**whole, "version": FACTS_VERSION + 1},
        "a gate that was changed": {**whole, "rules": shut},
        "a rule missing": {**whole, "rules": whole["rules"][1:]},
        "no rules": {key: value for key, value in whole.items() if key != "rules"},
        "no seal": {key: value for key, value in whole.items() if key != "seal"},
    }


@requirement("R-SCRUB-05")
@pytest.mark.parametrize("kind", _damaged())
def test_facts_of_anything_but_these_bytes_are_found_out_anew(kind: str) -> None:
    engine = quick_engine(RAW, _damaged()[kind])
    assert engine.anew
    assert engine.prepared == prepare(RAW)
    assert not quick_engine(RAW, engine.prepared).anew
    for text in SHAPES:
        assert engine.find(text) == Engine(parse_rules(RAW)).find(text)


def test_the_digest_is_sha_256_wherever_this_python_keeps_it() -> None:
    expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digest(b"abc") == expected
    assert digest(b"abc", ("no_such_module", "hashlib")) == expected


def test_a_rule_is_a_value_as_before() -> None:
    rule = Rule("a", "b", "", "metadata")
    assert rule == Rule(name="a", pattern="b", flags="", category="metadata")
    with pytest.raises(AttributeError):
        rule.name = "c"  # type: ignore[misc]


_WHAT_IS_LOADED = """
import json, sys
sys.path.insert(0, sys.argv[1])
from becivic_scrub.quick import quick_engine
with open(sys.argv[2], "rb") as rules, open(sys.argv[3], "rb") as facts:
    engine = quick_engine(rules.read(), json.load(facts))
found = engine.find(sys.argv[4])
print(json.dumps([engine.anew, len(found), len(engine.locate.__self__._candidates.__self__._patterns), list(sys.modules)]))
"""

SLOW = {
    "dataclasses", "inspect", "pathlib", "calendar", "pkgutil", "hashlib", "argparse", "tempfile",
    *(f"becivic_scrub.{name}" for name in ("dialect", "backtracking", "needles", "prepared", "look_alikes")),
}  # fmt: skip
FOR_FINDINGS = {"becivic_scrub.checksums", "becivic_scrub.strings"}


@pytest.fixture(scope="module")
def facts_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("facts") / "facts.json"
    file.write_text(json.dumps(packaged_facts()), encoding="utf-8")
    return file


@pytest.mark.parametrize("python", pythons())
@pytest.mark.parametrize(
    ("text", "findings", "most_patterns", "unneeded"),
    [
        ("The clerk asked for a birth certificate, and the desk was closed.", False, 0, SLOW | FOR_FINDINGS),
        (
            "La redevance est de 25\u00a0€ \u2013 l\u2019extrait est gratuit depuis 2019.",
            False,
            5,
            SLOW | FOR_FINDINGS,
        ),
        ("My number is 85.07.30-033.28.", True, 25, SLOW),
    ],
)
def test_a_cold_process_loads_nothing_slow_and_reads_few_patterns(
    facts_file: Path, python: str, text: str, findings: bool, most_patterns: int, unneeded: set[str]
) -> None:
    ran = run(
        [
            python,
            "-I",
            "-S",
            "-c",
            _WHAT_IS_LOADED,
            str(PACKAGE.parent),
            str(RULES_FILE),
            str(facts_file),
            text,
        ]
    )
    assert ran.err == ""
    anew, found, patterns, loaded = json.loads(ran.out)
    assert not anew
    assert bool(found) is findings
    assert patterns <= most_patterns
    assert unneeded & set(loaded) == set()
