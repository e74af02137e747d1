"""The sieve: offsets are those of the text, whatever its characters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.sieve import Sieve

SIEVE = Sieve("[0-9]+ ?(?:€|days)")


def test_it_catches_in_any_case_and_says_where() -> None:
    text = "Près de l'église: 20 € ou 30 DAYS."
    assert [text[start:end] for start, end in SIEVE.spans(text)] == ["20 €", "30 DAYS"]
    assert SIEVE.catches(text)
    assert not SIEVE.catches("Près de l'église")


@given(st.text(), st.text())
def test_what_it_finds_stands_where_it_says(before: str, after: str) -> None:
    text = f"{before} 7 days{after}"
    assert any(text[start:end].endswith("7 days") for start, end in SIEVE.spans(text))
