"""Numbers of payment cards, told by how their issuers begin."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.parts import DIGIT_EDGE, ScrubRule, captured, one_of

_FIRST_FOUR: Final = "(?:4[0-9]{3}|5[0-8][0-9]{2}|6[0-9]{3}|2[2-7][0-9]{2}|35[0-9]{2})"
"""Visa, Mastercard, Maestro and Bancontact, Discover, JCB: other groups of four are not cards."""

_NUMBER: Final = captured(
    _FIRST_FOUR + "(?:[ ]?[./-][ ]?[0-9]{4}|[ ]{1,2}[0-9]{4}){3}(?:[ .-]?[0-9]{1,3})?",
    _FIRST_FOUR + one_of("[ ./-][0-9]{8}[ ./-][0-9]{4}", "[0-9]{4}[ ./-][0-9]{8}"),
    "3[47][0-9]{2}[ ./-]{0,3}[0-9]{6}[ ./-]{0,3}[0-9]{5}",
    "3[068][0-9]{2}[ .-]{0,2}[0-9]{6}[ .-]{0,2}[0-9]{4}",
    "4[0-9]{12}(?:[0-9]{3}){0,2}",
    "(?:5[0-8]|2[2-7]|35|6[0-9])[0-9]{14}(?:[0-9]{1,3})?",
)

RULES: Final = (
    ScrubRule(
        "payment_card",
        "Number of a payment card: groups of four or eight, 4-6-5, or thirteen to nineteen digits in one piece that "
        "begin as an issuer's do.",
        r"(?:\b|[_G-Zg-z]|[Vv]isa|[Cc]arte|[Cc]ard)" + _NUMBER + DIGIT_EDGE,
        checksum="luhn",
    ),
)
