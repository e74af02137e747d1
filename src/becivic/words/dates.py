"""A day as people write it in four languages: 26 April 2026, 26 avril 2026, 26 april 2026, 26. April 2026."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Final

_MONTHS: Final = {
    "en": [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    "fr": [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    "nl": [
        "januari",
        "februari",
        "maart",
        "april",
        "mei",
        "juni",
        "juli",
        "augustus",
        "september",
        "oktober",
        "november",
        "december",
    ],
    "de": [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
}
_DAY: Final = len("YYYY-MM-DD")


@lru_cache(maxsize=4096)  # the same few days stand on every page
def written_day(moment: str, language: str) -> str:
    """Of an ISO date, or of the moment that begins with one; whatever else it is stays as it is."""
    try:
        day = date.fromisoformat(moment[:_DAY])
    except ValueError:
        return moment
    number = {"de": f"{day.day}.", "fr": "1er" if day.day == 1 else str(day.day)}.get(language, str(day.day))
    return f"{number} {_MONTHS[language][day.month - 1]} {day.year}"


@lru_cache(maxsize=4096)
def written_date(text: str, language: str) -> str:
    """A date as exact as it is known: a day, a month (YYYY-MM) or a year."""
    year, _, month = text.partition("-")
    if month.isdecimal() and 1 <= int(month) <= len(_MONTHS[language]):
        return f"{_MONTHS[language][int(month) - 1]} {year}"
    return written_day(text, language)
