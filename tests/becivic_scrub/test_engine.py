"""The engine: findings with verdicts, redaction and walks, and never a word of the text."""

from __future__ import annotations

import pickle
import re

import pytest
from hypothesis import given

from becivic_scrub import Engine, Finding, Rule, RulesRefused
from becivic_scrub.rules import CATEGORIES
from tests.factories.scrub_rules import EMAIL, LABELLED, NRN, PHONE, SEVERAL, UNTRANSLATABLE, entry, rules
from tests.factories.scrub_texts import ANYTHING, MIXED
from tests.requirement import requirement

ENGINE = Engine(rules(*SEVERAL))


def test_an_engine_without_rules_refuses_to_be_made() -> None:
    with pytest.raises(RulesRefused, match="there are no scrub rules to run"):
        Engine([])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("nothing here", []),
        ("85.07.30-033.28", [Finding("nrn", "direct_identifier", 0, 15, "valid")]),
        ("x 85.07.30-033.29.", [Finding("nrn", "indirect_identifier", 2, 17, "invalid")]),
        ("mail a@b.be!", [Finding("email", "direct_identifier", 5, 11)]),
        ("passport: EK123456;", [Finding("labelled", "indirect_identifier", 10, 18)]),
        (
            "\u200b\uff18\uff15.07.\u00ad30\u2011033.28\u200b",
            [Finding("nrn", "direct_identifier", 1, 17, "valid")],
        ),
    ],
)
def test_a_finding_says_rule_category_place_and_verdict(text: str, expected: list[Finding]) -> None:
    assert ENGINE.find(text) == expected


@requirement("R-SCRUB-10")
@pytest.mark.parametrize("category", CATEGORIES)
def test_a_failed_check_makes_a_direct_identifier_indirect_and_leaves_the_others(category: str) -> None:
    engine = Engine(rules({**NRN, "category": category}))
    valid, invalid = engine.find("85.07.30-033.28 85.07.30-033.27")
    assert (valid.category, valid.checksum) == (category, "valid")
    weaker = "indirect_identifier" if category == "direct_identifier" else category
    assert (invalid.category, invalid.checksum) == (weaker, "invalid")


def test_a_checksum_nobody_knows_keeps_the_category_and_gives_no_verdict() -> None:
    (found,) = Engine(rules({**NRN, "checksum": "modulo_of_tomorrow"})).find("85.07.30-033.27")
    assert (found.category, found.checksum) == ("direct_identifier", None)


def test_findings_come_by_place_whatever_the_order_of_the_rules() -> None:
    text = "a@b.be 85.07.30-033.28 +32 470 12 34 56 c@d.be"
    forwards = Engine(rules(NRN, EMAIL, PHONE)).find(text)
    assert [each.rule for each in forwards] == ["email", "nrn", "phone", "email"]
    assert Engine(rules(PHONE, EMAIL, NRN)).find(text) == forwards


def test_findings_that_touch_are_all_told_and_a_rule_of_fewer_characters_comes_first() -> None:
    found = Engine(rules(entry("long", "a{5}"), entry("short", "a{2}"))).find("aaaaa")
    assert [(each.rule, each.start, each.end) for each in found] == [
        ("short", 0, 2),
        ("long", 0, 5),
        ("short", 2, 4),
    ]


def test_the_character_behind_a_group_is_free_for_the_next_match() -> None:
    engine = Engine(rules(entry("pair", "x([0-9]{2})x")))
    assert [(each.start, each.end) for each in engine.find("x12x34x56x")] == [(1, 3), (4, 6), (7, 9)]


@pytest.mark.parametrize(("most", "each"), [(None, 50), (0, 0), (1, 1), (7, 7), (500, 50)])
def test_most_bounds_the_findings_of_each_rule(most: int | None, each: int) -> None:
    engine = Engine(rules(entry("two", "[0-9]{2}"), entry("letter", "a")))
    found = engine.find("12a " * 50, most=most)
    assert [sum(one.rule == name for one in found) for name in ("two", "letter")] == [each, each]


def test_a_field_leaves_out_rules_made_for_other_fields() -> None:
    engine = Engine(rules({**NRN, "applies_to_fields": ["rationale", "target.note"]}, EMAIL))
    text = "85.07.30-033.28 a@b.be"
    assert [each.rule for each in engine.find(text)] == ["nrn", "email"]
    assert [each.rule for each in engine.find(text, "rationale")] == ["nrn", "email"]
    assert [each.rule for each in engine.find(text, "item.rationale")] == ["nrn", "email"]
    assert [each.rule for each in engine.find(text, "note")] == ["email"]
    document = {"target": {"note": text, "name": text}, "rationale": [text], "note": text}
    fired = {each.pointer for each in engine.walk(document) if each.rule == "nrn"}
    assert fired == {"/target/note", "/rationale/0"}
    assert {each.pointer for each in engine.walk([text]) if each.rule == "nrn"} == {"/0"}


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("", ""),
        ("clean", "clean"),
        ("a@b.be", "[email]"),
        ("<a@b.be> and 85.07.30-033.28.", "<[email]> and [nrn]."),
        ("é 85\u200b.07.30-033.28 é", "é [nrn] é"),
        ("passport: EK123456;", "passport: [labelled];"),
    ],
)
def test_what_is_found_is_replaced_by_the_name_of_its_rule(text: str, redacted: str) -> None:
    assert ENGINE.redact(text) == redacted


