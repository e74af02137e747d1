"""Phrases of several words."""

from __future__ import annotations

import pytest

from becivic.names.phrases import Phrases
from becivic.names.words import split

_PHRASES = Phrases(["Van den Broeck", "van den", "je m'appelle", "", "Moniteur belge"])


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("VAN DEN BROECK", 3),
        ("van den Eynde", 2),
        ("van den", 2),
        ("van", 0),
        ("Je m\u2019appelle", 3),
        ("Broeck", 0),
        ("Moniteur", 0),
    ],
)
def test_the_longest_phrase_is_found(text: str, end: int) -> None:
    assert _PHRASES.end_of(split(text), 0) == end
