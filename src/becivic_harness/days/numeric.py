"""Owns dates that are written in digits: any order, any separator, in one piece, with a roman month, without a year."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from becivic_harness.days.vocabulary import ROMAN_MONTHS
from becivic_harness.patterns import Pattern
from becivic_harness.words.groups import group
from becivic_harness.words.pieces import Piece

_CLOCK: Final = Pattern("T[0-9]{2}:?[0-9]{2}(?::?[0-9]{2}(?:[.,][0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?")
_SEPARATORS: Final = frozenset(["", ".", "/", "-", "_", "/'", "-'", ".'", "'"])
_HOLDS_ON: Final = frozenset(".,/:_-")
_BEFORE_A_DAY: Final = group("before a day")
_UNITS: Final = ("uur", "u ", "uhr", "h ", "h0", "eur", "€", "%", "euro")


class Found(NamedTuple):
    """A stretch of text that is a date; year or day are missing where it does not say."""

    start: int
    end: int
    year: int | None
    month: int | None
    day: int | None


def find(text: str, pieces: Sequence[Piece], this_year: int) -> Iterator[Found]:
    """Every date in digits, by place."""
    groups = [piece for piece in pieces if piece.is_number or piece.text in ROMAN_MONTHS]
    at = 0
    while at < len(groups):
        found, taken = _found(text, groups, at, this_year)
        if found is not None:
            yield found
        at += taken


def _found(text: str, groups: Sequence[Piece], at: int, this_year: int) -> tuple[Found | None, int]:
    """The date that begins with this group, and how many groups it takes."""
    if not _begins(text, groups[at].start):
        return None, 1
    if at + 2 < len(groups) and _separated(text, groups[at : at + 3]) and _ends(text, groups[at + 2].end):
        whole = _whole(groups[at : at + 3], this_year)
        if whole is not None and not _within_a_row(text, groups, at):
            clock = _CLOCK.match(text, groups[at + 2].end)
            return Found(groups[at].start, clock.end() if clock else groups[at + 2].end, *whole), 3
    if at + 1 < len(groups) and _ends(text, groups[at + 1].end):
        half = _half(text, groups[at], groups[at + 1])
        if half is not None:
            return half, 2
    return _in_one_piece(text, groups[at]), 1


def _begins(text: str, start: int) -> bool:
    return not (start > 1 and text[start - 1] in _HOLDS_ON and text[start - 2].isdigit())


def _ends(text: str, end: int) -> bool:
    return not (text[end : end + 1] in _HOLDS_ON and text[end + 1 : end + 2].isdigit())


def _separated(text: str, groups: Sequence[Piece]) -> bool:
    """Something short between each two, and nothing but a sign and blanks."""
    between = [text[before.end : behind.start] for before, behind in zip(groups, groups[1:])]
    return all(0 < len(gap) <= 3 and gap.strip(" ") in _SEPARATORS for gap in between)


def _within_a_row(text: str, groups: Sequence[Piece], at: int) -> bool:
    """`00 800 6 7 8 9 10 11` holds no date: digits go on at either side."""
    if " " not in (
        text[groups[at].end : groups[at + 1].start],
        text[groups[at + 1].end : groups[at + 2].start],
    ):
        return False
    before = at > 0 and text[groups[at - 1].end : groups[at].start] == " "
    return before or (at + 3 < len(groups) and text[groups[at + 2].end : groups[at + 3].start] == " ")


def _whole(groups: Sequence[Piece], this_year: int) -> tuple[int, int, int] | None:
    """Year, month and day, in whichever order they are written."""
    first, second, third = (each.text for each in groups)
    if _is_year(first) and _is_month(second) and _is_day(third):
        return int(first), int(second), int(third)
    if not (_is_year(third) or (len(third) == 2 and third.isdigit())):
        return _short_year_first(first, second, third, this_year)
    year = full_year(third, this_year)
    if _is_day(first) and (_is_month(second) or second in ROMAN_MONTHS):
        return year, ROMAN_MONTHS.get(second) or int(second), int(first)
    if _is_month(first) and _is_day(second):
        return year, int(first), int(second)
    return _short_year_first(first, second, third, this_year)


def _short_year_first(first: str, second: str, third: str, this_year: int) -> tuple[int, int, int] | None:
    if len(first) == 2 and first.isdigit() and int(first) > 31 and _is_month(second) and _is_day(third):
        return full_year(first, this_year), int(second), int(third)
    return None


def _half(text: str, first: Piece, second: Piece) -> Found | None:
    """A month of a year, or a day of a month."""
    sign = text[first.end : second.start]
    if sign not in ("/", ".", "-"):
        return None
    if _is_year(first.text) and _is_month(second.text):
        return Found(first.start, second.end, int(first.text), int(second.text), None)
    if _is_month(first.text) and _is_year(second.text):
        return Found(first.start, second.end, int(second.text), int(first.text), None)
    if not (_is_day(first.text) and _is_month(second.text)):
        return None
    dotted = sign == "." and text[second.end : second.end + 1] == "."
    full = sign == "/" and len(first.text) == len(second.text) == 2
    if not (dotted or full or _before_a_day(text, first.start)) or _measured(text, second.end):
        return None
    return Found(first.start, second.end, None, int(second.text), int(first.text))


def _before_a_day(text: str, start: int) -> bool:
    words = text[max(0, start - 8) : start].split()
    return text[start - 1 : start] == " " and bool(words) and words[-1].casefold() in _BEFORE_A_DAY


def _measured(text: str, end: int) -> bool:
    """`9.10 uur`, `2.12 EUR`: no day of a month."""
    return text[end : end + 6].lstrip(" .").casefold().startswith(_UNITS)


def _in_one_piece(text: str, only: Piece) -> Found | None:
    digits = only.text
    if len(digits) != 8 or not digits.isdigit() or not _ends(text, only.end):
        return None
    for year, month, day in ((digits[:4], digits[4:6], digits[6:]), (digits[4:], digits[2:4], digits[:2])):
        if _is_year(year) and _is_month(month) and _is_day(day):
            return Found(only.start, only.end, int(year), int(month), int(day))
    return None


def _is_year(digits: str) -> bool:
    return len(digits) == 4 and digits.startswith(("19", "20"))


def _is_month(digits: str) -> bool:
    return digits.isdigit() and len(digits) <= 2 and 1 <= int(digits) <= 12


def _is_day(digits: str) -> bool:
    return digits.isdigit() and len(digits) <= 2 and 1 <= int(digits) <= 31


def full_year(written: str, this_year: int) -> int:
    """`85` is 1985: a year of two digits is never far in the future."""
    year = int(written.strip("'\u2019"))
    if year >= 100:
        return year
    century = this_year - this_year % 100
    return century + year if century + year <= this_year + 10 else century - 100 + year
