"""Numbers that Belgium gives to people and to their cards."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.parts import DIGIT_EDGE, INDIRECT, WORD_EDGE, ScrubRule, captured, one_of

_DAY: Final = "(?:[0-2][0-9]|3[01])"
_BETWEEN_DATE: Final = "(?:[ ]?[./_-][ ]?|[ ]{1,2})"
_SERIAL: Final = "(?:00[1-9]|0[1-9][0-9]|[1-9][0-9]{2})"
_MONTH: Final = "(?:0[0-9]|1[0-2])"
"""00 too: whoever does not know the month of birth is registered without one."""
_BIS_MONTH: Final = "(?:2[0-9]|3[0-2]|4[0-9]|5[0-2])"


def _register_number(month: str) -> str:
    """Date of birth, serial, check digits. The date has separators throughout or not at all: half of them
    would let amounts and opening hours in."""
    date = one_of("[0-9]{2}" + month + _DAY, "[0-9]{2}" + _BETWEEN_DATE + month + _BETWEEN_DATE + _DAY)
    number = date + "[ ./()_-]{0,3}" + _SERIAL + "[ ./_-]{0,3}[0-9]{2}"
    return DIGIT_EDGE + captured(number) + DIGIT_EDGE


_NOT_IN_A_RUN: Final = "(?:[^0-9A-Fa-f.,:/-]|[^0-9A-Fa-f][.,:/-])"
"""What may stand before twelve bare digits: not a part of a UUID, a decimal number or a path."""
_NOT_A_YEAR: Final = "(?:0[1-9]|1[0-8]|2[1-9]|[3-9][0-9])"
"""How twelve bare digits may begin: with 19 or 20 they are a date and a time of day (202511151430)."""

_PASSPORT_SERIES: Final = "[HIJKLMPR]"
"""EN is apart: "EN 123456" is a European standard, so there nothing may stand between."""

RULES: Final = (
    ScrubRule(
        "belgian_nrn",
        "Belgian national register number (numéro national, rijksregisternummer): eleven digits that begin "
        "with a date of birth, with any separators or none.",
        _register_number(_MONTH),
        checksum="modulo_97_belgian_nrn",
    ),
    ScrubRule(
        "belgian_bis",
        "Belgian BIS number, for people outside the national register: a national number whose month has "
        "20 or 40 added.",
        _register_number(_BIS_MONTH),
        checksum="modulo_97_belgian_bis",
    ),
    ScrubRule(
        "belgian_eid_card",
        "Number of a Belgian identity card: twelve digits in the form 3-7-2, or in one piece when they begin "
        "with 59. Old account numbers have the same form.",
        DIGIT_EDGE + captured("(?:[0-9]{3}[ ./-]{1,3}[0-9]{7}|59[0-9]{8})[ ./-]{0,3}[0-9]{2}") + DIGIT_EDGE,
        checksum="modulo_97_belgian_eid",
    ),
    ScrubRule(
        "twelve_digits",
        "Twelve digits in one piece: a card number, an old account number or a structured communication. "
        "Dates with a time of day and the digits of a UUID are left alone.",
        _NOT_IN_A_RUN + captured(_NOT_A_YEAR + "[0-9]{10}") + DIGIT_EDGE,
        checksum="modulo_97_belgian_eid",
        category=INDIRECT,
    ),
    ScrubRule(
        "belgian_residence_card",
        "Number of a Belgian residence card: one letter and nine digits, in one piece or in the form 7-2.",
        WORD_EDGE
        + captured(
            "[A-HK-N][ ]?-?[ ]?[0-9]{7}[ ./-]{0,3}[0-9]{2}",
            "[a-hk-n]-?[0-9]{7}[ -]?[0-9]{2}",
        )
        + DIGIT_EDGE,
    ),
    ScrubRule(
        "belgian_passport",
        "Number of a Belgian passport: two letters, the first an E, and six digits.",
        WORD_EDGE
        + captured(
            f"E{_PASSPORT_SERIES}[ -]?[0-9]{{6}}",
            "E[HJKLMPR][ ][0-9]{2}[ .][0-9]{2}[ .][0-9]{2}",
            "EN[0-9]{6}",
            "e[hijklmnpr][0-9]{6}",
        )
        + DIGIT_EDGE,
    ),
)
