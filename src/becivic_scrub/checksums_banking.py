"""The check of bank accounts and payment cards, on bare numbers, and the shape of an IBAN in each country."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

# What follows the four characters in front: n a digit, a a letter, c either. Taken from the IBAN registry.
IBAN_STRUCTURES: Final = {
    "AD": "8n12c",
    "AE": "19n",
    "AL": "8n16c",
    "AT": "16n",
    "AZ": "4a20c",
    "BA": "16n",
    "BE": "12n",
    "BG": "4a6n8c",
    "BH": "4a14c",
    "BI": "23n",
    "BR": "23n1a1c",
    "BY": "4c4n16c",
    "CH": "5n12c",
    "CR": "18n",
    "CY": "8n16c",
    "CZ": "20n",
    "DE": "18n",
    "DJ": "23n",
    "DK": "14n",
    "DO": "4c20n",
    "EE": "16n",
    "EG": "25n",
    "ES": "20n",
    "FI": "14n",
    "FK": "2a12n",
    "FO": "14n",
    "FR": "10n11c2n",
    "GB": "4a14n",
    "GE": "2a16n",
    "GI": "4a15c",
    "GL": "14n",
    "GR": "7n16c",
    "GT": "24c",
    "HN": "4a20n",
    "HR": "17n",
    "HU": "24n",
    "IE": "4a14n",
    "IL": "19n",
    "IQ": "4a15n",
    "IS": "22n",
    "IT": "1a10n12c",
    "JO": "4a4n18c",
    "KW": "4a22c",
    "KZ": "3n13c",
    "LB": "4n20c",
    "LC": "4a24c",
    "LI": "5n12c",
    "LT": "16n",
    "LU": "3n13c",
    "LV": "4a13c",
    "LY": "21n",
    "MC": "10n11c2n",
    "MD": "20c",
    "ME": "18n",
    "MK": "3n10c2n",
    "MN": "16n",
    "MR": "23n",
    "MT": "4a5n18c",
    "MU": "4a19n3a",
    "NI": "4a20n",
    "NL": "4a10n",
    "NO": "11n",
    "OM": "3n16c",
    "PK": "4a16c",
    "PL": "24n",
    "PS": "4a21c",
    "PT": "21n",
    "QA": "4a21c",
    "RO": "4a16c",
    "RS": "18n",
    "RU": "14n15c",
    "SA": "2n18c",
    "SC": "4a20n3a",
    "SD": "14n",
    "SE": "20n",
    "SI": "15n",
    "SK": "20n",
    "SM": "1a10n12c",
    "SO": "19n",
    "ST": "21n",
    "SV": "4a20n",
    "TL": "19n",
    "TN": "20n",
    "TR": "6n16c",
    "UA": "6n19c",
    "VA": "18n",
    "VG": "4a16n",
    "XK": "16n",
    "YE": "4a4n18c",
}

_PART: Final = re.compile("([0-9]+)([nac])")
_CLASSES: Final = {"n": "[0-9]", "a": "[A-Z]", "c": "[A-Z0-9]"}

_CARD: Final = re.compile("[0-9]{12,19}")
_DOUBLED: Final = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def iban_holds(number: str) -> bool:
    """False for a country the registry does not list."""
    country = number[:2]
    if country not in IBAN_STRUCTURES or not _shape(country).fullmatch(number):
        return False
    moved = number[4:] + number[:4]
    return int("".join(str(int(character, 36)) for character in moved)) % 97 == 1


@cache  # one for each country, compiled when it is met
def _shape(country: str) -> re.Pattern[str]:
    account = _PART.sub(
        lambda part: f"{_CLASSES[part.group(2)]}{{{part.group(1)}}}", IBAN_STRUCTURES[country]
    )
    return re.compile(f"{country}[A-Z0-9]{{2}}{account}")


def card_holds(number: str) -> bool:
    """Luhn, for the lengths that cards have."""
    if not _CARD.fullmatch(number):
        return False
    digits = [int(digit) for digit in reversed(number)]
    return (sum(digits[::2]) + sum(_DOUBLED[digit] for digit in digits[1::2])) % 10 == 0
