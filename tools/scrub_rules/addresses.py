"""Addresses that something other than the word for street gives away: a postal code, a label, capitals."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.houses import CAPITAL_WORD, HOUSE, JOINING_WORD
from tools.scrub_rules.parts import INDIRECT, QUOTES, ScrubRule, captured, one_of

_ANY_STREET: Final = (
    f"{CAPITAL_WORD}(?:[ ](?:{JOINING_WORD}|van|den|der|op|ter|ten|zur|dem|{CAPITAL_WORD})){{0,3}}{HOUSE}"
)
_POSTAL_CODE: Final = "(?:1[0-8][0-9]{2}|2000|20[4-6]0|2[1-9][0-9]{2}|[3-9][0-9]{3})"
"""Of 19xx and 20xx only Antwerp's: the others are years before they are places."""

_LABEL: Final = one_of("""
    [Aa]dress?e?
    [Aa]dres
    [Dd]omicile
    [Ww]oonplaats
    [Ww]ohnsitz
    [Hh]auptwohnort
    [Hh]oofdverblijfplaats
    [Rr][ée]sidence[ ]principale
    [Mm]ain[ ]residence
    ADRES
    ADRESSE
    (?:[A-Z][a-z]{2,12})?(?:[Aa]nschrift|[Aa]dresse|[Aa]dres)
    ANSCHRIFT
    [Hh]ome[ ]address
""")
_LIVING: Final = one_of(
    _LABEL + "[ ]?(?::|is|est|ist|=)",
    """
    wohnhaft
    wonende
    domicili[ée]e?[ ][àa]
    gemeldet[ ]unter
    """,
)

_CAPITAL: Final = f"[A-ZÀ-Þ{QUOTES}-]"
_ENDING: Final = one_of(
    "STRAAT|LAAN|PLEIN|DREEF|STEENWEG|WEG|LEI|KAAI|BAAN|BAHN",
    "STRASSE|PLATZ|GASSE|ALLEE",
    "STREET|ROAD",
)
_BEGINNING: Final = one_of(
    "RUE|AVENUE|BOULEVARD|PLACE|SQUARE|CHAUSS[ÉE]E|QUAI|CLOS|DR[ÈE]VE|CHEMIN|ROUTE|IMPASSE"
)

RULES: Final = (
    ScrubRule(
        "address_with_postal_code",
        "Street of any name with house number, followed by a Belgian postal code and a town.",
        r"\b"
        + captured(
            _ANY_STREET
            + r"(?:[ ]?[,-][ ]?|[ ]?,?\n|[ ]B-)(?:B-?[ ]?)?"
            + _POSTAL_CODE
            + "[ ][A-ZÀ-Þ][A-Za-zÀ-ÿ-]{2,20}"
        )
        + r"\b",
        category=INDIRECT,
    ),
    ScrubRule(
        "address_labelled",
        "Street of any name with house number after words for somebody's address in four languages.",
        r"\b"
        + _LIVING
        + "[ ]{1,2}(?:le[ ]|la[ ]|de[ ]|the[ ]|in[ ]de[ ]|[àa][ ]la[ ])?"
        + captured(_ANY_STREET)
        + r"\b",
        category=INDIRECT,
    ),
    ScrubRule(
        "street_address_capitals",
        "Street with house number written in capitals throughout.",
        r"\b"
        + captured(
            one_of(f"{_CAPITAL}{{2,20}}{_ENDING}", f"{_BEGINNING}(?:[ ]{_CAPITAL}{{1,16}}){{1,4}}") + HOUSE
        )
        + r"\b",
        category=INDIRECT,
    ),
)
