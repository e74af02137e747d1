"""The sieve catches wherever the pattern stands, whatever surrounds it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.sieve import Sieve

SIEVE = Sieve("[0-9]+ ?(?:€|days)")


def test_case_does_not_matter_and_a_clean_text_passes() -> None:
    assert SIEVE.catches("Près de l'église: 20 €")
    assert SIEVE.catches("within 30 DAYS")
    assert not SIEVE.catches("Près de l'église")


@given(st.text(), st.text())
def test_it_catches_in_any_surroundings(before: str, after: str) -> None:
    assert SIEVE.catches(f"{before}7 days{after}")
