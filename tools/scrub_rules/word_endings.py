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


# Dutch and German share these endings, and a text may be in either: one list of words for both. The lists
# hold what notes about procedures speak of; each letter of each word costs an engine that backtracks.

ROAD: Final = ending_but(
    "weg",
    *("onder", "halver", "snel", "uit", "om", "water", "fiets"),
    *("rechts", "post", "dienst", "aus", "um", "schul"),
)
MARKET: Final = ending_but("markt", "arbeids", "arbeits", "woning", "wohnungs", "huur", "super", "kerst")
COURT: Final = ending_but(
    "hof",
    *("gerechts", "arbeids", "reken"),
    *("gerichts", "rechnungs", "bahn", "fried", "schul"),
)
LANE: Final = ending_but("baan", "loop", "bij", "rij", "start")
AVENUE: Final = ending_but("lei", "aller", "veler", "gener")
SQUARE: Final = ending_but(
    "platz",
    *("arbeits", "park", "sitz", "spiel", "stell", "studien", "listen", "schlaf", "kita", "garten"),
    *("ungs", "pflege", "heim", "therapie", "flug", "sport", "camping", "kums"),
)
