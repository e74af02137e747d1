"""Gates: a closed one is certain, whatever the pattern and the text."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from becivic_scrub import Rule, dialect
from becivic_scrub.digit_runs import digit_runs
from becivic_scrub.fold import fold
from becivic_scrub.gates import Gate, Gates, Look, outline
from becivic_scrub.look_alikes import TABLE
from becivic_scrub.needles import needles
from tests.factories.scrub_rules import PATTERNS


def test_an_outline_is_in_lower_case_with_every_digit_a_nought() -> None:
    assert outline("Rue ÉTÉ 1907, İ") == "rue été 0000, \ufffd"


def test_no_letter_that_folding_leaves_looks_like_part_of_a_word_only_in_its_outline() -> None:
    kept = (chr(code) for code in range(0x80, 0x110000) if code not in TABLE)
    assert not [each for each in kept if any(mark.isascii() for mark in outline(each))]


@pytest.mark.parametrize(
    ("gate", "text", "opens"),
    [
        (Gate(), "", True),
        (Gate([(1, 1)]), "", False),
        (Gate([(1, 1)]), "a1", True),
        (Gate([(3, 4)]), "1 2 3", False),
        (Gate([(3, 5)]), "1 2 3", True),
        (Gate([(3, 3)]), "1 23 456", True),
        (Gate([(3, 3), (6, 7)]), "1 23 456", False),
        (Gate([(3, 3), (6, 8)]), "1 23 456", True),
        (Gate([(2, 200)]), "1", False),
        (Gate([(2, 200)]), "1" + " " * 198 + "2", True),
        (Gate([(2, 200)]), "1" + " " * 199 + "2", False),
        (Gate((), [["rue ", "straat"]]), "La RUE haute", True),
        (Gate((), [["rue ", "straat"]]), "la ruelle", False),
        (Gate((), [["rue "], ["bus"]]), "rue haute", False),
        (Gate((), [["rue "], ["bus"]]), "rue haute bus", True),
        (Gate((), [["n° 00"]]), "N° 17", True),
        (Gate([(2, 2)], [["rue "]]), "17", False),
        (Gate([(2, 2)], [["rue "]]), "rue", False),
        (Gate([(2, 2)], [["rue "]]), "rue 17", True),
        (Gate((), [["\bpass"]]), "passage", True),
        (Gate((), [["\bpass"]]), "toepassing", False),
        (Gate((), [["\bpass"]]), "toepassing: pass", True),
        (Gate((), [["\bpass"]]), "épass", True),
        (Gate((), [["\bpass"]]), "7pass _pass Zpass", False),
        (Gate((), [["pass\b"]]), "passage", False),
        (Gate((), [["pass\b"]]), "un pass", True),
        (Gate((), [["pass\b"]]), "compass-point", True),
        (Gate((), [["\bpass\b"]]), "compass passage", False),
        (Gate((), [["\bpass\b"]]), "compass (pass)", True),
        (Gate((), [["\bpass\b"]]), "passİ", True),
        (Gate((), [["\bpass\b"]]), "İpass", True),
    ],
)
def test_a_text_opens_a_gate_by_what_it_holds(gate: Gate, text: str, opens: bool) -> None:
    assert Look(text).opens(gate) is opens


_PIECES: Final = st.recursive(
    st.sampled_from(
        [
            "a",
            "b",
            "7",
            "é",
            " ",
            "-",
            "@",
            "[0-9]",
            "[ab]",
            "[0-9]{2}",
            "[ .]{1,2}",
            "[a-z]",
            "[^a]",
            r"\b",
            r"\d",
        ]
    ),
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=4).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda several: f"(?:{'|'.join(several)})"),
        st.builds("(?:{}){}".format, inner, st.sampled_from(["?", "{2}", "{1,2}", "{0,2}", "{3}"])),
    ),
    max_leaves=8,
)
WORDS: Final = st.text(st.sampled_from("aAbé1 9_-.@\n\u20ac\u0130"), max_size=6)


@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(_PIECES, PATTERNS), st.sampled_from(["", "i"]), st.sampled_from([2, 5, 300]), st.data())
def test_no_pattern_whatever_matches_a_text_that_leaves_its_gate_closed(
    pattern: str, flags: str, most: int, data: st.DataObject
) -> None:
    """With every needle kept, however little it says, and with room for few strings too."""
    try:
        compiled = dialect.compiled(pattern, flags)
    except dialect.PatternRefused:
        return
    inside = st.from_regex(compiled, fullmatch=True)
    text = fold(data.draw(WORDS) + data.draw(inside) + data.draw(WORDS)).text
    if compiled.search(text):
        assert Look(text).opens(_whole_gate(dialect.tree(pattern, flags), "i" in flags, most))


def _whole_gate(tree: dialect.Tree, ignores_case: bool, most: int) -> Gate:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("becivic_scrub.needles._TELLING", -1000.0)
        patch.setattr("becivic_scrub.needles._MOST_LISTS", 1000)
        patch.setattr("becivic_scrub.needles._MOST_SHAPES", 1000)
        patch.setattr("becivic_scrub.needles.MOST_STRINGS", most)
        patch.setattr("becivic_scrub.word_sets.MOST_STRINGS", most)
        return Gate(digit_runs(tree, ignores_case=ignores_case), needles(tree, ignores_case=ignores_case))


RULES = [
    Rule("digits", "[0-9]{3}", "", "metadata"),
    Rule("broken", "[z-a]", "", "metadata"),
    Rule("word", "Visa", "i", "metadata"),
]


def test_patterns_are_read_when_their_gate_first_opens_and_once() -> None:
    gates = Gates(RULES, [Gate([(3, 3)]), None, Gate((), [["visa"]])])
    assert dict(gates.opened_by("nothing")) == {1: None}
    assert list(gates._patterns) == []
    first = dict(gates.opened_by("123"))
    assert list(first) == [0, 1]
    again = dict(gates.opened_by("123 VISA"))
    assert again[0] is first[0]
    assert again[2] is not None
    assert again[2].search("a visa")


def test_a_pattern_that_this_python_does_not_take_may_not_run() -> None:
    gates = Gates(RULES, [None, Gate(), None])
    assert dict(gates.opened_by("z")) == {0: None, 1: None, 2: None}
    assert dict(gates.opened_by("z")) == {0: None, 1: None, 2: None}
