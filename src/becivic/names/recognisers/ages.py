"""Owns names that an age follows: `Xhesika, 17, arrived alone`, `Drilon, 16 jaar`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.names.context import after_determiner, names_a_thing
from becivic.names.recognisers.hit import Hit
from becivic.names.scan import Scan

_YEARS: Final = frozenset(
    ["ans", "an", "mois", "jaar", "j", "maanden", "jahre", "jahr", "monate", "years", "months"]
)
_SCORE: Final = 0.55


def find(scan: Scan) -> Iterator[Hit]:
    for start, end in scan.runs:
        if _age_follows(scan, end) and _can_be_that_old(scan, start, end):
            yield Hit(start, end, _SCORE)


def _age_follows(scan: Scan, at: int) -> bool:
    if at + 1 >= len(scan.words) or scan.words[at].gap not in (", ", " ("):
        return False
    age, behind = scan.words[at].text, scan.words[at + 1]
    counted = behind.gap.startswith(",") and scan.words[at].gap == ", " and not behind.text[0].isdigit()
    return age.isdecimal() and len(age) <= 2 and (counted or behind.folded in _YEARS)


def _can_be_that_old(scan: Scan, start: int, end: int) -> bool:
    free = start not in scan.headline and not any(scan.words[at].shout for at in range(start, end))
    return free and not after_determiner(scan, start) and not names_a_thing(scan, start, end)
