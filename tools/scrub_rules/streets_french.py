"""Street addresses as written in French."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.houses import CAPITAL_WORD, HOUSE, JOINING_WORD, NUMBER
from tools.scrub_rules.parts import APOSTROPHE, INDIRECT, ScrubRule, captured, one_of

_NAME: Final = f"(?:(?:{JOINING_WORD}|{CAPITAL_WORD}|[1-9][0-9]?)[ ]){{0,4}}{CAPITAL_WORD}"
_OF: Final = f"de[ ]la[ ]|de[ ]l{APOSTROPHE}|du[ ]|des[ ]|de[ ]|d{APOSTROPHE}"
_SMALL_NAME: Final = (
    f"(?:{_OF}|aux[ ])[a-zà-ÿ-]{{3,16}}"
    "(?:[ ](?:de|du|des|aux)[ ][a-zà-ÿ-]{3,14}|[ ](?:neuve?|vieille|haute?|basse|verte?|blanche?|royale?))?"
)
"""A name without a capital needs its "de la": otherwise "rue pendant 3 ans" is a street."""

_STREET: Final = one_of(r"""
    rue|Rue|RUE
    avenue|Avenue|AVENUE
    av\.?|Av\.?|AV\.?
    ave\.?|Ave\.?
    boulevard|Boulevard|BOULEVARD
    bd\.?|Bd\.?
    bld\.?|Bld\.?
    blvd\.?|Blvd\.?
    boul\.?
    chauss[ée]e|Chauss[ée]e|CHAUSS[ÉE]E
    ch\.|Ch\.
    ch[ée]e|Ch[ée]e
    quai|Quai
    dr[èe]ve|Dr[èe]ve
    impasse|Impasse
    all[ée]e|All[ée]e
    square|Square
    venelle|Venelle
    ruelle|Ruelle
""")
"""Words that are always a street."""
_STREET_OR_NOT: Final = one_of(r"""
    Place
    pl\.|Pl\.
    sq\.
    clos|Clos
    sentier|Sentier
    chemin|Chemin
    route|Route
    rte
    parvis|Parvis
    esplanade|Esplanade
    rond-point|Rond-point|Rond-Point
    faubourg|Faubourg
    montagne|Montagne
    galerie|Galerie
    digue|Digue
    passage|Passage
    cit[ée]|Cit[ée]
    voie|Voie
""")
"""Words of prose too ("chemin de fer 3"): what follows must have a capital."""
_NAMELESS: Final = one_of(f"""
    Grand-Place
    Grand{APOSTROPHE}Place
    Grand-Rue
    Grand-rue
    Grand{APOSTROPHE}Rue
    grand-place
    grand-rue
    Vieux-March[ée]
""")
_SMALL_STREET: Final = r"(?:rue|avenue|av\.?|boulevard|bd|chauss[ée]e|dr[èe]ve|quai|square)"
_SMALL_ADJECTIVE: Final = one_of("""
    neuve
    haute
    basse
    royale
    longue
    verte
    blanche
    centrale
    principale
    grande
    louise
    albert
    l[ée]opold
    saint-?[a-z]{2,12}
    sainte-?[a-z]{2,12}
    st-?[a-z]{3,12}
""")

RULES: Final = (
    ScrubRule(
        "street_address_french",
        "Street with house number as written in French, the number behind (rue des Fleurs 12 bte 3).",
        r"\b"
        + captured(
            one_of(
                f"{_STREET}[ ](?:{_NAME}|{_SMALL_NAME})",
                f"{_STREET_OR_NOT}[ ]{_NAME}",
                f"{_SMALL_STREET}[ ]{_SMALL_ADJECTIVE}",
                f"place[ ]{CAPITAL_WORD}(?:[ ]{CAPITAL_WORD}){{0,2}}",
                f"[Rr][ée]sidence[ ](?:Les?[ ]|La[ ]|L{APOSTROPHE}|du[ ]|des[ ])"
                f"{CAPITAL_WORD}(?:[ ]{CAPITAL_WORD})?",
                _NAMELESS,
                f"[Cc]ours[ ](?:Sainte?-|Paul[ ]|Albert[ ]|Marie-){CAPITAL_WORD}",
            )
            + HOUSE
        )
        + r"\b",
        category=INDIRECT,
    ),
    ScrubRule(
        "street_address_french_number_first",
        "Street with the house number before it, as written in French (12, rue des Fleurs).",
        r"\b"
        + captured(
            f"{NUMBER}(?:[ ]?(?:bis|ter|quater)|[ ]?[A-Z]|[a-d])?(?:[ ]?,[ ]?|[ ])"
            + one_of(
                f"{_STREET}[ ](?:{_NAME}|{_SMALL_NAME})",
                f"{_STREET_OR_NOT}[ ]{_NAME}",
                _NAMELESS,
                f"place[ ](?:{_OF})?{CAPITAL_WORD}",
            )
        )
        + r"\b",
        category=INDIRECT,
    ),
    ScrubRule(
        "street_address_french_place",
        "House number on a square as written in French: the word place, a name and a number, but not "
        "something being put in place.",
        # Before it no n: "en place de la …" puts something in place.
        "(?:[^n ][ ]|[^A-Za-z ])"
        + captured(
            f"place[ ](?:{_OF}){CAPITAL_WORD}"
            f"(?:[ ](?:de[ ]|du[ ]|des[ ]|aux[ ]|la[ ])?{CAPITAL_WORD}){{0,3}}{HOUSE}"
        )
        + r"\b",
        category=INDIRECT,
    ),
)
