"""Owns what a house number is: up to four digits, a letter, what comes behind a slash, a box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from becivic_harness.words.groups import group
from becivic_harness.words.pieces import Piece

_NUMBER_WORDS: Final = group("house numbers")
_BOXES: Final = group("boxes")
_NO_HOUSE: Final = group("no house number") | {"€", "%"}
_ADDED: Final = frozenset(["bis", "ter", "quater"])
_LETTERS_ADDED: Final = frozenset("bcdefg")


def house(pieces: Sequence[Piece], at: int) -> int | None:
    """Where the house number ends that begins here, a comma or `n°` before it; None where there is none."""
    at = beyond(pieces, at, ",")
    if at < len(pieces) and pieces[at].folded in _NUMBER_WORDS:
        at = beyond(pieces, beyond(pieces, at + 1, "°º."), ":")
    if at >= len(pieces) or not _is_house(pieces, at):
        return None
    end = with_letter(pieces, at + 1)
    if end < len(pieces) and pieces[end].folded in _NO_HOUSE:
        return None
    return _with_box(pieces, end)


def with_letter(pieces: Sequence[Piece], end: int) -> int:
    """Beyond `bis`, a letter, and what comes behind a slash."""
    if end < len(pieces):
        behind = pieces[end]
        single = len(behind.text) == 1 and behind.is_word and behind.folded not in _NO_HOUSE
        if behind.folded in _ADDED or (single and (behind.near or behind.folded in _LETTERS_ADDED)):
            end += 1
    if end + 1 < len(pieces) and pieces[end].text == "/" and _is_short(pieces[end + 1]):
        end += 2
    return end


def beyond(pieces: Sequence[Piece], at: int, signs: str) -> int:
    return at + 1 if at < len(pieces) and pieces[at].text in signs else at


def _with_box(pieces: Sequence[Piece], end: int) -> int:
    at = beyond(pieces, end, ",")
    if at < len(pieces) and pieces[at].folded in _BOXES:
        box = beyond(pieces, at + 1, ".")
        if box < len(pieces) and _is_short(pieces[box]):
            return box + 1
    return end


def _is_short(piece: Piece) -> bool:
    return len(piece.text) <= 4 and piece.text.isalnum()


def _is_house(pieces: Sequence[Piece], at: int) -> bool:
    """Up to four digits, no year, no part of an amount or an hour."""
    digits = pieces[at].text
    if not digits.isdigit() or len(digits) > 4 or digits.startswith("0"):
        return False
    if len(digits) == 4 and digits[:2] in ("19", "20"):
        return False
    if at + 2 < len(pieces) and pieces[at + 1].text in ".,:" and pieces[at + 1].near:
        return not (pieces[at + 2].near and pieces[at + 2].is_number)
    return True
