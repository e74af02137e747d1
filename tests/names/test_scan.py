"""One reading of a text."""

from __future__ import annotations

import pytest

from becivic.names.lexicon import Lexicon, Sense
from becivic.names.scan import read


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("van den Broeck", 2),
        ("van den", 1),
        ("van, den Broeck", 0),
        ("Van den Broeck", 0),
        ("de la van den Broeck", 3),
        ("Broeck", 0),
    ],
)
def test_particles_are_passed_over(text: str, end: int, lexicon: Lexicon) -> None:
    assert read(text, "en", lexicon).beyond_particles(0) == end


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("vu Zorblin van der Quast hier", (1, 5)),
        ("vu Zorblin van, Quast", (1, 2)),
        ("vu J. Zorblin Quast", (1, 4)),
        ("vu Van Zorblin", (1, 3)),
        ("vu Commune Zorblin", (2, 3)),
    ],
)
def test_a_name_stretches_over_its_particles_and_initials(
    text: str, name: tuple[int, int], lexicon: Lexicon
) -> None:
    scan = read(text, "en", lexicon)
    assert scan.stretch(next(at for at, word in enumerate(scan.words) if word.text == "Zorblin")) == name


def test_a_denied_phrase_wins_over_a_surname_of_two_words() -> None:
    lexicon = Lexicon(places=["Van den Broeck"])
    assert read("Van den Broeck", "fr", lexicon).senses[0] == Sense.COMMON | Sense.INSTITUTION
    assert read("Van den Broeck", "fr", Lexicon()).senses[0] == Sense.SURNAME


def test_a_title_is_no_initial_in_french(lexicon: Lexicon) -> None:
    assert not read("M. Zorblin", "fr", lexicon).is_initial(0)
    assert read("M. Zorblin", "nl", lexicon).is_initial(0)


def test_a_line_of_capitals_is_a_headline_except_in_german(lexicon: Lexicon) -> None:
    text = "Family Reunification Without Housing Papers. Another day."
    assert read(text, "en", lexicon).headline == frozenset(range(5))
    assert read(text, "de", lexicon).headline == frozenset()
