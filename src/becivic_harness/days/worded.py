"""Owns dates that name their month: `12 mars 1985`, `March 12th, 1985`, `le douze mars mille neuf cent quatre-vingt-cinq`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from becivic_harness.days.numeric import Found, full_year
from becivic_harness.days.vocabulary import MONTHS, NOT_ALONE, WEEKDAYS, is_number
from becivic_harness.words.groups import group
from becivic_harness.words.pieces import Piece

_ORDINALS: Final = group("ordinals")
_LINKS: Final = group("between day and month")
_RANGES: Final = group("between two days")
_ARTICLES: Final = group("articles before a day")
_UNITS: Final = group("no house number") | {"€", "%", ":"}
_VERBS: Final = frozenset(["may", "march"])  # "under 12 may travel"
_MOST_WORDS: Final = 9

_Pieces = Sequence[Piece]


def find(pieces: _Pieces, this_year: int) -> Iterator[Found]:
    """Every date with a month in words; a bare month has neither day nor year."""
    for at, piece in enumerate(pieces):
        month = MONTHS.get(piece.folded.rpartition("'")[2]) if piece.is_word else None
        if month is not None:
            found = _around(pieces, at, month, this_year)
            if found.year is not None or piece.text not in _VERBS:
                yield found


def _around(pieces: _Pieces, at: int, month: int, this_year: int) -> Found:
    first, day = _day_before(pieces, at)
    if day is not None:
        last, year = _year_behind(pieces, at + 1, this_year)
        return Found(pieces[_with_weekday(pieces, first)].start, pieces[max(at, last)].end, year, month, day)
    behind = _day_behind(pieces, at + 1)
    if behind is not None:
        last, year = _full_year(pieces, behind + 1)
        day = int(pieces[_beyond_signs(pieces, at + 1, ".")].text)
        return Found(pieces[_with_weekday(pieces, at)].start, pieces[max(behind, last)].end, year, month, day)
    last, year = _full_year(pieces, at + 1)
    return Found(pieces[at].start, pieces[max(at, last)].end, year, month, None)


def _day_before(pieces: _Pieces, at: int) -> tuple[int, int | None]:
    """Where the day before a month begins, ranges included, and which day it is."""
    digits = _before_links(pieces, at)
    if digits is not None and _is_day(pieces, digits):
        return _range(pieces, digits), int(pieces[digits].text)
    first, probe = None, at - 1
    while (
        probe >= 0 and at - probe <= 6 and (is_number(pieces[probe].folded) or pieces[probe].folded in _LINKS)
    ):
        if is_number(pieces[probe].folded) and pieces[probe].folded not in NOT_ALONE:
            first = probe
        probe -= 1
    return (at, None) if first is None else (first, 1)


def _before_links(pieces: _Pieces, at: int) -> int | None:
    """The piece before `of`, `de`, a dot, `th`."""
    probe = at - 1
    while probe >= 0 and at - probe <= 3:
        piece = pieces[probe]
        if piece.is_number:
            return probe
        ordinal = piece.folded in _ORDINALS and piece.near
        if not (ordinal or piece.folded in _LINKS or piece.text in "./-_"):
            return None
        probe -= 1
    return None


def _is_day(pieces: _Pieces, at: int) -> bool:
    piece = pieces[at]
    if len(piece.text) > 2 or not 1 <= int(piece.text) <= 31:
        return False
    return not (piece.near and at > 0 and pieces[at - 1].text in "./:,")


def _range(pieces: _Pieces, first: int) -> int:
    """`du 12 au 15 mars` begins at 12."""
    probe = first - 1
    while (
        probe > 0
        and first - probe <= 3
        and (pieces[probe].folded in _ARTICLES or pieces[probe].folded in _RANGES)
    ):
        probe -= 1
    linked = any(piece.folded in _RANGES for piece in pieces[probe + 1 : first])
    ordinal = probe > 0 and pieces[probe].folded in _ORDINALS and pieces[probe].near
    digits = probe - 1 if ordinal else probe
    if linked and digits >= 0 and pieces[digits].is_number and _is_day(pieces, digits):
        return _range(pieces, digits)
    return first


def _year_behind(pieces: _Pieces, at: int, this_year: int) -> tuple[int, int | None]:
    """Behind a day and a month: four digits, two, or words."""
    last, year = _full_year(pieces, at)
    if year is not None:
        return last, year
    digits = _beyond_signs(pieces, at, ".,-/_'")
    if (
        digits < len(pieces)
        and pieces[digits].is_number
        and len(pieces[digits].text) == 2
        and not _measured(pieces, digits)
    ):
        return digits, full_year(pieces[digits].text, this_year)
    probe, end = at, -1
    while probe < len(pieces) and probe - at <= _MOST_WORDS and is_number(pieces[probe].folded):
        end = probe if pieces[probe].folded not in NOT_ALONE else end
        probe += 1
    return (end, 0) if end >= 0 else (-1, None)  # a year in words: some year, and not this one


def _full_year(pieces: _Pieces, at: int) -> tuple[int, int | None]:
    digits = _beyond_signs(pieces, at, ".,-/_'")
    if digits < len(pieces) and pieces[digits].folded in _LINKS:
        digits += 1
    if (
        digits < len(pieces)
        and len(pieces[digits].text) == 4
        and pieces[digits].text.startswith(("18", "19", "20"))
    ):
        return (digits, int(pieces[digits].text)) if pieces[digits].is_number else (-1, None)
    return -1, None


def _day_behind(pieces: _Pieces, at: int) -> int | None:
    """`March 12th`: the last piece of the day."""
    digits = _beyond_signs(pieces, at, ".")
    if digits >= len(pieces) or not pieces[digits].is_number or len(pieces[digits].text) > 2:
        return None
    if not 1 <= int(pieces[digits].text) <= 31 or _measured(pieces, digits):
        return None
    ordinal = digits + 1 < len(pieces) and pieces[digits + 1].folded in _ORDINALS and pieces[digits + 1].near
    return digits + 1 if ordinal else digits


def _measured(pieces: _Pieces, at: int) -> bool:
    """`mars 14h30`, `12 mars 25 EUR`: no year and no day."""
    return at + 1 < len(pieces) and pieces[at + 1].folded in _UNITS


def _beyond_signs(pieces: _Pieces, at: int, signs: str) -> int:
    while at < len(pieces) and pieces[at].text in signs:
        at += 1
    return at


def _with_weekday(pieces: _Pieces, first: int) -> int:
    probe = first - 1
    while (
        probe > 0 and first - probe <= 2 and (pieces[probe].text in ",." or pieces[probe].folded in _ARTICLES)
    ):
        probe -= 1
    return probe if probe >= 0 and pieces[probe].folded in WEEKDAYS else first
