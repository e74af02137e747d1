"""Street addresses as written in German."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.houses import GERMAN_HOUSE
from tools.scrub_rules.parts import INDIRECT, O_UMLAUT, U_UMLAUT, ScrubRule, captured, one_of
from tools.scrub_rules.word_endings import ROAD, SQUARE, ending_but

_LETTER: Final = "[A-Za-zÄÖÜäöüß-]"

_ENDING: Final = one_of(r"""
    [Ss]tra(?:ß|ss)e
    [Ss]tr\.?
    [Aa]llee
    [Gg]asse
    ufer
    damm
    graben
    bergplatz
    chaussee
    -Weg
    -Ring
""")
_NAMED_STREET: Final = ending_but(r"[ ](?:Stra(?:ß|ss)e|Str\.)", "Die", "Diese", "Eine", "Jede", "Der")
_HYPHENED_SQUARE: Final = "[A-ZÄÖÜ][a-zäöüß]{2,15}-[Pp]latz"

_LIES: Final = one_of("""
    Am
    Im
    Zum
    Zur
    An[ ]der
    An[ ]den
    Auf[ ]der
    Auf[ ]dem
    In[ ]der
    In[ ]den
    Unter[ ]den
    Hinter[ ]der
    Hinter[ ]dem
    Vor[ ]dem
    Bei[ ]der
    Beim
    am
    an[ ]der
""")
_CAPITAL_ADJECTIVE: Final = (
    f"(?:Alten|Hohen|Neuen|Langen|Kleinen|Gro(?:ß|ss)en|Gr{U_UMLAUT}nen|Wei(?:ß|ss)en)"
)
"""With a capital it is part of a name, whatever noun follows."""
_LANDMARK: Final = one_of(
    f"""
    Markt
    Stadthaus
    Gr{U_UMLAUT}nen
    Bahnhof
    Kirche
    Dom
    Rathaus
    Stadtpark
    Wald
    Walde
    Bach
    Berg
    Hang
    Heide
    Linden?
    Wiese
    See
    Hof
    H{U_UMLAUT}gel
    H{O_UMLAUT}he
    Brunnen
    Tor
    Turm
    Schloss
    Kloster
    Friedhof
    Garten
    Felde?
    Winkel
    Graben
    Weiher
    Sportplatz
    Wasserturm
    Anger
    Ufer
    Hafen
    Schule
    M{U_UMLAUT}hle
    Kapelle
    Burg
    Teich
    Eck
    H{O_UMLAUT}fen?
""",
    "[A-ZÄÖÜ][a-zäöüß]{1,12}"
    + one_of(
        "bach|berg|feld|wald|park|garten|markt|kirche|teich|graben|hang|rain|turm|busch|heide|wiese",
        f"m{U_UMLAUT}hle",
    ),
)

RULES: Final = (
    ScrubRule(
        "street_address_german",
        "Street with house number as written in German (Neustraße 12a, Aachener Straße 5, Birkenweg 7, Am "
        "Markt 5).",
        r"\b"
        + captured(
            one_of(
                f"(?:[A-ZÄÖÜ]{_LETTER}{{1,15}}[ ]){{0,2}}[A-ZÄÖÜ]{_LETTER}{{1,24}}{_ENDING}",
                "[a-zäöü-]{3,20}stra(?:ß|ss)e",
                f"[A-ZÄÖÜ][a-zäöüß-]{{0,20}}(?:{ROAD}|{SQUARE})",
                _HYPHENED_SQUARE,
                f"[A-ZÄÖÜ]{_LETTER}{{1,18}}{_NAMED_STREET}",
                "[A-ZÄÖÜ][a-zäöüß-]{2,18}er[ ](?:Weg|Platz|Ring|Allee|Gasse)",
                f"{_LIES}[ ](?:Alten[ ]|Hohen[ ]|alten[ ])?{_LANDMARK}",
                f"{_LIES}[ ]{_CAPITAL_ADJECTIVE}[ ][A-ZÄÖÜ][a-zäöüß]{{2,16}}",
            )
            + GERMAN_HOUSE
        )
        + r"\b",
        category=INDIRECT,
    ),
)
