"""Whether something is still readable in a text: however it is written, and whatever stands between its digits."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_FEWEST_DIGITS = 6
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[^\w]+(?=\d)")


def left_in(text: str, must_go: Iterable[str]) -> list[str]:
    """Those that can still be read: as whole words whatever their case and accents, or digit for digit."""
    folded, digits = _folded(text), _BETWEEN_DIGITS.sub("", text)
    return [each for each in must_go if _is_readable(each, folded, digits)]


def missing_from(text: str, must_stay: Iterable[str]) -> list[str]:
    """Those that cannot be found any more, letter for letter; blanks do not count."""
    there = _spaced(text)
    return [each for each in must_stay if _spaced(each) not in there]


def _is_readable(wanted: str, folded: str, digits: str) -> bool:
    if re.search(rf"(?<!\w){re.escape(_folded(wanted))}(?!\w)", folded):
        return True
    number = re.sub(r"\D", "", wanted)
    return len(number) >= _FEWEST_DIGITS and number in digits


def _folded(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return _spaced("".join(each for each in apart if not unicodedata.combining(each)))


def _spaced(text: str) -> str:
    return " ".join(text.split())
