"""Owns what the surroundings of a name say: a street, a law, a hospital; or that a thing follows."""

from __future__ import annotations

from typing import Final

from becivic.names.folding import APOSTROPHES
from becivic.names.lexicon import Sense
from becivic.names.lists import folded, folded_section
from becivic.names.scan import Scan
from becivic.rules.languages import LANGUAGES

_NOT_PEOPLE: Final = folded("cues", "not_people.txt")
_LINKS: Final = folded("cues", "links.txt")
_BARE_LINKS: Final = folded_section("bare", "cues", "links.txt")
_ADJECTIVES: Final = folded_section("adjectives behind an institution", "cues", "links.txt")
_STREETS: Final = folded("cues", "streets.txt")
_STREETS_OF: Final = folded_section('named after people with a "de" between', "cues", "streets.txt")
_GROWN: Final = tuple(folded("cues", "grown.txt"))
_GROWN_LONG: Final = tuple(ending for ending in _GROWN if len(ending) > 4)  # "thuis" is no house
_GROWN_SHORT: Final = tuple(folded_section("short, and yet hardly a surname's end", "cues", "grown.txt"))
DETERMINERS: Final = {language: folded_section(language, "cues", "determiners.txt") for language in LANGUAGES}
_CLOSE: Final = frozenset([" ", "-", "\u00a0", *(f"{sign}s " for sign in APOSTROPHES)])
_FARTHEST_LINK: Final = 3
_SHORTEST_GROWN: Final = 7
_CROWNS: Final = folded_section("crowns and saints", "cues", "not_people.txt")
# French puts the thing first; and `arrête` is a verb.
_BEHIND: Final = folded("cues", "behind.txt").union(
    *(folded_section(name, "cues", "not_people.txt") for name in ("Dutch", "German", "English"))
)
# Small, these are something else behind a name: `Amina report`, `Karim plan B`.
_ONLY_LARGE: Final = folded_section("only where written large", "cues", "behind.txt")
_VERSUS: Final = frozenset(["v", "vs", "c"])
_AGAINST: Final = frozenset(["contre", "tegen", "gegen", "against", "versus"])
_STATE: Final = frozenset(["belgique", "belgie", "belgien", "belgium"])


def names_a_thing(scan: Scan, start: int, end: int) -> bool:
    """`rue Émile Jacqmain`, `Institut Jules Bordet`, `the Zambrano ruling`: no person is meant."""
    return (
        _thing_before(scan, start)
        or _begins_as_a_thing(scan, start, end)
        or _grew_into_a_thing(scan, end - 1)
        or thing_follows(scan, end)
    )


def after_determiner(scan: Scan, start: int) -> bool:
    """`the Limosa declaration`, `unsere Mandantin`: a thing or a common noun follows."""
    if start == 0 or not scan.joined(start):
        return False
    before = scan.words[start - 1].folded
    return before in DETERMINERS[scan.language]


def is_determiner(scan: Scan, at: int) -> bool:
    return scan.words[at].folded in DETERMINERS[scan.language] and bool(scan.senses[at] & Sense.COMMON)


def within_a_title(scan: Scan, start: int) -> bool:
    """`de Vlaamse Codex Wonen`: a thing written large goes on; in German every noun is."""
    if scan.language == "de" or start == 0 or not scan.joined(start):
        return False
    before = scan.words[start - 1]
    # "Recht Van Opstal": Dutch headings write even their small words large.
    heading = scan.language == "nl" and scan.is_particle(start)
    return before.capital and (heading or not before.opens) and scan.senses[start - 1].excluded


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


def _begins_as_a_thing(scan: Scan, start: int, end: int) -> bool:
    """`Zaal Rubens`, `Huis Hellemans`: there are people of that name, but they have another one behind it."""
    word = scan.words[start]
    thing = word.folded in _NOT_PEOPLE and word.folded not in _CROWNS and len(word.text) > 2
    if end - start == 1 or scan.senses[start] & Sense.GIVEN:
        return False
    return thing or _grew_into_a_thing(scan, start)


def thing_follows(scan: Scan, end: int) -> bool:
    """`the Zambrano ruling`, `Jan Palfijnplein`, `Paposhvili v. Belgium`; but `Amina's case` is hers."""
    if end >= len(scan.words) or (scan.words[end - 1].possessive and not scan.words[end].capital):
        return False
    word = scan.words[end]
    if word.gap in _CLOSE and (_is_behind(scan, end) or word.folded.endswith(_GROWN)):
        return True
    return _title_goes_on(scan, end) or _grows_behind_particles(scan, end) or _is_sued(scan, end)


def _is_behind(scan: Scan, at: int) -> bool:
    word = scan.words[at]
    return word.folded in _BEHIND and (word.capital or word.folded not in _ONLY_LARGE)


def _title_goes_on(scan: Scan, at: int) -> bool:
    """`Norman Bethune Health House`: words of a title, and the thing at its end."""
    if scan.language == "de":
        return False
    for probe in range(at, min(at + _FARTHEST_LINK, len(scan.words))):
        word = scan.words[probe]
        if word.gap not in _CLOSE or not word.capital:
            return False
        if word.folded in _BEHIND:
            return True
        if not scan.senses[probe].excluded or scan.is_particle(probe):
            return False
    return False


def _grows_behind_particles(scan: Scan, at: int) -> bool:
    """`Jules De Troozlaan`, `Jan Van Rijswijcklaan`."""
    last = at
    while last < len(scan.words) and last - at < _FARTHEST_LINK and scan.is_particle(last):
        last += 1
    return at < last < len(scan.words) and scan.joined(last) and _grew_into_a_thing(scan, last)


def _is_sued(scan: Scan, at: int) -> bool:
    """`Josef c. Belgique`: a court case is called after whoever brought it against a state."""
    if at + 1 >= len(scan.words) or not scan.senses[at + 1] & Sense.PLACE:
        return False
    word, state = scan.words[at].folded, scan.words[at + 1].folded
    return word in _VERSUS or (word in _AGAINST and state in _STATE)


def _grew_into_a_thing(scan: Scan, last: int) -> bool:
    """`Peter Benoitpark`, `Jules De Troozlaan`; but `Nieuwenhuis` is a surname that we know."""
    word = scan.words[last].folded
    return (
        not scan.senses[last].known
        and len(word) > _SHORTEST_GROWN
        and word.endswith(_GROWN_LONG + _GROWN_SHORT)
    )