@pytest.mark.parametrize(
    ("findings", "redacted"),
    [
        ([], "0123456789"),
        ([("a", 0, 2), ("b", 2, 4)], "[a][b]456789"),
        ([("a", 1, 5), ("b", 3, 7)], "0[a]789"),
        ([("a", 1, 5), ("b", 2, 8)], "0[b]89"),
        ([("a", 1, 9), ("b", 2, 3), ("c", 4, 5), ("d", 8, 10)], "0[a]"),
        ([("b", 4, 5), ("a", 1, 2)], "0[a]23[b]56789"),
        ([("a", 3, 3)], "012[a]3456789"),
    ],
)
def test_spans_that_overlap_become_one_named_after_the_widest(
    findings: list[tuple[str, int, int]], redacted: str
) -> None:
    given_findings = [Finding(rule, "direct_identifier", start, end) for rule, start, end in findings]
    assert ENGINE.redact("0123456789", given_findings) == redacted


def test_the_gravest_of_spans_that_overlap_names_them_and_an_unknown_category_is_the_least() -> None:
    names = ["direct_identifier", "indirect_identifier", "metadata", "person"]
    while len(names) > 1:
        findings = [Finding(name, name, place, 9) for place, name in enumerate(reversed(names))]
        assert ENGINE.redact("0123456789", findings) == f"[{names[0]}]9"
        names.pop(0)


@requirement("R-SCRUB-12")
@given(MIXED)
def test_a_finding_is_a_place_in_the_text_and_never_holds_any_of_it(text: str) -> None:
    for finding in ENGINE.find(text):
        words = {value for value in finding if isinstance(value, str)}
        assert words <= {finding.rule, *CATEGORIES, "valid", "invalid"}
        assert 0 <= finding.start < finding.end <= len(text)


@given(MIXED)
def test_redaction_takes_what_is_found_and_leaves_everything_else(text: str) -> None:
    found = {place for each in ENGINE.find(text) for place in range(each.start, each.end)}
    left = "".join(character for place, character in enumerate(text) if place not in found)
    names = "|".join(rule.name for rule in ENGINE.rules)
    assert re.sub(rf"\[(?:{names})\]", "", ENGINE.redact(text)) == left


@given(ANYTHING)
def test_no_text_whatever_breaks_the_engine(text: str) -> None:
    ENGINE.find(text)
    ENGINE.redact(text)
    list(ENGINE.walk({text: [text]}))


def test_many_findings_inside_a_wide_one_are_redacted_in_time_that_grows_with_their_number() -> None:
    """Twenty thousand in one group: with a look at all the others for each it would never end."""
    wide = Finding("wide", "metadata", 0, 100_000, ran=False)
    small = [Finding("small", "direct_identifier", place, place + 2) for place in range(0, 100_000, 5)]
    assert ENGINE.redact("x" * 100_000, [wide, *small]) == "[small]"


def test_a_document_looks_clean_where_nothing_fires_and_json_escapes_nothing() -> None:
    assert ENGINE.looks_clean({"a": ["nothing", 7]})
    assert not ENGINE.looks_clean({"a": "a@b.be"})
    assert not ENGINE.looks_clean({"a": "two\nlines"})


def test_a_walk_tells_pointers_and_masks_keys_that_are_personal() -> None:
    document = {
        "items": [{"note": "85.07.30-033.28"}, {"a/b~c": "call +32 470 12 34 56"}],
        "a@b.be": {"x": "c@d.be"},
        "": "e@f.be",
    }
    found = [(each.rule, each.pointer, each.start, each.in_key) for each in ENGINE.walk(document)]
    assert found == [
        ("nrn", "/items/0/note", 0, False),
        ("phone", "/items/1/a~1b~0c", 5, False),
        ("email", "", 0, True),
        ("email", "/*/x", 0, False),
        ("email", "/", 0, False),
    ]


def test_a_walk_bounds_findings_a_rule_and_text() -> None:
    text = "a@b.be c@d.be"
    assert len(list(ENGINE.walk({"a": text, text: "b"}))) == 4
    assert len(list(ENGINE.walk({"a": text, text: "b"}, most=1))) == 2


def test_a_rule_that_cannot_run_fires_on_every_string_and_key_of_a_walk() -> None:
    engine = Engine(rules(UNTRANSLATABLE, lenient=True))
    found = list(engine.walk({"a": "b"}))
    assert [(each.ran, each.pointer, each.in_key) for each in found] == [
        (False, "", True),
        (False, "/*", False),
    ]


def test_a_finding_as_json_says_four_facts_and_the_others_where_there_is_something_to_say() -> None:
    assert Finding("a", "metadata", 1, 2).as_dict() == {
        "rule": "a",
        "category": "metadata",
        "start": 1,
        "end": 2,
    }
    said = Finding("a", "metadata", 1, 2, "valid", ran=False, pointer="", in_key=True).as_dict()
    extra = {key: said[key] for key in ("checksum", "ran", "pointer", "in_key")}
    assert extra == {"checksum": "valid", "ran": False, "pointer": "", "in_key": True}


def test_rules_and_findings_are_values() -> None:
    assert rules(LABELLED) == rules(LABELLED)
    assert pickle.loads(pickle.dumps(rules(LABELLED))) == rules(LABELLED)
    assert isinstance(ENGINE.rules, tuple)
    assert all(isinstance(rule, Rule) for rule in ENGINE.rules)
