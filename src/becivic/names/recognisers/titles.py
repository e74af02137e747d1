"""Owns names after a title: `Mme Namur`, `dhr. Van den Broeck`, `Frau Dr. Schmitz`, `Mr J. Okafor`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.names.context import names_a_thing
from becivic.names.lexicon import Sense
from becivic.names.lists import entries, folded
from becivic.names.phrases import Phrases
from becivic.names.recognisers.hit import Hit
from becivic.names.scan import Scan

_TITLES: Final = Phrases(entries("cues", "titles.txt"))
_WANT_A_CAPITAL: Final = folded("cues", "capital_titles.txt")
_GAPS: Final = frozenset([" ", ". ", ".", "\u00a0", ".\u00a0", "  ", "\u202f", ".\u202f", ".-"])
_SCORE: Final = 0.95


def find(scan: Scan) -> Iterator[Hit]:
    at = 0
    while at < len(scan.words):
        end = _titles_from(scan, at)
        if end > at:
            hit = _named(scan, at, end)
            if hit is not None:
                yield hit
        at = max(end, at + 1)


def _titles_from(scan: Scan, at: int) -> int:
    end = at
    while end < len(scan.words) and (end == at or scan.words[end].gap in _GAPS):
        after = _TITLES.end_of(scan.words, end)
        if after == end or not _written_as_title(scan, end):
            break
        end = after
    return end


def _written_as_title(scan: Scan, at: int) -> bool:
    word = scan.words[at]
    return word.capital or word.folded not in _WANT_A_CAPITAL


def _named(scan: Scan, title: int, start: int) -> Hit | None:
    if start >= len(scan.words) or not _follows(scan, start):
        return None
    first = scan.beyond_particles(start)
    direct = first == start or scan.holds(start)
    if not (_can_be_called(scan, first) if direct else scan.nameable(first)):
        return None
    end = scan.stretch(first)[1]
    return None if names_a_thing(scan, title, end) else Hit(start, end, _SCORE)


def _follows(scan: Scan, at: int) -> bool:
    """`Dr.Maes` does; in `AA.MM.JJ-XXX` nobody is addressed."""
    word = scan.words[at]
    return word.gap in _GAPS and not (word.shout and word.gap in (".", ".-"))


def _can_be_called(scan: Scan, at: int) -> bool:
    """After a title even a place is a surname; an ordinary word is the rest of a form of address."""
    if scan.is_initial(at):
        surname = scan.beyond_particles(at + 1)
        return scan.joined(at + 1) and scan.nameable(surname)
    if scan.is_particle(at) and scan.words[at].capital:
        return (
            at + 1 < len(scan.words)
            and scan.joined(at + 1)
            and _is_surname(scan, scan.beyond_particles(at + 1))
        )
    return _is_surname(scan, at)


def _is_surname(scan: Scan, at: int) -> bool:
    word, sense = scan.words[at], scan.senses[at]
    return word.capital and len(word.text) > 1 and (sense.known or not sense & Sense.COMMON)
