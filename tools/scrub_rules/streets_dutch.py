"""Street addresses as written in Dutch."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.houses import CAPITAL_WORD, HOUSE
from tools.scrub_rules.parts import INDIRECT, QUOTES, ScrubRule, captured, one_of
from tools.scrub_rules.word_endings import AVENUE, COURT, LANE, MARKET, ROAD

_LETTER: Final = f"[A-Za-zÀ-ÿ{QUOTES}.-]"
_WORD: Final = f"[A-ZÀ-Þ]{_LETTER}"
_WORDS_BEFORE: Final = f"(?:{_WORD}{{0,15}}[ ](?:(?:{_WORD}{{0,15}}|van|de|den|der)[ ]){{0,2}})?"

_ENDING: Final = one_of(r"""
    straat
    straatje
    laan
    dreef
    plein
    steenweg
    singel
    gracht
    kaai
    kade
    dijk
    pad
    str\.
""")
_CAREFUL_ENDING: Final = one_of(AVENUE, MARKET, LANE, COURT, ROAD)
_SMALL_ENDING: Final = r"(?:straat|laan|steenweg|plein|dreef|singel|gracht|kaai|stwg\.?)"

_ADJECTIVE: Final = one_of(
    "Grote|Oude|Nieuwe|Kleine|Lange|Korte|Hoge|Lage|Brede|Smalle|Rechte",
    "grote|oude|Hoog|Laag",
)
_SECOND_WORD: Final = one_of("""
    [Mm]arkt
    [Bb]aan
    [Ww]eg
    [Ss]teenweg
    [Ll]ei
    [Dd]reef
    [Ll]aan
    [Ss]traat
    [Pp]lein
    [Kk]aai
    [Dd]ijk
    [Ss]ingel
    [Hh]of
    [Gg]racht
""")
_KNOWN: Final = one_of("""
    [A-Z][a-z]{2,14}se[ ](?:Kaai|Steenweg|Baan|Poort|Weg|Laan|Vest|Dreef|Lei)
    (?:Groen|Roosevelt|Kerk|Dorps|Vrijheids|Martelaren|Stadhuis|Hof|Markt)plaats
    [A-Z][a-z]{2,16}[a-mo-z]vest
    [A-Z][a-z]{4,18}dok
    [Dd]e[ ]Keyserlei
    Meir
    Kouter
""")

RULES: Final = (
    ScrubRule(
        "street_address_dutch",
        "Street with house number as written in Dutch (Kerkstraat 12 bus 4, Lange Nieuwstraat 12, Grote "
        "Markt 1, Steenweg op Brussel 5).",
        r"\b"
        + captured(
            one_of(
                _WORDS_BEFORE
                + one_of(f"{_WORD}{{1,24}}{_ENDING}", f"[A-ZÀ-Þ][a-zà-ÿ-]{{0,20}}{_CAREFUL_ENDING}"),
                f"[a-zà-ÿ-]{{3,24}}{_SMALL_ENDING}",
                f"{_ADJECTIVE}[ ]{_SECOND_WORD}",
                _KNOWN,
                f"[Ss]teenweg[ ](?:op|naar|van)[ ]{CAPITAL_WORD}(?:[ ]{CAPITAL_WORD})?",
            )
            + HOUSE
        )
        + r"\b",
        category=INDIRECT,
    ),
)
