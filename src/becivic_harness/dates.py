"""Finds every date with day precision and makes a month of it, or nothing (C-42): only dates of the law stay.

A date in the last two years or in the future becomes its month; any other, and whatever says when somebody was born,
is taken out whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final, NamedTuple

from becivic_harness.days import births, numeric, worded
from becivic_harness.days.numeric import Found
from becivic_harness.days.vocabulary import LAW_LINKS, LAWS, LAWS_WRITTEN_LARGE, MONTHS
from becivic_harness.patterns import Pattern
from becivic_harness.plain_text import plain
from becivic_harness.words.folding import fold
from becivic_harness.words.groups import group
from becivic_harness.words.opaque import stretches
from becivic_harness.words.pieces import cut

KIND: Final = "date"
MARK: Final = f"[{KIND}]"
_YEARS_KEPT: Final = 2
_WORD: Final = Pattern(r"[^\W\d_]+")
_SENTENCE_END: Final = Pattern(r"[!?;\n]|\.[ ]+(?=[A-ZÀ-Þ])")
_YEAR: Final = Pattern(r"(?<![0-9./-])(?:1[89]|20)[0-9]{2}(?![0-9])")
_BIRTH_REACH: Final = 45
_LAW_REACH: Final = 70
_LAWS_BEHIND: Final = group("laws behind a date")
_GAZETTES: Final = frozenset(["MB", "BS", "JO", "PB"])
_GOING_ON: Final = group("between two dates of the law")
_MONTH_LINKS: Final = group("before a month")


class Dated(NamedTuple):
    """A date and what to write in its place; where that is None it stays as it is."""

    start: int
    end: int
    instead: str | None


def find(text: str, today: date) -> list[Dated]:
    """Every date, by place and without overlap: those to be replaced and those that stay."""
    read = plain(text)
    pieces = cut(read)
    skipped = {place for start, end in stretches(text) for place in range(start, end)}
    found = [*numeric.find(read, pieces, today.year), *worded.find(pieces, today.year)]
    kept = [each for each in _widest(found) if each.start not in skipped]
    judged = list(_judged(read, kept, today))
    return sorted([*judged, *_birth_years(read, judged)])


def _widest(found: list[Found]) -> Iterator[Found]:
    """Of dates that overlap the one that begins first and says most."""
    end = -1
    for each in sorted(found, key=lambda date_: (date_.start, -date_.end)):
        if each.start >= end:
            yield each
            end = each.end


def _judged(text: str, found: list[Found], today: date) -> Iterator[Dated]:
    lawful_until = -1
    for each in found:
        if _of_a_birth(text, each):
            yield Dated(each.start, each.end, MARK)
            continue
        lawful = _of_the_law(text, each) or _goes_on(text, lawful_until, each)
        if lawful:
            lawful_until = each.end
        yield Dated(each.start, each.end, None if lawful else _instead(text, each, today))


def _instead(text: str, each: Found, today: date) -> str | None:
    if each.year is None:
        return None if each.day is None else _without_day(text, each)
    month = f"{each.year:04d}-{each.month or 1:02d}"
    first_kept = f"{today.year - _YEARS_KEPT:04d}-{today.month:02d}-{today.day:02d}"
    if f"{month}-{each.day or 31:02d}" < first_kept:
        return MARK
    return month if each.day else None


def _without_day(text: str, each: Found) -> str:
    """`12 mars` becomes `mars`: in which year, it never said."""
    months = [word for word in _WORD.findall(text[each.start : each.end]) if fold(word) in MONTHS]
    return months[-1] if months else MARK


def _sentence_before(text: str, start: int, reach: int) -> str:
    return _SENTENCE_END.split(text[max(0, start - reach) : start])[-1]


def _of_a_birth(text: str, each: Found) -> bool:
    before = _sentence_before(text, each.start, _BIRTH_REACH)
    if births.born_before(before):
        if each.day or each.year:
            return True
        words = _WORD.findall(before)  # but "the birth may be declared"
        return bool(words) and fold(words[-1]) in _MONTH_LINKS
    return bool(each.day) and births.born_behind(text[each.end : each.end + 24])


def _of_the_law(text: str, each: Found) -> bool:
    """Between a word of the law and its date stand only words that link them."""
    behind = _WORD.match(text, each.end + 1)
    if behind is not None and text[each.end] == " " and fold(behind.group()) in _LAWS_BEHIND:
        return True
    words = _WORD.findall(
        _sentence_before(text, each.start, _LAW_REACH).replace("M.B.", "MB").replace("B.S.", "BS")
    )
    for word in reversed(words):
        folded = fold(word)
        if folded in LAWS or word in LAWS_WRITTEN_LARGE or word in _GAZETTES:
            return True
        if folded not in LAW_LINKS:
            return False
    return False


def _goes_on(text: str, lawful_until: int, each: Found) -> bool:
    """`les lois du 28 juin 1984 et du 4 décembre 2012`."""
    between = text[lawful_until : each.start]
    if lawful_until < 0 or len(between) > 12 or not set("().;:").isdisjoint(between):
        return False
    return all(fold(word) in _GOING_ON for word in _WORD.findall(between))


def _birth_years(text: str, judged: list[Dated]) -> Iterator[Dated]:
    """`né en 1985`: after a word of birth not even the year stays."""
    covered = {place for each in judged for place in range(each.start, each.end)}
    for found in _YEAR.finditer(text):
        if found.start() in covered:
            continue
        if births.born_in(_sentence_before(text, found.start(), _BIRTH_REACH)):
            yield Dated(found.start(), found.end(), MARK)
