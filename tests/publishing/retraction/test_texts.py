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
