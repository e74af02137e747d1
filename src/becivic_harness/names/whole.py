"""Owns the whole of a name that was found: `da Silva e Souza`, `de los Ángeles`, `Op de Beeck`.

Nothing is found here that was not found before: what is marked beside it is what would be left in the text.
"""

from __future__ import annotations

from typing import Final

from becivic_harness.names import senses, things
from becivic_harness.names.cues import PARTICLES
from becivic_harness.names.reading import Reading
from becivic_harness.words import languages
from becivic_harness.words.lists import ELSE, GIVEN, GROWS, NAME, PROPER, ROLE

_JOINING: Final = frozenset(["e", "y", "i"])
"""Between two surnames: Portuguese, Spanish, Catalan."""
_MORE_PARTICLES: Final = frozenset(["dela", "del", "los", "las", "lo", "la", "san", "santa", "santo", "t"])
_BEFORE_PARTICLE: Final = frozenset(["op", "aan", "uit", "in"])
_MOST_PARTICLES: Final = 3
_SHORT: Final = 5


def mark_whole(reading: Reading, marked: list[bool]) -> None:
    """Marks what belongs to the names that are marked already."""
    for at in range(len(marked)):
        if marked[at] and not (at + 1 < len(marked) and marked[at + 1]):
            _mark_behind(reading, marked, at)
    for at in range(len(marked) - 1, -1, -1):
        if marked[at] and not (at > 0 and marked[at - 1]):
            _mark_before(reading, marked, at)


def _mark_behind(reading: Reading, marked: list[bool], at: int) -> None:
    name = at + 1
    while name - at <= _MOST_PARTICLES and _is_particle(reading, name):
        name += 1
    if not (_is_large(reading, name) and reading.flows(name)):
        return
    is_full = (
        at > 0 and marked[at - 1]
    )  # "Fernández de Córdoba" behind a given name; "Aleksandra de Namur" is from there
    if _continues(reading, at + 1, name) or (is_full and name > at + 1 and _is_town(reading, name)):
        marked[at + 1 : name + 1] = [True] * (name - at)


def _mark_before(reading: Reading, marked: list[bool], at: int) -> None:
    """`An Van den Bossche`: the given name before particles, though it is a word as well."""
    if _is_vietnamese_surname(reading, at - 1):
        marked[at - 1] = True
        return
    first = at
    while at - first < _MOST_PARTICLES and first > 0 and reading.flows(first):
        if not _is_particle(reading, first - 1):
            break
        first -= 1
    if first in (at, 0) or not reading.flows(first) or not _is_large(reading, first - 1):
        return
    sense = reading.senses[first - 1]
    if sense & GIVEN and not sense & (PROPER | ROLE):
        marked[first - 1 : at] = [True] * (at - first + 1)


def _is_particle(reading: Reading, at: int) -> bool:
    if at + 1 >= len(reading.tokens) or not (reading.flows(at + 1) or reading.tokens[at].folded == "t"):
        return False
    word = reading.tokens[at].folded
    if word in _BEFORE_PARTICLE:
        return reading.tokens[at + 1].folded in PARTICLES
    return word in PARTICLES or word in _JOINING or word in _MORE_PARTICLES


def _is_large(reading: Reading, at: int) -> bool:
    return at < len(reading.tokens) and reading.tokens[at].capital and len(reading.tokens[at].text) > 1


def _is_town(reading: Reading, at: int) -> bool:
    return bool(reading.senses[at] & PROPER) and not things.is_thing(reading.tokens, at)


def _continues(reading: Reading, first: int, name: int) -> bool:
    """Whether the word at `name`, behind the particles from `first` on, is one more surname."""
    token, sense = reading.tokens[name], reading.senses[name]
    if things.is_thing(reading.tokens, name):
        return False
    if first == name:
        if senses.VIETNAMESE.search(reading.tokens[name - 1].text) and len(token.text) <= _SHORT:
            return True  # "Bích Lan Anh": syllables, and words elsewhere
        german = reading.languages[name] == languages.DE and sense & GROWS
        return bool(sense & NAME) and not sense & (PROPER | ROLE) and not german
    particles = [reading.tokens[at] for at in range(first, name)]
    if particles[0].capital or len(particles) > 1:
        return not (token.shout and not particles[0].capital)
    word = particles[0].folded
    if word in _JOINING or word in _MORE_PARTICLES:
        return not things.is_thing(reading.tokens, name)
    own = not languages.holds(word, reading.languages[name])
    return not own or not sense & ELSE or bool(sense & NAME and not sense & PROPER)


def _is_vietnamese_surname(reading: Reading, at: int) -> bool:
    """`Lê Thị Hồng`: written without a letter of its own, and a French article."""
    if at < 0 or not (_is_large(reading, at) and reading.flows(at + 1)):
        return False
    behind = reading.tokens[at + 1].text
    return len(reading.tokens[at].text) <= _SHORT and bool(senses.VIETNAMESE.search(behind))
