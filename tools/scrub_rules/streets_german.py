"""Street addresses as written in German."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.houses import GERMAN_HOUSE
from tools.scrub_rules.parts import A_UMLAUT, INDIRECT, O_UMLAUT, U_UMLAUT, ScrubRule, captured, one_of
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
    Unter[ ]der
    Hinter[ ]den
    Vor[ ]der
    Vor[ ]den
    Bei[ ]den
    An[ ]dem
    Neben[ ]der
    Zwischen[ ]den
    [ÜU]ber[ ]den
    am
    an[ ]der
""")
_LIES_LARGE: Final = (
    "(?:Am|Im|Zum|Zur|Beim|(?:An|Auf|In|Unter|Hinter|Vor|Bei|Neben|Zwischen|[ÜU]ber)[ ](?:der|dem|den))"
)
_INSIDE_A_SENTENCE: Final = "[A-Za-zÀ-ÖØ-öø-ÿ][a-zß-öø-ÿ,][ ]"
"""German writes a preposition large in the middle of a sentence only where a name begins with it: so any noun may
follow. At the beginning of a sentence "Im Zimmer 3" is a room."""
_CAPITAL_ADJECTIVE: Final = (
    f"(?:Alten|Hohen|Neuen|Langen|Kleinen|Gro(?:ß|ss)en|Gr{U_UMLAUT}nen|Wei(?:ß|ss)en|Golde?nen|Schwarzen|Roten"
    f"|Blauen|Stillen|Sch{O_UMLAUT}nen|Breiten|Krummen|Oberen|Unteren|Tiefen|Steilen|Heiligen)"
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
    Hirsch(?:en)?
    Adler
    L{O_UMLAUT}wen
    Ochsen
    B{A_UMLAUT}ren
    Schwan(?:en)?
    Stern(?:en)?
    Anker
    Lamm
    Krone
    Traube
    Post
    Schmiede
    Ziegelei
    S{A_UMLAUT}gewerk
    Zollhaus
    Forsthaus
    Schleuse
    Br{U_UMLAUT}cke
    Quelle
    Furt
    Tore
    Tal
    Tale
    Stein
    Kreuz
    Rain
    Br{U_UMLAUT}hl
    B{U_UMLAUT}hl
    B{U_UMLAUT}chel
    Kamp
    Hag
    Loh
    Ried
    Moor
    Venn
    Acker
    Weinberg
    Hagen
    Damm
    Eiche
    Eichen
    Buchen
    Birken
    Tannen
    Fichten
    Erlen
    Weiden
    Ulmen
    Eschen
    Pappeln
    Kastanien
    Rosen
    Wiesen
    G{A_UMLAUT}rten
    {A_UMLAUT}ckern
    Dorf
    Dorfe
""",
    "[A-ZÄÖÜ][a-zäöüß]{1,12}"
    + one_of(
        "bach|berg|felde?r?|wald|park|garten|markt|kirche|teich|graben|hang|rain|turm|busch|heide|wiesen?",
        "born|bruch|brunnen|eichen?|linden?|weiden?|furt|horst|hof|kamp|kapelle|kreuz|moor|moos|quelle|ried|stein|tal",
        f"ufer|venn|warte|weiher|winkel|acker|anger|h{O_UMLAUT}he|h{U_UMLAUT}gel|br{U_UMLAUT}cke|b{U_UMLAUT}hl",
        f"m{U_UMLAUT}hle|g{A_UMLAUT}rten",
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
                f"(?:{_LIES_LARGE}[ ])?[A-ZÄÖÜ][a-zäöüß-]{{0,20}}(?:{ROAD}|{SQUARE})",
                "(?:Alte[rs]?|Neue[rs]?|Lange[rs]?|Hohe[rs]?|Obere[rs]?|Untere[rs]?|Kleine[rs]?|Gro(?:ß|ss)e[rs]?)[ ]"
                "[A-ZÄÖÜ][a-zäöüß]{1,18}(?:weg|platz|ring|gasse|damm|wall|steig|pfad)",
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
    ScrubRule(
        "street_address_german_named",
        "Street named after where it lies, with house number, inside a sentence (an der Adresse Im Winkel 3, "
        "habite Zum Hirschen 7).",
        _INSIDE_A_SENTENCE
        + captured(
            f"{_LIES_LARGE}[ ](?:[A-ZÄÖÜ][a-zäöüß]{{2,14}}[ ])?[A-ZÄÖÜ][A-Za-zäöüßÄÖÜ-]{{1,20}}"
            + GERMAN_HOUSE
        )
        + r"\b",
        category=INDIRECT,
    ),
)
