"""The words that every match holds, as they are read off a pattern."""

from __future__ import annotations

import pytest

from becivic_scrub import dialect
from becivic_scrub.needles import members, needles


def _needles(pattern: str, flags: str = "") -> list[list[str]]:
    return needles(dialect.tree(pattern, flags), ignores_case="i" in flags)


@pytest.mark.parametrize(
    ("pattern", "flags", "lists"),
    [
        ("passport", "", [["passport"]]),
        ("PassPort", "i", [["passport"]]),
        (r"\bpassport\b", "", [["\bpassport\b"]]),
        ("num[eé]ro", "", [["numero", "numéro"]]),
        ("num[éÉ]ro", "i", [["numéro"]]),
        ("visa|passport", "", [["passport", "visa"]]),
        ("passport|[a-z]{3}", "", []),
        ("passports?", "", [["passport"]]),
        ("(?:passport[ ])?dossier", "", [["dossier"]]),
        ("[a-z]{3}", "", []),
        ("[0-9]{4}", "", []),
        ("[a-z]{2}4321-[0-9]{2}", "", [["0000-00"]]),
        ("(?:rue|straat)[ ][a-z]{3}[ ](?:bus|boite)", "", [[" boite", " bus"], ["rue ", "straat "]]),
        ("[a-z]{3}(?:straat|laan)[ ][0-9]", "", [["laan 0", "straat 0"]]),
        ("(?:[a-z]{3}straat|[a-z]laan)[ ][0-9]", "", [["laan 0", "straat 0"]]),
        ("geboren(?:[ ][a-z]{2,9})?[ ]@", "", [["geboren"], [" @"]]),
        ("(?:dossier[ ]){1,3}[a-z]", "", [["dossier "]]),
        ("(?:[a-z]@dossier){1,3}", "", [["@dossier"]]),
        ("(?:[a-z]@dossier){0,3}[a-z]", "", []),
        ("[abc]{6}visa", "", [["avisa", "bvisa", "cvisa"]]),
        ("[abc]{0,6}visa[a-z]", "", [["visa"]]),
        ("[a-gz]visa", "", [["visa"]]),
        ("Ÿvisa", "", [["visa"]]),
        ("€visa", "", [["visa"]]),
        ("[0-9]{2}(?:[ .-]{1,2}[0-9]{2}){3}", "", []),
        ("e[a-z]", "", []),
    ],
)
def test_of_each_list_one_word_stands_in_every_match(
    pattern: str, flags: str, lists: list[list[str]]
) -> None:
    assert _needles(pattern, flags) == lists


def test_alternatives_with_more_words_than_are_worth_looking_for_say_nothing() -> None:
    words = "|".join(
        f"{first}{second}#[a-z]"
        for first in "abcdefghijklmnopqrstuvwxyz"
        for second in "abcdefghijklmnopqrstuvwxyz"
    )
    assert _needles(f"(?:{words})") == []


def test_no_more_than_three_lists_are_kept_the_rarest_first() -> None:
    lists = _needles("dossier[a-z]paspoort[a-z]visa[a-z]rijksregister[a-z]")
    assert lists == [["rijksregister"], ["paspoort"], ["dossier"]]


@pytest.mark.parametrize(
    ("atom", "ignores_case", "expected"),
    [
        ("a", False, "a"),
        ("a", True, "aA"),
        ("[0-9]", False, "0123456789"),
        (r"\d", True, "0123456789"),
        ("[éÉ]", True, "éÉ"),
        (r"\n", False, "\n"),
        ("[a-z]", False, ""),
        ("[^a]", False, ""),
        (r"\W", True, ""),
        ("[\uffff]", False, "\uffff"),
    ],
)
def test_the_members_of_a_class_are_told_where_they_are_few(
    atom: str, ignores_case: bool, expected: str
) -> None:
    assert members(atom, ignores_case) == frozenset(expected)
