"""Owns names in company: whoever stands beside a known name and an "and" is a person too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.names.context import after_determiner, names_a_thing
from becivic.names.lexicon import Sense
from becivic.names.recognisers.hit import Hit
from becivic.names.rows import AND
from becivic.names.scan import Scan

_PREPOSITIONS: Final = frozenset(
    ["pour", "chez", "voor", "bij", "aan", "fur", "bei", "for", "with", "avec", "met", "mit"]
)
_SCORE: Final = 0.5


def find(scan: Scan) -> Iterator[Hit]:
    """`Çağlar et Zeynep`, `Innocent and Grace Mutesi`: one of the two is in our lists."""
    for before, after in zip(scan.runs, scan.runs[1:], strict=False):
        if _linked(scan, before[1], after[0]):
            for (start, end), other in ((before, after), (after, before)):
                if end - start == 1 and _is_person(scan, other) and _can_be_one(scan, start):
                    yield Hit(start, end, _SCORE)


def find_parallels(scan: Scan) -> Iterator[Hit]:
    """`ok pour Tijs, refus pour Nore`: what is done for the one is done for the other."""
    alone = [(start, _preposition(scan, start)) for start, end in scan.runs if end - start == 1]
    known = {before for at, before in alone if before and _is_person(scan, (at, at + 1))}
    for at, before in alone:
        if before in known and _can_be_one(scan, at) and _stops(scan, at + 1):
            yield Hit(at, at + 1, _SCORE)


def _preposition(scan: Scan, at: int) -> str:
    before = scan.words[at - 1].folded if at and scan.joined(at) else ""
    return before if before in _PREPOSITIONS else ""


def _stops(scan: Scan, at: int) -> bool:
    """In German a noun may stand there too, and more of the sentence goes with it."""
    return scan.language != "de" or at == len(scan.words) or not scan.words[at].capital


def _linked(scan: Scan, conjunction: int, after: int) -> bool:
    joined = scan.joined(conjunction) and scan.joined(after)
    return after == conjunction + 1 and joined and scan.words[conjunction].folded in AND


def _is_person(scan: Scan, run: tuple[int, int]) -> bool:
    """A given name of which we are sure, and no street."""
    given = (scan.senses[at].sure and scan.senses[at] & Sense.GIVEN for at in range(*run))
    return any(given) and not names_a_thing(scan, *run)


def _can_be_one(scan: Scan, at: int) -> bool:
    sense = scan.senses[at]
    listed = sense & (Sense.COMMON | Sense.PLACE | Sense.INSTITUTION) and not sense & Sense.GIVEN
    return not (
        listed or scan.words[at].shout or after_determiner(scan, at) or names_a_thing(scan, at, at + 1)
    )
