"""What a page may hold: every character that it may not is replaced, and no other, however the text is looked at."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from becivic.rendering.markup import as_page, bounded, shown
from becivic.rules.reading import QUESTION

NONE = "\N{REPLACEMENT CHARACTER}"
ODD = st.sampled_from(
    "\x00\x08\x0b\r\x1f\x7f\x80\x9f\ud800\udfff\ufdd0\ufdef\u202a\u202e\u2066\u2069\ufffe\uffff\U0010ffff"
)
FINE = st.sampled_from("a<&\t\n é€·…\xa0\xad\u200d\u202f\u2028\ue000\U0001f600")


def is_odd(letter: str) -> bool:
    """As HTML says it, and our own: no noncharacter, no control but tab and line feed, nothing that turns what follows."""
    code = ord(letter)
    is_control = (code < 0x20 and letter not in "\t\n") or 0x7F <= code <= 0x9F
    is_none = 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE or 0xD800 <= code <= 0xDFFF
    return is_control or is_none or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069


@given(st.lists(ODD | FINE | st.characters(), max_size=40).map("".join))
@example("plain\nlines only\n")
@example("\xa0\u202f")
def test_what_a_page_has_no_place_for_is_replaced_and_nothing_else(text: str) -> None:
    expected = "".join(NONE if is_odd(letter) else letter for letter in text)
    assert shown(text) == expected
    assert as_page(text) == expected.encode()


@pytest.mark.parametrize("text", ["", "word", "Two lines\nof it\n", "35\u202f€ de l\xadécole"])
def test_text_that_a_page_may_hold_is_the_same_object(text: str) -> None:
    assert shown(text) is text


def test_a_question_is_one_line_and_not_endless() -> None:
    assert bounded("  a\n b\t" + "c" * 1000) == "a b " + "c" * (QUESTION - 7)
    assert bounded("a\x00b\ud800") == "a\ufffdb?"
