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

_FLAT_WORD: Final = "(?:[Ff]lat|FLAT|[Aa]partment|[Aa]pt[.]?|APT|[Uu]nit|[Ss]uite|[Ss]tudio|[Rr]oom)"
_FLAT: Final = (
    f"(?:{_FLAT_WORD}[ ]?(?:[Nn]o[.]?[ ]?)?(?:[0-9]{{1,4}}[A-Za-z]?|[A-Z][0-9]{{0,3}})[ ]?[,/-]?[ ]?)?"
)
"""Before a street; alone it may be a unit of anything."""
_FLAT_NUMBER: Final = "[ ](?:[Nn]o[.]?[ ]|[Nn]umber[ ])?(?:[0-9]{1,3}[A-Za-z]?|[A-H][0-9]{0,2})"

RULES: Final = (
    ScrubRule(
        "street_address_english",
        "Street with house number as written in English (12 Church Street, 221b Baker St, Flat 3, 12 Mill "
        "Lane).",
        r"\b"
        + captured(
            _FLAT
            + one_of(
                f"{_NUMBER}[A-Za-d]?(?:[ ]?,[ ]?|[ ])(?:{_WORD}[ ]){{1,3}}{_STREET}",
                f"{_NUMBER}[A-Za-d]?[ ]{_FIRST_WORD}[ ]{_STREET_OR_NOT}",
                f"{_NUMBER}[a-d]?[ ][a-z]{{4,14}}[ ](?:street|road|lane|avenue)",
            ),
            f"(?:{_WORD}[ ]){{1,2}}(?:Street|Road|Lane|Square){HOUSE}",
        )
        + r"\b",
        category=INDIRECT,
    ),
    ScrubRule(
        "flat_english",
        "Number of a flat as written in English, without its street (lives in Flat 3, above flat 12); not a flat fee.",
        one_of(
            r"\b(?:[Ii]n|[Aa]t|[Tt]o|[Oo]f|[Ff]rom|[Mm]y|[Oo]ur|[Nn]ear|[Aa]bove|[Bb]elow|[Ff]or)[ ]",
            "[:,;(][ ]?",
            r"\n",
        )
        + captured(f"(?:[Ff]lat|FLAT|[Aa]partment|APARTMENT){_FLAT_NUMBER}")
        + r"\b",
        category=INDIRECT,
    ),
    ScrubRule(
        "flat_english_named",
        "Number of a flat in English, written large inside a sentence of any language (habite Flat 3), or a unit "
        "behind a word for where one lives.",
        one_of("[A-Za-zÀ-ÖØ-öø-ÿ][a-zß-öø-ÿ,][ ]", "[àÀ][ ]")
        + captured(f"(?:Flat|Apartment|Apt[.]?){_FLAT_NUMBER}")
        + r"\b",
        category=INDIRECT,
    ),
    ScrubRule(
        "unit_as_home",
        "Number of a unit in English behind a word for where one lives (lives at Unit 12).",
        r"\b(?:at|to|op|bij|an|bei|vers|address|[Aa]dresse|adres|Anschrift|habite|habitons|wohne|woon|pass[ée]|domicili[ée]e?"
        r"|gemeldet|ingeschreven)[,:]?[ ](?:is[ ]|est[ ]|ist[ ])?"
        + captured("Unit[ ](?:[0-9]{1,3}[A-Za-h]?|[A-H][0-9]{1,3})")
        + r"\b",
        category=INDIRECT,
    ),
    ScrubRule(
        "flat_english_certain",
        "Number of a flat in English that is certain by its form (Apt 4B, apt. 12, flat 12a).",
        r"\b"
        + captured(
            "(?:[Aa]pt|APT)[.]?[ ]?(?:[Nn]o[.]?[ ]?)?(?:[0-9]{1,4}[A-Za-z]?|[A-H][0-9]{1,3})",
            "(?:[Ff]lat|FLAT|[Aa]partment)[ ](?:[Nn]o[.]?[ ])?[0-9]{1,3}[A-Za-h]",
            "(?:Flat|Apartment)[ ][A-H]",
        )
        + r"\b",
        category=INDIRECT,
    ),
)
