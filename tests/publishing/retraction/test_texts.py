"""The texts: every way they may be written is found, and what could not be meant is refused without being repeated."""

from __future__ import annotations

import json
import unicodedata

import pytest

from becivic.publishing.retraction.texts import MARK, RetractionRefused, Texts

NAME = 'Zénobie "Zaza" Quatrepont'


@pytest.mark.parametrize(
    "written",
    [
        NAME, unicodedata.normalize("NFD", NAME), json.dumps(NAME)[1:-1], json.dumps(NAME, ensure_ascii=False)[1:-1],
    ],
)  # fmt: skip
def test_a_text_is_found_however_it_is_written(written: str) -> None:
    texts = Texts.read(f"\ufeff{NAME}\r\n\n".encode())
    raw = f"before {written} after {written}".encode()
    assert texts.are_in(raw)
    assert texts.count(raw) == 2
    assert texts.taken_from(raw) == f"before {MARK} after {MARK}".encode()
    assert texts.are_in_words(written)
    assert texts.taken_from_words(f"x{written}") == f"x{MARK}"


@pytest.mark.parametrize(
    "gap",
    [
        "  ", "\n", "\r\n    ", "\t", "\u00a0", "\u202f", "** ", " __", "_", "%20", "&nbsp;", r"\n", r"\r\n ", r"\t",
        r"\u00a0", r"\u202f", " &nbsp;*\n", " " * 64,
    ],
)  # fmt: skip
@pytest.mark.parametrize("first", ["Zénobie", r"Z\u00e9nobie"])
def test_whatever_stands_between_its_words_a_text_is_found_and_goes_with_it(gap: str, first: str) -> None:
    texts = Texts.read("Zénobie de Quatrepont\n".encode())
    words = f"**{first}{gap}de{gap}Quatrepont**, so"
    assert texts.count(words.encode()) == 1
    assert texts.taken_from(words.encode()) == f"**{MARK}**, so".encode()
    assert texts.are_in_words(words)
    assert texts.taken_from_words(words) == f"**{MARK}**, so"


@pytest.mark.parametrize("gap", ["", "-", r"\\n", " or ", "%21", "u00a0", " " * 65])
def test_words_with_anything_else_between_them_are_not_the_text(gap: str) -> None:
    texts = Texts(["Anna Belle"])
    assert not texts.are_in(f"Anna{gap}Belle".encode())
    assert not texts.are_in_words(f"Anna{gap}Belle")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Anna * _ Belle", "Anna Belle"),
        ("* Anna", "*\nAnna"),
        ("Anna _Belle_ *", "Anna _Belle_ *"),
        ("****", "****"),
    ],
)
def test_a_text_may_have_signs_of_its_own_that_are_gaps_elsewhere(text: str, written: str) -> None:
    assert Texts([text]).taken_from_words(f"({written})") == f"({MARK})"


def test_gaps_of_any_length_and_number_are_looked_through_at_once() -> None:
    texts = Texts([" * ".join(["Anna"] * 12) + " Belle"])
    assert not texts.are_in((b"Anna" + b" *_\n" * 16) * 4000)


def test_the_longest_goes_first_and_another_spelling_stays() -> None:
    texts = Texts.read(b"Anna\nAnna Belle\n")
    assert texts.taken_from(b"Anna Belle, Anna, anna") == b"(retracted), (retracted), anna"


@pytest.mark.parametrize(
    "raw", [b"", b"\n \n", b"abc\n", b"fine here\nbad\x00line\n", b"retracted\n", b"\xff\xfe\n"]
)
def test_what_could_not_be_meant_is_refused(raw: bytes) -> None:
    with pytest.raises(RetractionRefused) as refused:
        Texts.read(raw)
    assert "fine here" not in str(refused.value)


def test_no_text_shows_in_a_traceback() -> None:
    assert repr(Texts(["Anna Belle"])) == "<texts to take out, in 1 forms>"
