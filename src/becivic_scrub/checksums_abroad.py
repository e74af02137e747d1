"""The check of people's numbers from elsewhere, on bare numbers: French NIR, Dutch BSN, Polish PESEL."""

from __future__ import annotations

import re
from typing import Final

_NIR: Final = re.compile("([0-9]{5})([0-9]{2}|2[AB])([0-9]{6})([0-9]{2})")
_CORSICA: Final = {"2A": "19", "2B": "18"}

_BSN: Final = re.compile("[0-9]{1,9}")
_BSN_WEIGHTS: Final = (9, 8, 7, 6, 5, 4, 3, 2, -1)

_PESEL: Final = re.compile("[0-9]{11}")
_PESEL_WEIGHTS: Final = (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)
# The month tells the century: twenty more for each of these.
_PESEL_CENTURIES: Final = (1900, 2000, 2100, 2200, 1800)


def nir_holds(number: str) -> bool:
    """Thirteen places and the two of the key, without which there is nothing to check."""
    parts = _NIR.fullmatch(number)
    if not parts:
        return False
    born, department, rest, key = parts.groups()
    return 97 - int(born + _CORSICA.get(department, department) + rest) % 97 == int(key)


def bsn_holds(number: str) -> bool:
    """Zeros in front may be left out."""
    if not _BSN.fullmatch(number) or not int(number):
        return False
    return _weighted(number.zfill(9), _BSN_WEIGHTS) % 11 == 0


def pesel_holds(number: str) -> bool:
    if not _PESEL.fullmatch(number) or _weighted(number, _PESEL_WEIGHTS) % 10:
        return False
    century, month = divmod(int(number[2:4]), 20)
    return _is_a_day(_PESEL_CENTURIES[century] + int(number[:2]), month, int(number[4:6]))


def _weighted(number: str, weights: tuple[int, ...]) -> int:
    return sum(weight * int(digit) for weight, digit in zip(weights, number))


def _is_a_day(year: int, month: int, day: int) -> bool:
    from calendar import monthrange  # noqa: PLC0415  loads half of what dates need

    return 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]
