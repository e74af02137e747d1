"""What of a text a model gets to read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from becivic.names.lexicon import Lexicon
from becivic.names.scan import read
from becivic.names.windows import WINDOW, windows

_LEXICON = Lexicon()


def _pieces(text: str) -> list[tuple[int, str]]:
    return list(windows(read(text, "fr", _LEXICON)))


def test_only_sentences_where_somebody_could_be_named_are_read() -> None:
    text = "La commune ouvre tard. Zorblin attend ici.\nLe guichet ferme."
    assert _pieces(text) == [(23, "Zorblin attend ici.")]


def test_a_title_does_not_end_a_sentence() -> None:
    assert _pieces("On a vu M. Zorblin ici.") == [(0, "On a vu M. Zorblin ici.")]


def test_an_endless_sentence_is_cut_between_words() -> None:
    pieces = _pieces("Zorblin attend ici " * 400)
    assert len(pieces) > 1
    assert all(len(piece) <= WINDOW for _, piece in pieces)
    assert all(piece.endswith(" ") for _, piece in pieces)


def test_where_there_is_no_blank_it_is_cut_all_the_same() -> None:
    pieces = _pieces("Zorblin" + "," * 5_000)
    assert [len(piece) for _, piece in pieces] == [WINDOW, WINDOW, 1_007]


@given(st.text(alphabet="Ab. \n", max_size=300))
def test_pieces_are_the_text_at_their_offsets(text: str) -> None:
    assert all(text[at : at + len(piece)] == piece for at, piece in _pieces(text))
