"""Owns streets: `rue de la loi 16`, `45 rue neuve`, `mechelsesteenweg 271`, `Atatürk Caddesi No 12`.

Each rule says from which piece to which the address goes that begins here, or None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from becivic_harness.homes.house_numbers import beyond, house, with_letter
from becivic_harness.words.groups import group, in_order
from becivic_harness.words.lists import LISTS, PROPER, WORD
from becivic_harness.words.pieces import Piece

KINDS: Final = group("kinds of streets")
NEVER_INSIDE: Final = group("never inside a street")
_DOUBTFUL_KINDS: Final = group("kinds of streets that are words")
_SHORT_KINDS: Final = frozenset(["av", "bd"])
_KINDS_BEHIND_NUMBER: Final = group("kinds of streets behind a number")
_KINDS_BEHIND_NAME: Final = group("kinds of streets behind their name")
_GROWN: Final = in_order("grown streets")
_NO_STREETS: Final = group("no streets")
_BEFORE_GROWN: Final = group("before a grown street")
COUNTED: Final = group("counted things")
_OF: Final = frozenset(["de", "du", "des", "la", "le", "les"])
_LONGEST_NAME: Final = 6

_Pieces = Sequence[Piece]


def named(pieces: _Pieces, at: int) -> tuple[int, int] | None:
    """The kind, up to six words, the number."""
    kind = pieces[at].folded
    if kind not in KINDS:
        return None
    dotted = at + 1 < len(pieces) and pieces[at + 1].text == "."
    if len(kind) <= 2 and not dotted and kind not in _SHORT_KINDS:
        return None
    first = at + 2 if dotted else at + 1
    for word in range(first, min(first + _LONGEST_NAME, len(pieces))):
        if not pieces[word].is_word or (word > first and pieces[word].folded in NEVER_INSIDE):
            return None
        end = house(pieces, word + 1)
        if end is not None and (dotted or _is_name(kind, pieces[first : word + 1])):
            return at, end
    return None


def _is_name(kind: str, words: _Pieces) -> bool:
    """Behind what is a word as well stands something that is none."""
    if kind not in _DOUBTFUL_KINDS or words[0].text[:1].isupper():
        return True
    parts = [part for word in words for part in word.folded.replace("'", " ").split() if len(part) > 1]
    if not all(LISTS.sense(part) & WORD for part in parts):
        return True
    if not parts or parts[-1] in COUNTED:
        return False
    # Of words alone: `place du jeu de balle`, `via roma`.
    return (parts[0] in _OF and len(parts) > 2) or any(LISTS.sense(part) & PROPER for part in parts)


def number_first(pieces: _Pieces, at: int) -> tuple[int, int] | None:
    """The number, the kind, and up to three words."""
    if not pieces[at].is_number or len(pieces[at].text) > 4:
        return None
    kind = beyond(pieces, with_letter(pieces, at + 1), ",")
    if kind >= len(pieces) or pieces[kind].folded not in _KINDS_BEHIND_NUMBER:
        return None
    end = kind + 1
    while end < len(pieces) and end - kind <= 3 and is_inside(pieces[end]):
        end += 1
    return (at, end) if end > kind + 1 else None


def behind_its_name(pieces: _Pieces, at: int) -> tuple[int, int] | None:
    if at == 0 or pieces[at].folded not in _KINDS_BEHIND_NAME:
        return None
    end = house(pieces, at + 1)
    first = at - 1
    while first > 0 and at - first < 3 and pieces[first - 1].is_word and pieces[first].text != ".":
        first -= 1
    return (first, end) if end is not None else None


def grown(pieces: _Pieces, at: int) -> tuple[int, int] | None:
    """A street in one word, and its number."""
    if not is_grown(pieces[at].folded):
        return None
    dotted = at + 1 < len(pieces) and pieces[at + 1].text == "." and pieces[at].folded.endswith("str")
    end = house(pieces, at + 2 if dotted else at + 1)
    first = at - 1 if at > 0 and pieces[at - 1].folded in _BEFORE_GROWN else at
    return (first, end) if end is not None else None


def is_grown(folded: str) -> bool:
    return len(folded) > 6 and folded.endswith(_GROWN) and folded not in _NO_STREETS


def is_inside(piece: Piece) -> bool:
    """A word that may be part of a street's name."""
    return piece.is_word and piece.folded not in NEVER_INSIDE
