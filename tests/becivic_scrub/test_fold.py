"""Folding: what a reader sees, with a way back to where it stood."""

from __future__ import annotations

import re

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from becivic.scrub.foldable import FOLDABLE
from becivic_scrub.fold import _TYPOGRAPHY, _UNUSUAL, Folded, fold, plain_typography
from becivic_scrub.look_alikes import TABLE
from tests.factories.scrub_texts import ANYTHING


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("", ""),
        ("plain, and nothing else\n", "plain, and nothing else\n"),
        ("été à l'hôtel", "été à l'hôtel"),
        ("85.07.30\u2011033.28", "85.07.30-033.28"),
        ("85\u00a007\u202f30\u2009033\t28", "85 07 30 033 28"),
        ("\uff18\uff15\u200b.07\u00ad.30", "85.07.30"),
        ("\u0668\u0665.\u06f0\u06f7", "85.07"),
        ("e\u0301te\u0301", "ete"),
        ("0\ufe0f\u20e34\ufe0f\u20e3", "04"),
        ("a\ud800b", "a\ufffdb"),
        ("\U0001f600 7", "\U0001f600 7"),
        ("1234\u00b9", "1234\u00b9"),
        ("\u200b\ufeff", ""),
    ],
)
def test_a_text_folds_to_what_a_reader_sees(text: str, folded: str) -> None:
    assert fold(text).text == folded


def test_a_footnote_mark_behind_a_number_ends_it() -> None:
    assert re.findall(r"\b[0-9]{4}\b", fold("1234\u00b2 5678\u00b9").text, re.ASCII) == ["1234", "5678"]


def test_no_offsets_are_kept_where_none_moved() -> None:
    assert fold("plain").offsets is None
    assert fold("\uff18\u00a0\u0668\ud800").offsets is None
    assert fold("a\u200bb").offsets == [0, 2]


@given(ANYTHING)
def test_every_folded_character_stands_for_the_one_at_its_offset(text: str) -> None:
    folded = fold(text)
    offsets = range(len(text)) if folded.offsets is None else folded.offsets
    assert len(folded.text) == len(offsets)
    assert list(offsets) == sorted(set(offsets))
    for plain, offset in zip(folded.text, offsets, strict=True):
        assert plain == TABLE.get(ord(text[offset]), text[offset])
    gone = set(range(len(text))) - set(offsets)
    assert all(TABLE[ord(text[offset])] is None for offset in gone), "only what shows nothing is gone"


@given(ANYTHING)
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = fold(text).text
    assert fold(once) == Folded(once)


@given(ANYTHING)
def test_making_typography_plain_first_changes_no_fold_and_no_length(text: str) -> None:
    plain = plain_typography(text)
    assert len(plain) == len(text)
    assert fold(plain) == fold(text)


@given(ANYTHING)
def test_folded_text_can_be_encoded(text: str) -> None:
    fold(text).text.encode()


@given(ANYTHING, st.data())
def test_a_span_leads_back_to_the_original_and_holds_what_was_invisible_inside(
    text: str, data: st.DataObject
) -> None:
    folded = fold(text)
    start = data.draw(st.integers(0, len(folded.text)))
    end = data.draw(st.integers(start, len(folded.text)))
    if start < end:
        first, last = folded.original(start, end)
        assert fold(text[first:last]).text == folded.text[start:end]


def test_the_class_of_what_folds_is_the_table_without_half_pairs_in_both_engines() -> None:
    encodable = [chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF]
    foldable = {character for character in encodable if ord(character) in TABLE}
    assert set(re.findall(FOLDABLE, "".join(encodable))) == foldable
    linear = re2.compile(FOLDABLE)
    assert {match.group() for match in linear.finditer("".join(foldable))} == foldable
    assert linear.search("".join(sorted(set(encodable) - foldable))) is None


def test_what_is_taken_for_usual_folds_to_itself_and_typography_to_what_the_table_says() -> None:
    usual = {chr(code) for code in range(0x110000)} - set(
        _UNUSUAL.findall("".join(map(chr, range(0x110000))))
    )
    assert set("\n aZ09éÉßœŒ€§°\u2019\u201c\u2026«") <= usual
    assert {each for each in usual if ord(each) in TABLE} == set()
    assert {ord(mark): plain for mark, plain in _TYPOGRAPHY.items()}.items() <= TABLE.items()


def test_a_text_with_more_marks_than_are_worth_replacing_one_by_one_is_folded_all_the_same() -> None:
    assert (
        fold("".join(map(chr, range(0x660, 0x66A))) + "\uff21\uff22\u4e2d\u200b").text == "0123456789AB\u4e2d"
    )


def test_folded_texts_are_values() -> None:
    assert fold("a\u200b") == Folded("a", "a\u200b") != Folded("a")
    assert len({fold("a"), fold("a"), fold("\uff41"), fold("a\u200b")}) == 2
    assert fold("a") != "a"


def test_an_empty_span_is_where_it_is() -> None:
    assert fold("\u200b").original(0, 0) == (0, 0)
