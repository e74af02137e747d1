"""Dates of birth in the forms each language writes; what makes them one is the label in the sentence."""

from __future__ import annotations

from random import Random
from typing import Final

from becivic.score.makers.spelling import Maker, Spelling

_MONTHS: Final = {
    "fr": ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
           "novembre", "décembre"),
    "nl": ("januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober",
           "november", "december"),
    "de": ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
           "November", "Dezember"),
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"),
}  # fmt: skip
_SLASHES: Final = "{day:02d}/{month:02d}/{year}"
_DASHES: Final = "{day:02d}-{month:02d}-{year}"
_DOTS: Final = "{day:02d}.{month:02d}.{year}"
_ISO: Final = "{year}-{month:02d}-{day:02d}"
_SHORT_YEAR: Final = "{day:02d}/{month:02d}/{short:02d}"
_FORMS: Final = {
    "fr": (_SLASHES, _DASHES, _DOTS, _ISO, _SHORT_YEAR, "{day} {word} {year}"),
    "nl": (_SLASHES, _DASHES, _DOTS, _ISO, "{day}/{month}/{year}", "{day} {word} {year}"),
    "de": (_DOTS, _SLASHES, _DASHES, _ISO, "{day}.{month}.{year}", "{day}. {word} {year}"),
    "en": (
        _SLASHES,
        _DASHES,
        _ISO,
        "{day} {word} {year}",
        "{word} {day}, {year}",
        "{day}th of {word} {year}",
    ),
}


def written(lang: str, form: str) -> Maker:
    """Days 4 to 20, the ones that English ends in "th"."""

    def make(rng: Random) -> str:
        year, month, day = 1938 + rng.randrange(80), 1 + rng.randrange(12), 4 + rng.randrange(17)
        word = _MONTHS[lang][month - 1]
        return form.format(year=year, short=year % 100, month=month, day=day, word=word)

    return make


def iso(rng: Random) -> str:
    return written("en", _ISO)(rng)


SPELLINGS: Final = tuple(
    Spelling("birth_date", form, "birth", written(lang, form), langs=(lang,))
    for lang, forms in _FORMS.items()
    for form in forms
)
