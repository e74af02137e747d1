"""The check digits of identifiers, by the name a scrub rule gives its algorithm.

A check says whether a match is a well-formed number whose check holds. It takes the text as it was matched,
after normalisation, never raises, reads no clock and does bounded work. A wrong yes costs nothing, a wrong no
plays a real identifier down: so every separator is dropped, wherever it stands; the pattern rules on that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from becivic_scrub.checksums_abroad import bsn_holds, nir_holds, pesel_holds
from becivic_scrub.checksums_banking import card_holds, iban_holds
from becivic_scrub.checksums_belgian import (
    bce_holds,
    bis_holds,
    eid_holds,
    nrn_holds,
    structured_communication_holds,
)

SEPARATORS: Final = " .-/+*()_,"
LONGEST: Final = 64
"""Characters as written; the longest identifier, an IBAN of 33 in groups of four, has 41."""

_DROPPED: Final = str.maketrans("", "", SEPARATORS)


def compact(text: str) -> str:
    """The bare number in capitals; nothing for what is too long, or not yet normalised to ASCII."""
    if len(text) > LONGEST or not text.isascii():
        return ""
    return text.translate(_DROPPED).strip().upper()


def _holds(check: Callable[[str], bool], text: str) -> bool:
    return check(compact(text))


_CHECKS: Final[Mapping[str, Callable[[str], bool]]] = {
    "luhn": card_holds,
    "modulo_10_polish_pesel": pesel_holds,
    "modulo_11_dutch_bsn": bsn_holds,
    "modulo_97_belgian_bce": bce_holds,
    "modulo_97_belgian_bis": bis_holds,
    "modulo_97_belgian_eid": eid_holds,
    "modulo_97_belgian_nrn": nrn_holds,
    "modulo_97_french_nir": nir_holds,
    "modulo_97_iban": iban_holds,
    "modulo_97_structured_communication": structured_communication_holds,
}

CHECKSUMS: Final[Mapping[str, Callable[[str], bool]]] = MappingProxyType(
    {name: partial(_holds, check) for name, check in _CHECKS.items()}
)
