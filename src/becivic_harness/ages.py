"""Finds the age of somebody who is named in the same sentence: name and age together say more than either."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from typing import Final

from becivic_harness.patterns import Pattern
from becivic_harness.spans import Span

KIND: Final = "age"
_AGE: Final = Pattern(
    r"(?<![0-9.,/-])[0-9]{1,3}(?:[ ]?(?:ans\b|jaar\b(?:[ ]oud)?|Jahre?\b(?:[ ]alt)?|years?[ -]old|yrs?\b|y/?o\b|mois\b|maanden[ ]oud|"
    r"months?[ ]old|Monate?[ ]alt)|-?(?:jarige?|j[äa]hrige[rnms]?|year-old))"
    r"|(?:\b[âa]g[ée]e?s?[ ]de|\baged|\bleeftijd[ :]|\bAlter[ :]|\bage[ :])[ ]?[0-9]{1,3}\b",
    re.IGNORECASE,
)
_REACH: Final = 40
_SENTENCE_END: Final = Pattern(r"[.!?\n]")


def find(text: str, names: Sequence[Span]) -> list[Span]:
    """Ages that stand near a name."""
    if not names or not any(mark.isdigit() for mark in text):
        return []
    return [
        Span(found.start(), found.end(), KIND)
        for found in _AGE.finditer(text)
        if _near(text, found.span(), names)
    ]


def _near(text: str, age: tuple[int, int], names: Sequence[Span]) -> bool:
    """The name before it or the one behind it; names stand by place and do not overlap."""
    behind = bisect(names, (age[0],))
    for name in names[max(0, behind - 1) : behind + 1]:
        between = text[name.end : age[0]] if name.end <= age[0] else text[age[1] : name.start]
        if len(between) <= _REACH and not _SENTENCE_END.search(between):
            return True
    return False
