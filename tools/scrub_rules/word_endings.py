"""Endings that make a street of a word, save where the word is known to be another: -weg, but not onderweg.

The common syntax cannot look back, so each way of not being such a word is written out, letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tools.scrub_rules.parts import one_of


def ending_but(ending: str, *stems: str) -> str:
    """The ending, unless one of the stems stands right before it."""
    return one_of(*_unlike("", stems)) + ending


def _unlike(known: str, stems: tuple[str, ...]) -> Iterator[str]:
    """What may stand before the ending when `known` already does and no stem may be completed.

    A class of the letters that do not lead on to a stem: shorter than all other letters, and enough, for
    what comes before it must be letters anyway. The space is left out so that the word stays one.
    """
    last_letters = sorted({stem[-1] for stem in stems})
    yield f"[^ {''.join(last_letters)}]{known}"
    for letter in last_letters:
        rest = tuple(stem[:-1] for stem in stems if stem[-1] == letter)
        if all(rest):
            yield from _unlike(letter + known, rest)


# Dutch and German share these endings, and a text may be in either: one list of words for both.

ROAD: Final = ending_but(
    "weg",
    *("onder", "halver", "snel", "uit", "om", "auto", "water", "lucht", "spoor", "fiets", "rechts"),
    *("post", "dienst", "aus", "um", "schul", "heim", "instanzen", "mittel"),
)
MARKET: Final = ending_but(
    "markt",
    *("arbeids", "woning", "huur", "huizen", "super", "vastgoed", "banen", "energie", "kerst", "rommel"),
    *("arbeits", "wohnungs", "miet", "immobilien", "weihnachts", "floh", "bau"),
)
COURT: Final = ending_but(
    "hof",
    *("gerechts", "arbeids", "assisen", "reken", "straf"),
    *("gerichts", "rechnungs", "bahn", "fried", "schul", "bauern"),
)
LANE: Final = ending_but("baan", "loop", "bij", "droom", "start", "rij", "bus", "landings")
AVENUE: Final = ending_but("lei", "aller", "veler", "gener", "ener", "beider", "eër", "eer", "vieler")
SQUARE: Final = ending_but(
    "platz",
    *("arbeits", "park", "sitz", "spiel", "stell", "studien", "listen", "schlaf", "steh", "lager", "kita"),
    *("ausbildungs", "betreuungs", "krippen", "kindergarten", "pflege", "heim", "therapie", "sport"),
    *("start", "liege", "speicher", "flug", "zelt", "camping", "rast", "bau", "praktikums", "lehr"),
)
