"""Characters that look like a space, a hyphen or a digit, or like nothing at all, put into a plain spelling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from becivic.score.makers.spelling import DIGITS, Spelling

_SPACES: Final = {
    "no-break space": "\u00a0",
    "narrow no-break space": "\u202f",
    "thin space": "\u2009",
    "figure space": "\u2007",
}
_HYPHENS: Final = {
    "non-breaking hyphen": "\u2011",
    "en dash": "\u2013",
    "figure dash": "\u2012",
    "minus sign": "\u2212",
}
_INVISIBLE: Final = {
    "soft hyphen": "\u00ad",
    "zero-width space": "\u200b",
    "zero-width joiner": "\u200d",
    "word joiner": "\u2060",
}
_FULL_WIDTH: Final = str.maketrans({digit: chr(ord(digit) + 0xFEE0) for digit in DIGITS})

Disguise = Callable[[str], str]


def _swapping(plain: str, other: str) -> Disguise:
    return lambda text: text.replace(plain, other)


def _inserting(mark: str) -> Disguise:
    """In the middle, and once more near the end, where a checksum would sit."""
    return lambda text: text[: len(text) // 2] + mark + text[len(text) // 2 : -1] + mark + text[-1:]


SPACE_DISGUISES: Final = {name: _swapping(" ", mark) for name, mark in _SPACES.items()}
HYPHEN_DISGUISES: Final = {name: _swapping("-", mark) for name, mark in _HYPHENS.items()}
DIGIT_DISGUISES: Final[dict[str, Disguise]] = {"full-width digits": lambda text: text.translate(_FULL_WIDTH)}
INVISIBLE_DISGUISES: Final = {name: _inserting(mark) for name, mark in _INVISIBLE.items()}


def disguised(spelling: Spelling, name: str, disguise: Disguise, langs: tuple[str, ...]) -> Spelling:
    """The spelling as before, every number of it under the disguise."""
    return replace(
        spelling,
        name=f"{spelling.name}, {name}",
        make=lambda rng: disguise(spelling.make(rng)),
        langs=langs,
    )
