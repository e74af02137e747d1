"""Owns names in company: whoever stands beside a known name and an "and" is a person too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.names.context import after_determiner, names_a_thing
from becivic.names.lexicon import Sense
from becivic.names.recognisers.hit import Hit
from becivic.names.scan import Scan

_AND: Final = frozenset(["et", "en", "und", "and"])
_SCORE: Final = 0.5


def find(scan: Scan) -> Iterator[Hit]:
    """`Çağlar et Zeynep`, `Innocent and Grace Mutesi`: one of the two is in our lists."""
    for before, after in zip(scan.runs, scan.runs[1:], strict=False):
        if _linked(scan, before[1], after[0]):
            for (start, end), other in ((before, after), (after, before)):
                if end - start == 1 and _is_person(scan, other) and _can_be_one(scan, start):
                    yield Hit(start, end, _SCORE)


def _linked(scan: Scan, conjunction: int, after: int) -> bool:
    joined = scan.joined(conjunction) and scan.joined(after)
    return after == conjunction + 1 and joined and scan.words[conjunction].folded in _AND


def _is_person(scan: Scan, run: tuple[int, int]) -> bool:
    """A given name of which we are sure, and no street."""
    given = (scan.senses[at].sure and scan.senses[at] & Sense.GIVEN for at in range(*run))
    return any(given) and not names_a_thing(scan, *run)


def _can_be_one(scan: Scan, at: int) -> bool:
    listed = scan.senses[at] & (Sense.COMMON | Sense.PLACE | Sense.INSTITUTION)
    return not (
        listed or scan.words[at].shout or after_determiner(scan, at) or names_a_thing(scan, at, at + 1)
    )
