"""Owns names behind initials and names that particles hold together: `F. da Silva`, `J.-P. Maes`, `Nuno dos Santos`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.names.context import names_a_thing
from becivic.names.lexicon import Sense
from becivic.names.recognisers.hit import Hit
from becivic.names.scan import Scan

_INITIAL: Final = 0.7
_HELD: Final = 0.5
_SHORTEST_SHOUT: Final = 4
_ITEMS: Final = frozenset("ABCDEFIVX")


def find(scan: Scan) -> Iterator[Hit]:
    for at in range(len(scan.words) - 1):
        if scan.is_initial(at):
            yield from _behind_initial(scan, at)
        elif scan.nameable(at):
            yield from _held_by_particle(scan, at)
            yield from _before_initial(scan, at)
            yield from _before_comma(scan, at)
        yield from _in_capitals(scan, at)


def _behind_initial(scan: Scan, at: int) -> Iterator[Hit]:
    """`A. Documents` opens a list item: there only a name we know counts, or what cannot be an item."""
    surname = _after_particles(scan, at + 1)
    if surname is None or not scan.joined(at + 1):
        return
    sense = scan.senses[surname]
    listed = bool(sense & (Sense.COMMON | Sense.PLACE))
    free = not scan.words[at].opens or _is_no_item(scan, at, surname) or _does_something(scan, surname)
    if sense.sure or (not listed and free):
        yield from _unless_thing(scan, at, surname + 1, _INITIAL)


def _is_no_item(scan: Scan, at: int, surname: int) -> bool:
    """Several initials, a surname by its form, a letter that no list reaches, or what a label asks for."""
    if surname > at + 1 or scan.senses[surname] & Sense.SHAPED:
        return True
    word = scan.words[at]
    labelled = ":" in word.gap and "\n" not in word.gap
    return scan.nameable(surname) and (labelled or word.text[0] not in _ITEMS)


def _does_something(scan: Scan, surname: int) -> bool:
    """A sentence goes on behind it, and it is no thing by its form."""
    after = surname + 1
    goes_on = after < len(scan.words) and scan.joined(after) and not scan.words[after].capital
    return goes_on and scan.nameable(surname)


def _before_initial(scan: Scan, at: int) -> Iterator[Hit]:
    """`BALDÉ A.`, as files are labelled."""
    if _is_surname(scan, at) and scan.joined(at + 1) and scan.is_initial(at + 1):
        yield from _unless_thing(scan, at, at + 2, _INITIAL)


def _before_comma(scan: Scan, at: int) -> Iterator[Hit]:
    """`VANDENBROUCKE, Geoffrey`: and nothing but the given name behind the comma."""
    given = at + 1
    ends = given + 1 == len(scan.words) or not scan.joined(given + 1)
    if scan.words[given].gap != ", " or not ends or not scan.nameable(given):
        return
    cased = scan.words[at].shout and not scan.words[given].shout
    by_itself = scan.senses[at].sure and not (_is_listed(scan, at) or _is_listed(scan, given + 1))
    if _is_surname(scan, at) and (cased or by_itself or scan.senses[given] & Sense.GIVEN):
        yield from _unless_thing(scan, at, given + 1, _HELD)


def _is_listed(scan: Scan, at: int) -> bool:
    """A comma stands before it: `Metock, Chen, Baumbast` is a row of surnames."""
    return at < len(scan.words) and "," in scan.words[at].gap


def _is_surname(scan: Scan, at: int) -> bool:
    word, sense = scan.words[at], scan.senses[at]
    return sense.sure or bool(sense & Sense.SHAPED) or (word.shout and len(word.text) >= _SHORTEST_SHOUT)


def _held_by_particle(scan: Scan, at: int) -> Iterator[Hit]:
    if not scan.holds(at + 1) or not scan.joined(at + 1):
        return
    surname = _after_particles(scan, at + 1)
    if surname is not None and scan.nameable(surname):
        yield from _unless_thing(scan, at, surname + 1, _HELD)


def _after_particles(scan: Scan, at: int) -> int | None:
    """The capitalised word behind up to three particles or further initials."""
    for surname in range(at, min(at + 4, len(scan.words))):
        if not scan.joined(surname):
            return None
        if scan.words[surname].capital and len(scan.words[surname].text) > 1:
            return surname
        if not (scan.is_particle(surname) or scan.is_initial(surname)):
            return None
    return None


def _unless_thing(scan: Scan, start: int, end: int, score: float) -> Iterator[Hit]:
    if not names_a_thing(scan, start, end):
        yield Hit(start, end, score)


def _in_capitals(scan: Scan, at: int) -> Iterator[Hit]:
    """`DE CRAEMERE Wannes`, `VAN DEN AKKER Fenna`: as files are headed."""
    surname = at
    while surname < len(scan.words) and scan.is_particle(surname) and scan.words[surname].shout:
        surname += 1
    given = surname + 1
    if not at < surname < given < len(scan.words) or not all(map(scan.joined, range(at + 1, given + 1))):
        return
    shouted = (
        scan.nameable(surname)
        and scan.words[surname].shout
        and len(scan.words[surname].text) >= _SHORTEST_SHOUT
    )
    if shouted and scan.nameable(given) and not scan.words[given].shout:
        yield from _unless_thing(scan, at, given + 1, _INITIAL)
