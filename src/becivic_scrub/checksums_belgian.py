"""Modulo 97 as Belgium uses it, on bare numbers: national register, BIS, eID card, enterprise, payment.

No clock is read, so a register number of the 2000s is taken for every year up to 2099, born yet or not.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final

_ELEVEN_DIGITS: Final = re.compile("[0-9]{11}")
_TWELVE_DIGITS: Final = re.compile("[0-9]{12}")
_ENTERPRISE: Final = re.compile("[01][0-9]{9}")

_CENTURY_PREFIXES: Final = ((1900, ""), (2000, "2"))

# A month of zero is a birth date that is not known, or a day whose counter ran out. The day may be anything.
_REGISTER_MONTHS: Final = range(13)
# Twenty is added where the sex is not known, forty where it is.
_BIS_MONTHS: Final = (*range(20, 33), *range(40, 53))


def register_centuries(number: str) -> tuple[int, ...]:
    """The century, 1900 or 2000, in which the check of eleven digits holds; it never holds in both."""
    if not _ELEVEN_DIGITS.fullmatch(number):
        return ()
    body, check = number[:9], int(number[9:])
    return tuple(century for century, prefix in _CENTURY_PREFIXES if 97 - int(prefix + body) % 97 == check)


def nrn_holds(number: str) -> bool:
    return _register_holds(number, _REGISTER_MONTHS)


def bis_holds(number: str) -> bool:
    return _register_holds(number, _BIS_MONTHS)


def _register_holds(number: str, months: Container[int]) -> bool:
    return bool(register_centuries(number)) and int(number[2:4]) in months


def eid_holds(number: str) -> bool:
    return _remainder_holds(number)


def structured_communication_holds(number: str) -> bool:
    return _remainder_holds(number)


def _remainder_holds(number: str) -> bool:
    """Ten digits, then their remainder, which is written 97 where it is nought."""
    if not _TWELVE_DIGITS.fullmatch(number):
        return False
    return (int(number[:10]) % 97 or 97) == int(number[10:])


def bce_holds(number: str) -> bool:
    """Enterprise or VAT number, with or without BE; the old form of nine digits lacks the 0 in front."""
    digits = number.removeprefix("BE")
    if len(digits) == 9:
        digits = "0" + digits
    if not _ENTERPRISE.fullmatch(digits) or not int(digits):
        return False
    return (int(digits[:8]) + int(digits[8:])) % 97 == 0
