"""Synthetic identifiers whose check holds by python-stdnum, and small accidents that may break it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from string import ascii_uppercase, digits
from typing import Final

from stdnum import iban, luhn, numdb
from stdnum.be import bis, eid, nn, ogm_vcs, vat
from stdnum.fr import nir
from stdnum.nl import bsn
from stdnum.pl import pesel

from becivic_scrub.checksums import SEPARATORS

Maker = Callable[[Random], str]
Accident = Callable[[Random, str], str]

CHARACTERS: Final = {"n": digits, "a": ascii_uppercase, "c": digits + ascii_uppercase}


def drawn(rng: Random, length: int, characters: str = digits) -> str:
    return "".join(rng.choice(characters) for _ in range(length))


def completed(rng: Random, is_valid: Callable[[str], bool], body: Maker, check_length: int) -> str:
    """Bodies until one has check digits that stdnum accepts."""
    while True:
        start = body(rng)
        checks = (f"{check:0{check_length}}" for check in range(10**check_length))
        valid = [start + check for check in checks if is_valid(start + check)]
        if valid:
            return rng.choice(valid)


def _dated(*months: int) -> Maker:
    """Year, month, day and a counter; any year, and sometimes a day that is not known."""
    return lambda rng: (
        f"{rng.randrange(100):02}{rng.choice(months):02}{rng.randrange(32):02}{rng.randrange(1000):03}"
    )


def _nir_body(rng: Random) -> str:
    department = rng.choice(("2A", "2B", "2a", drawn(rng, 2)))
    return f"{rng.choice('12')}{drawn(rng, 2)}{rng.randrange(1, 13):02}{department}{drawn(rng, 6)}"


def _bce(rng: Random) -> str:
    number = completed(rng, vat.is_valid, lambda each: each.choice("01") + drawn(each, 7), 2)
    spelled = number[1:] if number[0] == "0" and rng.randrange(2) else number
    return rng.choice(("", "BE", "be")) + spelled


def bank_countries() -> Mapping[str, str]:
    """Country and structure, as stdnum's copy of the IBAN registry has them."""
    registry = numdb.get("iban")
    pairs = ("".join(pair) for pair in itertools.product(ascii_uppercase, repeat=2))
    found = {country: registry.info(country)[0][1].get("bban") for country in pairs}
    return {country: structure for country, structure in found.items() if structure}


_BANK_COUNTRIES: Final = bank_countries()


def _iban(rng: Random) -> str:
    country = rng.choice(sorted(_BANK_COUNTRIES))
    parts = re.findall("([0-9]+)!([nac])", _BANK_COUNTRIES[country])
    account = "".join(drawn(rng, int(length), CHARACTERS[kind]) for length, kind in parts)
    number = country + iban.calc_check_digits(f"{country}00{account}") + account
    return rng.choice((number, number.lower()))


MAKERS: Final[Mapping[str, Maker]] = {
    "luhn": lambda rng: completed(rng, luhn.is_valid, lambda each: drawn(each, each.randrange(11, 19)), 1),
    "modulo_10_polish_pesel": lambda rng: completed(
        rng, pesel.is_valid, lambda each: _dated(*range(1, 93))(each) + drawn(each, 1), 1
    ),
    "modulo_11_dutch_bsn": lambda rng: completed(
        rng, bsn.is_valid, lambda each: drawn(each, each.choice((6, 7, 8, 8))), 1
    ),
    "modulo_97_belgian_bce": _bce,
    "modulo_97_belgian_bis": lambda rng: completed(
        rng, bis.is_valid, _dated(*range(20, 33), *range(40, 53)), 2
    ),
    "modulo_97_belgian_eid": lambda rng: completed(rng, eid.is_valid, lambda each: drawn(each, 10), 2),
    "modulo_97_belgian_nrn": lambda rng: completed(rng, nn.is_valid, _dated(*range(13)), 2),
    "modulo_97_french_nir": lambda rng: completed(rng, nir.is_valid, _nir_body, 2),
    "modulo_97_iban": _iban,
    "modulo_97_structured_communication": lambda rng: completed(
        rng, ogm_vcs.is_valid, lambda each: drawn(each, 10), 2
    ),
}


@cache
def valid_numbers(name: str) -> tuple[str, ...]:
    rng = Random(name)
    return tuple(MAKERS[name](rng) for _ in range(500))


def _digit_changed(rng: Random, number: str) -> str:
    at = rng.randrange(len(number))
    return number[:at] + drawn(rng, 1) + number[at + 1 :]


def _two_swapped(rng: Random, number: str) -> str:
    at = rng.randrange(len(number) - 1)
    return number[:at] + number[at + 1] + number[at] + number[at + 2 :]


def _one_dropped(rng: Random, number: str) -> str:
    at = rng.randrange(len(number))
    return number[:at] + number[at + 1 :]


def _one_added(rng: Random, number: str) -> str:
    at = rng.randrange(len(number) + 1)
    return number[:at] + drawn(rng, 1) + number[at:]


def _separators_inserted(rng: Random, number: str) -> str:
    marks = rng.choice((" ", ".", "-", "/", SEPARATORS))
    spelled = "".join(each + rng.choice(("", "", drawn(rng, 1, marks))) for each in number)
    return rng.choice((spelled, f"+++{spelled}+++", f"***{spelled}***", f" {spelled}\n"))


def _wrong_kind_of_letter(rng: Random, number: str) -> str:
    at = rng.randrange(len(number))
    return number[:at] + rng.choice("ABEXZabo_,:") + number[at + 1 :]


ACCIDENTS: Final[tuple[Accident, ...]] = (
    _digit_changed,
    _two_swapped,
    _one_dropped,
    _one_added,
    _separators_inserted,
    _wrong_kind_of_letter,
)
