"""The table against what this Python knows of Unicode, and against what must not be folded."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest

from becivic_scrub.look_alikes import TABLE


def _of_category(*categories: str) -> Iterator[int]:
    return (code for code in range(0x80, 0x110000) if unicodedata.category(chr(code)) in categories)


def test_every_digit_of_every_script_stands_for_its_value() -> None:
    wrong = {code for code in _of_category("Nd") if TABLE.get(code) != str(unicodedata.decimal(chr(code)))}
    assert not wrong


@pytest.mark.parametrize(("category", "plain"), [("Zs", " "), ("Pd", "-")])
def test_every_space_and_every_dash_stands_for_the_plain_one(category: str, plain: str) -> None:
    assert {TABLE.get(code) for code in _of_category(category)} == {plain}


def test_every_format_character_that_shows_nothing_vanishes() -> None:
    shown = {0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
    hieroglyphs = set(range(0x13430, 0x13460))
    assert {TABLE.get(code, "kept") for code in set(_of_category("Cf")) - shown - hieroglyphs} == {None}


def test_control_characters_vanish_or_are_spaces_and_ends_of_lines_stay() -> None:
    controls = {code: TABLE.get(code, "kept") for code in (*range(0x20), *range(0x7F, 0xA0))}
    assert {code for code, kept in controls.items() if kept == "kept"} == {0x0A, 0x0D, 0x85}
    assert {code for code, kept in controls.items() if kept == " "} == {0x09, 0x0B, 0x0C}
    assert set(controls.values()) == {"kept", " ", None}


def test_marks_that_ride_on_any_letter_vanish_and_so_do_enclosing_marks() -> None:
    riding = {code for code in _of_category("Mn") if unicodedata.name(chr(code)).startswith("COMBINING")}
    left = {chr(code) for code in riding if TABLE.get(code, "kept") is not None and code < 0x10000}
    assert all("DEVANAGARI" in unicodedata.name(mark) for mark in left), "signs of a script of their own"
    assert {TABLE.get(code, "kept") for code in _of_category("Me")} == {None}


@pytest.mark.parametrize("digit", [*"¹²³⁰⁴⁵⁶⁷⁸⁹", *"₀₁₂₃₄₅₆₇₈₉", *"½¼¾"])
def test_superscripts_subscripts_and_fractions_stay_because_they_end_a_number(digit: str) -> None:
    assert ord(digit) not in TABLE


def test_accented_latin_letters_stay() -> None:
    accented = {
        code
        for code in range(0xC0, 0x250)
        if unicodedata.category(chr(code))[0] == "L" and code != 0x17F  # the long s is an s
    }
    assert not accented & set(TABLE)


def test_plain_ascii_stays_but_for_controls() -> None:
    assert not {code for code in TABLE if 0x20 <= code < 0x7F}


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("\uff22\uff25", "BE"),
        ("\U0001d401\U0001d404", "BE"),
        ("\u212c\u2130", "BE"),
        ("\U0001d7f5\U0001d7d8", "90"),
        ("\u0412\u0415", "BE"),
        ("\u0392\u0395", "BE"),
        ("\u2460\u24ea", "10"),
        ("\uff0b\ufe62\u207a\u2795", "++++"),
        ("\uff20\ufe6b", "@@"),
        ("\u00b7\u2024\uff0e", "..."),
        ("\u2044\u2215", "//"),
        ("\u2217\uff0a", "**"),
        ("\u212a\u017f\u212b\u1e9e", "KsÅß"),
        ("\ud800\udfff", "\ufffd\ufffd"),
    ],
)
def test_a_disguise_stands_for_what_a_reader_sees(written: str, plain: str) -> None:
    assert written.translate(TABLE) == plain


def test_what_stands_for_something_stands_for_one_character_that_is_not_folded_again() -> None:
    plain = {each for each in TABLE.values() if each is not None}
    assert {len(each) for each in plain} == {1}
    assert not {ord(each) for each in plain} & set(TABLE)


def test_no_latin_letter_has_a_third_case_left_that_a_pattern_with_two_would_miss() -> None:
    folds: dict[str, set[str]] = {}
    for code in range(0x1F000):  # no letter beyond has cases
        if code not in TABLE:
            folds.setdefault(chr(code).casefold(), set()).add(chr(code))
    latin = (kin for kin in folds.values() if any(0xC0 <= ord(each) < 0x180 for each in kin))
    assert all(len(kin) <= 2 for kin in latin)
