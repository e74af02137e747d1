"""Months as people write them, in four languages: what is meant is read, days are dropped, and nothing is guessed (R-PROF-10)."""

from __future__ import annotations

import re
from typing import Final

from becivic_harness.months import month_number
from becivic_harness.word_stems import fold

_YEAR_FIRST: Final = re.compile(r"([0-9]{4})[-/. ]([0-9]{1,2})(?:[-/. ]([0-9]{1,2}))?(?:[t ].*)?")
_DAY_FIRST: Final = re.compile(r"([0-9]{1,2})[-/. ]+([0-9]{1,2})[-/. ]+([0-9]{4})")
_MONTH_FIRST: Final = re.compile(r"([0-9]{1,2})[-/. ]+([0-9]{4})")
_YEAR: Final = re.compile(r"\b[0-9]{4}\b")
_WORD: Final = re.compile(r"[a-z]+")
_CURRENT_WORDS: Final = frozenset(
    fold(text)
    for text in (
        "current", "currently", "now", "today", "still", "present", "ongoing", "until now", "to date", "still so today",
        "actuel", "actuellement", "maintenant", "aujourd'hui", "en cours", "toujours", "jusqu'à présent", "à ce jour",
        "nu", "vandaag", "huidig", "nog steeds", "lopend", "tot nu", "tot op heden", "heden",
        "jetzt", "heute", "aktuell", "laufend", "bis heute", "noch", "immer noch", "derzeit",
    )
)  # fmt: skip
_BEGINNINGS: Final = (
    ("jan",), ("feb", "fev"), ("mar", "maa", "mrt", "maerz"), ("apr", "avr"), ("may", "mai", "mei"), ("jun", "juin"),
    ("jul", "juil"), ("aug", "aou"), ("sep",), ("oct", "okt"), ("nov",), ("dec", "dez"),
)  # fmt: skip
"""Of the names of months, in four languages and without accents; no other month begins with them."""

_BESIDE: Final = frozenset(
    (
        "until", "till", "since", "from", "in", "the", "of", "end", "begin", "beginning", "about", "st", "nd", "rd", "th",
        "jusqu", "jusque", "depuis", "en", "de", "le", "er", "fin", "debut", "a", "au", "du",
        "tot", "sinds", "vanaf", "eind", "einde", "begin", "van", "bis", "seit", "ab", "ende", "anfang", "im",
    )
)  # fmt: skip


def read_month(text: str) -> str | None:
    """The month that somebody means, whatever the day (R-PROF-10); None where it cannot be told."""
    said = fold(text).strip().strip(".,")
    for pattern, year, month in ((_YEAR_FIRST, 1, 2), (_DAY_FIRST, 3, 2), (_MONTH_FIRST, 2, 1)):
        found = pattern.fullmatch(said)
        if found:
            return _month(found[year], found[month]) or _american(found, pattern)
    return _named(said)


def is_current(text: str) -> bool:
    return fold(text).strip().strip(".!") in _CURRENT_WORDS


def _month(year: str, month: str) -> str | None:
    text = f"{year}-{int(month):02}"
    return text if month_number(text) is not None and year > "1899" else None


def _american(found: re.Match[str], pattern: re.Pattern[str]) -> str | None:
    """5/14/2026 has no fourteenth month: its first number is the month."""
    return _month(found[3], found[1]) if pattern is _DAY_FIRST and int(found[2]) <= 31 else None


def _named(said: str) -> str | None:
    """`May 2026`, `until 14 mai 2026`, `sinds mei 2026`: one year, one month, and no word that means something else."""
    years, words = _YEAR.findall(said), [word for word in _WORD.findall(said) if word not in _BESIDE]
    month = _by_name(words[0]) if len(words) == 1 else 0
    return _month(years[0], str(month)) if len(years) == 1 and month else None


def _by_name(word: str) -> int:
    found = (number for number, starts in enumerate(_BEGINNINGS, 1) if word.startswith(starts))
    return next(found, 0)
