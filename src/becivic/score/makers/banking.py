"""Account numbers of several countries, Belgian structured communications and payment cards."""

from __future__ import annotations

from random import Random
from typing import Final

from becivic.score.makers.spelling import Maker, Spelling, drawn, lowered, solutions, spelt

# Country: the form of what follows the check digits.
_ACCOUNTS: Final = {
    "FR": "#############@#########",
    "DE": "##################",
    "NL": "@@@@##########",
    "LU": "################",
    "PL": "########################",
    "ES": "####################",
    "RO": "@@@@################",
    "IT": "@######################",
    "PT": "#####################",
    "GB": "@@@@##############",
    "MT": "@@@@##########@#####@######",
    "BG": "@@@@##############",
}
_PAIRS: Final = range(1, 98)
_IBAN_CHECKS: Final = range(2, 99)
_CARD_STEMS: Final = ("4", "51", "52", "53", "54", "55", "2221", "2720")


def _iban_of(country: str, account: str) -> str:
    return next(solutions(f"{country}{{:02d}}{account}", "modulo_97_iban", _IBAN_CHECKS))


def belgian_iban(rng: Random) -> str:
    """A Belgian account closes with the same two digits as a structured communication."""
    return _iban_of("BE", structured_communication(rng))


def iban(country: str) -> Maker:
    return lambda rng: _iban_of(country, drawn(rng, _ACCOUNTS[country]))


def _grouped(mark: str, maker: Maker) -> Maker:
    """In fours, as printed on statements."""

    def make(rng: Random) -> str:
        number = maker(rng)
        return mark.join(number[at : at + 4] for at in range(0, len(number), 4))

    return make


def structured_communication(rng: Random) -> str:
    stem = drawn(rng, "##########")
    return next(solutions(stem + "{:02d}", "modulo_97_structured_communication", _PAIRS))


def _card(stem: str, length: int, rng: Random) -> str:
    body = stem + drawn(rng, "#" * (length - 1 - len(stem)))
    return next(solutions(body + "{}", "luhn", range(10)))


def payment_card(rng: Random) -> str:
    return _card(rng.choice(_CARD_STEMS), 16, rng)


def _amex(rng: Random) -> str:
    return _card(rng.choice(("34", "37")), 15, rng)


def _bank(name: str, make: Maker) -> Spelling:
    return Spelling("iban", name, "bank", make)


def _payment(name: str, make: Maker, *, labelled: bool = False) -> Spelling:
    return Spelling("structured_communication", name, "payment", make, labelled=labelled)


def _plastic(name: str, make: Maker) -> Spelling:
    return Spelling("payment_card", name, "card", make)


SPELLINGS: Final = (
    _bank("BE in fours", _grouped(" ", belgian_iban)),
    _bank("BE bare", belgian_iban),
    _bank("BE in fours, lower case", lowered(_grouped(" ", belgian_iban))),
    _bank("BE bare, lower case", lowered(belgian_iban)),
    _bank("BE dots", _grouped(".", belgian_iban)),
    _bank("BE dashes", _grouped("-", belgian_iban)),
    _bank("BE, old account form", spelt("#### ###-#######-##", belgian_iban)),
    *(_bank(f"{country} in fours", _grouped(" ", iban(country))) for country in _ACCOUNTS),
    *(_bank(f"{country} bare", iban(country)) for country in ("FR", "DE", "NL", "PL", "GB")),
    _payment("plus signs", spelt("+++###/####/#####+++", structured_communication)),
    _payment("asterisks", spelt("***###/####/#####***", structured_communication)),
    _payment("slashes", spelt("###/####/#####", structured_communication)),
    _payment("plus signs, spaces", spelt("+++ ### / #### / ##### +++", structured_communication)),
    _payment("bare", structured_communication, labelled=True),
    _plastic("in fours", _grouped(" ", payment_card)),
    _plastic("dashes", _grouped("-", payment_card)),
    _plastic("bare", payment_card),
    _plastic("fifteen digits, groups", spelt("#### ###### #####", _amex)),
    _plastic("fifteen digits, bare", _amex),
)
