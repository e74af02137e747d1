"""Finds addresses that the scrub rules leave: streets in small letters, of other countries, with box and postal code.

The rules are made for what everybody may read and must not cry wolf; here a street too many costs a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from becivic_harness.homes import streets
from becivic_harness.homes.house_numbers import house
from becivic_harness.patterns import Pattern
from becivic_harness.plain_text import plain
from becivic_harness.spans import Span
from becivic_harness.words.folding import fold
from becivic_harness.words.groups import group
from becivic_harness.words.languages import SMALL_WORDS
from becivic_harness.words.lists import LISTS, PROPER
from becivic_harness.words.pieces import Piece, cut

KIND: Final = "address"
_HOUSES: Final = group("houses with a name")
_FLATS: Final = group("flats") | group("boxes")
_POST_BOXES: Final = group("post boxes")
_HOME: Final = group("at home")
_HOME_LINKS: Final = group("between home and street")
_ENGLISH: Final = group("english streets")
_ADDED: Final = Pattern(
    r"(?:[ ,]{1,3}(?:bus|bte\.?|bo[îi]te|box|b\.)[ ]?[0-9a-z]{1,4}(?![^\W_]))?"
    r"(?:[ ,-]{1,4}(?:[àa] |in |te )?(?:(?:BE?|[DFL])-)?(?:[0-9]{5}|[0-9]{2}-[0-9]{3}|[1-9][0-9]{3})(?![0-9])"
    r"(?:[ ](?P<place>[^\W\d_][\w'-]*))?)?",
    re.IGNORECASE,
)
_FLAT_BEFORE: Final = Pattern(
    r"(?:flat|apartment|apt\.?|appartement|appt\.?|app\.|unit|bloc|blok)[ ]?[0-9a-z]{1,4}[ ,]{1,2}$",
    re.IGNORECASE,
)
_PO_BOX: Final = Pattern(
    r"p\.?[ ]?o\.?[ ]?box[ :]{1,2}[0-9]{1,6}\b|bo[îi]te postale[ :]{1,2}[0-9]{1,6}\b", re.IGNORECASE
)

_Pieces = Sequence[Piece]


def find(text: str) -> list[Span]:
    """Where addresses stand, by place; some may overlap."""
    read = plain(text)
    pieces = cut(read)
    found = (rule(pieces, at) for at in range(len(pieces)) for rule in _RULES)
    spans = [(pieces[each[0]].start, pieces[each[1] - 1].end) for each in found if each is not None]
    if "box" in read.casefold() or "postale" in read.casefold():
        spans += [box.span() for box in _PO_BOX.finditer(read)]
    return sorted(Span(start, end, KIND) for start, end in spans)


def extended(text: str, spans: Iterable[Span]) -> list[Span]:
    """Addresses with the flat before them and the box, postal code and place behind them."""
    read = plain(text)
    return [_extended(read, span) for span in spans]


def _extended(text: str, span: Span) -> Span:
    start, end = span.start, span.end
    before = _FLAT_BEFORE.search(text, max(0, start - 20), start)
    behind = _ADDED.match(text, end)
    if behind is not None and behind.end() > end:
        place = behind["place"]
        end = behind.end() if place is None or _is_place(place) else behind.start("place") - 1
    return span._replace(start=before.start() if before else start, end=end)


def _with_postal_code(pieces: _Pieces, at: int) -> tuple[int, int] | None:
    """`heide 5, 2920 kalmthout`: up to three words, a number, a postal code and a place we know."""
    end = house(pieces, at)
    if end is None or not pieces[at].is_number or at == 0 or not pieces[at - 1].is_word:
        return None
    while end < len(pieces) and (pieces[end].text in ",-" or pieces[end].text in ("B", "BE")):
        end += 1
    if end + 1 >= len(pieces) or not _is_code(pieces[end]) or not _is_place(pieces[end + 1].text):
        return None
    first = at - 1
    while first > 0 and at - first < 3 and _is_street_word(pieces[first - 1]):
        first -= 1
    return first, end + 2


def _behind_postal_code(pieces: _Pieces, at: int) -> tuple[int, int] | None:
    """`1000 Brussels, Haute 12`: a postal code, a place we know, up to three words and a number."""
    if not _is_code(pieces[at]) or at + 4 >= len(pieces) or not _is_place(pieces[at + 1].text):
        return None
    if pieces[at + 2].text not in ",;:-" or not pieces[at + 3].text[:1].isupper():
        return None
    for word in range(at + 3, min(at + 6, len(pieces))):
        if not _is_street_word(pieces[word]) or pieces[word].folded in streets.COUNTED:
            return None
        end = house(pieces, word + 1)
        if end is not None:
            return at, end
    return None


def _is_code(piece: Piece) -> bool:
    return piece.is_number and len(piece.text) == 4


def _is_street_word(piece: Piece) -> bool:
    return streets.is_inside(piece) and piece.folded not in _HOME and piece.folded not in SMALL_WORDS


def _in_a_box(pieces: _Pieces, at: int) -> tuple[int, int] | None:
    """`postbus 45`."""
    boxed = pieces[at].folded in _POST_BOXES and at + 1 < len(pieces) and pieces[at + 1].is_number
    return (at, at + 2) if boxed else None


def _in_a_house(pieces: _Pieces, at: int) -> tuple[int, int] | None:
    """`résidence les tilleuls, bloc b, appt 12`."""
    if pieces[at].folded not in _HOUSES:
        return None
    for flat in range(at + 2, min(at + 10, len(pieces) - 1)):
        if pieces[flat].text in ".;!?":
            return None
        if pieces[flat].folded in _FLATS and pieces[flat + 1].is_number:
            return at, flat + 2
    return None


def _at_home(pieces: _Pieces, at: int) -> tuple[int, int] | None:
    """`j'habite rue des Palais`, `ik woon in de Kerkstraat`: without a number too."""
    if pieces[at].folded.rpartition("'")[2] not in _HOME:
        return None
    street = at + 1
    while street < len(pieces) and street - at <= 4 and pieces[street].folded in _HOME_LINKS:
        street += 1
    if street >= len(pieces):
        return None
    if streets.is_grown(pieces[street].folded):
        return street, street + 1
    end = street + 1
    while end < len(pieces) and end - street <= 4 and streets.is_inside(pieces[end]):
        end += 1
    english = next((each for each in range(street + 1, end) if pieces[each].folded in _ENGLISH), None)
    if english is not None:
        return street, english + 1
    return (street, end) if pieces[street].folded in streets.KINDS and end > street + 1 else None


def _is_place(word: str) -> bool:
    folded = fold(word)
    return bool(LISTS.sense(folded) & PROPER) or folded.startswith(("saint", "sint", "sankt", "st"))


_RULES: Final[tuple[Callable[[_Pieces, int], tuple[int, int] | None], ...]] = (
    streets.named,
    streets.number_first,
    streets.behind_its_name,
    streets.grown,
    _with_postal_code,
    _behind_postal_code,
    _in_a_box,
    _in_a_house,
    _at_home,
)
