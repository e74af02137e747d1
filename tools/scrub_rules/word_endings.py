"""Endings that make a street of a word, save where the word is known to be another: -weg, but not onderweg.

The common syntax cannot look back, so each way of not being such a word is written out, letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from tools.scrub_rules.parts import one_of

_LETTERS: Final = "-" + "abcdefghijklmnopqrstuvwxyz" + "".join(map(chr, range(ord("à"), ord("ÿ") + 1)))


def ending_but(ending: str, *stems: str) -> str:
    """The ending after a small letter, unless one of the stems stands right before it."""
    return one_of(*(before + ending for before in _unlike("", tuple(stems))))


def _unlike(known: str, stems: tuple[str, ...]) -> Iterator[str]:
    """What may stand before the ending when `known` already does and no stem may be completed."""
    last_letters = sorted({stem[-1] for stem in stems})
    yield f"[{_letters_but(last_letters)}]{known}"
    for letter in last_letters:
        rest = tuple(stem[:-1] for stem in stems if stem[-1] == letter)
        if all(rest):
            yield from _unlike(letter + known, rest)


def _letters_but(left_out: Iterable[str]) -> str:
    """The inside of a class. The hyphen comes first, where it stands for itself."""
    kept = sorted(set(_LETTERS) - {"-", *left_out})
    runs = (list(run) for _, run in groupby(enumerate(kept), key=lambda pair: ord(pair[1]) - pair[0]))
    return "-" + "".join(_written([letter for _, letter in run]) for run in runs)


def _written(run: list[str]) -> str:
    return f"{run[0]}-{run[-1]}" if len(run) > 2 else "".join(run)


# Dutch and German share these endings, and a text may be in either: one list of words for both.

ROAD: Final = ending_but("weg", "onder", "halver", "snel", "uit", "post", "aus", "rechts")
MARKET: Final = ending_but("markt", "arbeids", "arbeits", "woning", "super", "kerst")
COURT: Final = ending_but("hof", "gerechts", "gerichts", "arbeids", "bahn", "fried")
LANE: Final = ending_but("baan", "loop", "bij")
AVENUE: Final = ending_but("lei", "aller", "veler")
SQUARE: Final = ending_but("platz", "arbeits", "park", "sitz", "spiel", "stell", "studien", "listen", "sport")
