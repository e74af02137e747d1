"""Widens a name that was found to the whole of it: `da Silva e Souza`, `de los Ángeles`, `Op de Beeck`.

Nothing is found here that a recogniser did not find; so clean text stays clean. What is widened is what would be left
after redaction.
"""

from __future__ import annotations

from typing import Final

from becivic.names.context import thing_follows
from becivic.names.lexicon import Sense
from becivic.names.scan import VIETNAMESE, Scan

_JOINING: Final = frozenset(["e", "y", "i"])
"""Between two surnames: Portuguese, Spanish, Catalan."""
_MORE_PARTICLES: Final = frozenset(
    ["dela", "del", "los", "las", "lo", "la", "san", "santa", "santo", "'t", "t"]
)
_BEFORE_PARTICLE: Final = frozenset(["op", "aan", "uit", "in"])
_MOST_PARTICLES: Final = 3
_LONGEST: Final = 9
_SHORT: Final = 5


def whole_name(scan: Scan, first: int, end: int) -> tuple[int, int]:
    """The words from `first` up to `end`, and those beside them that belong to the same name."""
    while end - first < _LONGEST:
        wider = _rightwards(scan, first, end)
        if wider == end:
            break
        end = wider
    return _leftwards(scan, first), end


def _rightwards(scan: Scan, first: int, end: int) -> int:
    name = end
    while name - end < _MOST_PARTICLES and _is_particle(scan, name):
        name += 1
    if not _flows(scan, name) or not scan.words[name].capital or len(scan.words[name].text) < 2:
        return end
    if thing_follows(scan, name):
        return end
    if _continues(scan, first, end, name):
        return name + 1
    return name + 2 if name == end and _is_between_names(scan, name) else end


def _is_between_names(scan: Scan, at: int) -> bool:
    """`Hatice Nur Şimşek`: a word elsewhere, a second given name here. German writes its nouns large."""
    if scan.language == "de" or scan.senses[at] & (Sense.PLACE | Sense.INSTITUTION):
        return False
    behind = at + 1
    return len(scan.words[at].text) <= _SHORT and _flows(scan, behind) and scan.nameable(behind)


def _is_particle(scan: Scan, at: int) -> bool:
    if not _flows(scan, at) or not _flows(scan, at + 1):
        return False
    word = scan.words[at].folded
    if word in _BEFORE_PARTICLE:
        return scan.is_particle(at + 1)
    return scan.is_particle(at) or word in _JOINING or word in _MORE_PARTICLES


def _flows(scan: Scan, at: int) -> bool:
    return 0 < at < len(scan.words) and scan.joined(at) and "\n" not in scan.words[at].gap


def _continues(scan: Scan, first: int, end: int, name: int) -> bool:
    """Whether the word at `name`, behind the particles from `end` on, is one more surname."""
    sense = scan.senses[name]
    particles = range(end, name)
    if not particles:
        vietnamese = any(VIETNAMESE.search(scan.words[at].text) for at in range(first, end))
        if vietnamese and len(scan.words[name].text) <= _SHORT:
            return True  # "Bích Lan Anh": syllables, and words elsewhere
        listed = sense & (Sense.PLACE | Sense.INSTITUTION)
        common = sense & Sense.COMMON and (scan.language == "de" or not sense.known)
        return not (listed or common or sense & Sense.THINGLIKE)
    foreign = any(scan.words[at].folded in _JOINING or not _is_own_word(scan, at) for at in particles)
    if sense & (Sense.PLACE | Sense.INSTITUTION):
        return len(particles) > 1 or scan.words[end].capital
    return foreign or scan.words[end].capital or scan.nameable(name) or sense.known


def _is_own_word(scan: Scan, at: int) -> bool:
    """A small word of the language of the text, and so perhaps no part of a name."""
    return scan.is_particle(at) and not scan.holds(at)


def _leftwards(scan: Scan, first: int) -> int:
    """`An Van den Bossche`: the particles before, and the given name before them, though it is a word as well."""
    while first > 0:
        before = first
        while first - before < _MOST_PARTICLES and _flows(scan, before) and _is_particle(scan, before - 1):
            before -= 1
        given = before - 1
        if _flows(scan, before) and _is_given(
            scan, given, alone=before == first and not scan.is_particle(first)
        ):
            first = given
        elif before < first and scan.words[before].capital and not scan.words[before].opens:
            return before
        else:
            return first
    return first


def _is_given(scan: Scan, at: int, *, alone: bool) -> bool:
    word, sense = scan.words[at], scan.senses[at]
    if word.capital and len(word.text) <= _SHORT and VIETNAMESE.search(scan.words[at + 1].text):
        return True  # "Lê Thị Hồng": a French article elsewhere
    if not word.capital or sense & (Sense.PLACE | Sense.INSTITUTION) or (alone and word.opens):
        return False
    return bool(sense & Sense.GIVEN)
