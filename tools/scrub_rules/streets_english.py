"""Street addresses as written in English."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.houses import HOUSE
from tools.scrub_rules.parts import INDIRECT, QUOTES, ScrubRule, captured, one_of

_NUMBER: Final = "(?:[1-9][0-9]{0,2}|1[0-8][0-9]{2}|2[1-9][0-9]{2})"
_WORD: Final = f"[A-Z][A-Za-z{QUOTES}.-]{{1,15}}"
_STREET: Final = one_of(
    "Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Square|Drive|Terrace|Crescent|Gardens|Grove|Mews|Boulevard|Blvd"
)
_FIRST_WORD: Final = one_of("""
    Oak
    Elm
    Maple
    Church
    Mill
    Station
    School
    Park
    Victoria
    King'?s?
    Queen'?s?
    Rose
    Willow
    Cedar
    Ash
    Beech
    Castle
    Manor
    Orchard
    Garden
    Bridge
    Abbey
    Chapel
    Meadow
    Spring
    Lime
    Albert
    Cherry
    Hill
    Green
    Wood
""")
"""What makes a street of Court, Close or Place: "12 Constitutional Court judges" is none."""
_STREET_OR_NOT: Final = "(?:Court|Close|Place|Way|Hill|Row|Walk|Park|Green|View|Rise)"

RULES: Final = (
    ScrubRule(
        "street_address_english",
        "Street with house number as written in English (12 Church Street, 221b Baker St, Flat 3, 12 Mill "
        "Lane).",
        r"\b"
        + captured(
            f"{_NUMBER}[A-Za-d]?(?:[ ]?,[ ]?|[ ])(?:{_WORD}[ ]){{1,3}}{_STREET}",
            f"{_NUMBER}[A-Za-d]?[ ]{_FIRST_WORD}[ ]{_STREET_OR_NOT}",
            f"{_NUMBER}[a-d]?[ ][a-z]{{4,14}}[ ](?:street|road|lane|avenue)",
            f"(?:{_WORD}[ ]){{1,2}}(?:Street|Road|Lane|Square){HOUSE}",
        )
        + r"\b",
        category=INDIRECT,
    ),
)
