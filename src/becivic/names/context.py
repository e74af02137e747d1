"""Owns what the surroundings of a name say: a street, a law, a hospital; or that a thing follows."""

from __future__ import annotations

from typing import Final

from becivic.names.folding import APOSTROPHES
from becivic.names.lexicon import LANGUAGES, Sense
from becivic.names.lists import folded, folded_section
from becivic.names.scan import Scan

_NOT_PEOPLE: Final = folded("cues", "not_people.txt")
_LINKS: Final = folded("cues", "links.txt")
_BARE_LINKS: Final = folded_section("bare", "cues", "links.txt")
_ADJECTIVES: Final = folded_section("adjectives behind an institution", "cues", "links.txt")
_STREETS: Final = folded("cues", "streets.txt")
_STREETS_OF: Final = folded_section('named after people with a "de" between', "cues", "streets.txt")
_GROWN: Final = tuple(folded("cues", "grown.txt"))
_GROWN_LONG: Final = tuple(ending for ending in _GROWN if len(ending) > 4)  # "thuis" is no house
_GROWN_SHORT: Final = ("laan", "park", "plein", "platz", "allee", "lei", "weg")
_DETERMINERS: Final = {
    language: folded_section(language, "cues", "determiners.txt") for language in LANGUAGES
}
_AND: Final = frozenset(["et", "en", "und", "and", "ou", "of", "or", "oder"])
_CLOSE: Final = frozenset([" ", "-", "\u00a0", *(f"{sign}s " for sign in APOSTROPHES)])
_FARTHEST_LINK: Final = 3
# A name that is nearer to its own possessive than to what follows: "Amina's case".
_AFTER: Final = _NOT_PEOPLE - {
    "dit",
    "dite",
    "st",
    "ste",
    "san",
    "santa",
    "d",
    "pater",
    "pere",
    "general",
    "line",
    "action",
    "stop",
    "plan",
    "act",
    "rule",
    "house",
    "report",
}


def names_a_thing(scan: Scan, start: int, end: int) -> bool:
    """`rue Émile Jacqmain`, `Institut Jules Bordet`, `the Zambrano ruling`: no person is meant."""
    return _thing_before(scan, start) or _grew_into_a_thing(scan, end - 1) or thing_follows(scan, end)


def after_determiner(scan: Scan, start: int) -> bool:
    """`the Limosa declaration`, `unsere Mandantin`: a thing or a common noun follows."""
    if start == 0 or not scan.joined(start):
        return False
    before = scan.words[start - 1].folded
    return before in _DETERMINERS[scan.language]


def is_determiner(scan: Scan, at: int) -> bool:
    return scan.words[at].folded in _DETERMINERS[scan.language] and bool(scan.senses[at] & Sense.COMMON)


def within_a_title(scan: Scan, start: int) -> bool:
    """`de Vlaamse Codex Wonen`: a thing written large goes on; in German every noun is."""
    if scan.language == "de" or start == 0 or not scan.joined(start):
        return False
    before = scan.words[start - 1]
    return before.capital and not before.opens and scan.senses[start - 1].excluded


def beside_institution(scan: Scan, start: int) -> bool:
    """`Argenta, Crelan and Degroof Petercam`: what stands in a row with a bank is a bank."""
    if start < 2 or scan.words[start - 1].folded not in _AND:
        return False
    return scan.senses[start - 2] & (Sense.INSTITUTION | Sense.PLACE) == Sense.INSTITUTION


def named_after_a_place(scan: Scan, at: int) -> bool:
    """`la prison de Lantin`, `Hof ter Beke`: behind a thing and a link, a lone surname is where the thing is."""
    before = at - 1
    while (
        before >= 0 and at - before <= _FARTHEST_LINK and scan.joined(before + 1) and _is_link(scan, before)
    ):
        before -= 1
    if before < 0 or before == at - 1 or not scan.joined(before + 1):
        return False
    capital_thing = (
        scan.words[before].capital and scan.senses[before].excluded and not scan.words[before].opens
    )
    return capital_thing or scan.words[before].folded in _NOT_PEOPLE


def _is_link(scan: Scan, at: int) -> bool:
    return scan.words[at].folded in _LINKS or scan.is_particle(at)


def _thing_before(scan: Scan, start: int) -> bool:
    between: list[str] = []
    while len(between) < _FARTHEST_LINK:
        at = start - 1 - len(between)
        if at < 0 or not _flows(scan, at + 1):
            return False
        folded_word = scan.words[at].folded
        if folded_word in _NOT_PEOPLE and folded_word not in _ADJECTIVES:
            return _names(folded_word, between)
        if not between and folded_word.endswith(_GROWN_LONG):
            return True
        if folded_word not in _LINKS:
            return False
        between.append(folded_word)
    return False


def _names(thing: str, between: list[str]) -> bool:
    """Whether such a thing is named after whoever comes behind these words."""
    if _ADJECTIVES.issuperset(between):
        return True
    return thing in (_STREETS_OF if _BARE_LINKS.issuperset(between) else _STREETS)


def _flows(scan: Scan, at: int) -> bool:
    gap = scan.words[at].gap
    return scan.joined(at) or gap.strip() in (".", "-", "«", '"', "“", "„")


def thing_follows(scan: Scan, end: int) -> bool:
    """`the Zambrano ruling`, `Jan Palfijnplein`; but `Amina's case` is hers."""
    if end >= len(scan.words) or (scan.words[end - 1].possessive and not scan.words[end].capital):
        return False
    word = scan.words[end]
    return word.gap in _CLOSE and (word.folded in _AFTER or _named_after(word.folded))


def _grew_into_a_thing(scan: Scan, last: int) -> bool:
    """`Peter Benoitpark`, `Jules De Troozlaan`; but `Nieuwenhuis` is a surname that we know."""
    return not scan.senses[last].known and scan.words[last].folded.endswith(_GROWN_LONG + _GROWN_SHORT)


def _named_after(folded: str) -> bool:
    """`Jan Palfijnplein`, `Herman Teirlinckgebouw`: the thing grew onto the surname."""
    return folded.endswith(_GROWN)
