"""Owns the words of dates in the four languages: months, weekdays, numbers in words, and what speaks of the law."""

from __future__ import annotations

from typing import Final

from becivic_harness.words.groups import group, in_order

MONTHS: Final = {word: number for number in range(1, 13) for word in in_order(f"month {number}")}
ROMAN_MONTHS: Final = {
    numeral: number for number, numeral in enumerate(in_order("months in roman numerals"), 1)
}
WEEKDAYS: Final = group("weekdays")
NOT_ALONE: Final = group("numbers that say nothing alone")
LAWS: Final = group("laws")
"""What dates of the law come behind. A decision, a judgment or an agreement may be somebody's own, so they are not here."""
LAWS_WRITTEN_LARGE: Final = frozenset(["Act", "AR", "AM", "KB", "MB", "BS", "KE"])
LAW_LINKS: Final = group("between a law and its date")
"""What may stand between a word of the law and its date."""
_NUMBERS: Final = group("numbers")
_LONGEST_NUMBER: Final = 60


def is_number(folded: str) -> bool:
    """A number in words, grown together as Dutch and German do: `neunzehnhundertfünfundachtzig`, `vingt-deux`."""
    if folded in _NUMBERS:
        return True
    if not 4 <= len(folded) <= _LONGEST_NUMBER:
        return False
    word = folded.replace("-", "")
    reached = {0}
    for end in range(1, len(word) + 1):
        if any(word[start:end] in _NUMBERS for start in reached):
            reached.add(end)
    return len(word) in reached
