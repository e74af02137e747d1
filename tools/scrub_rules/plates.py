"""Number plates: Belgium's present form anywhere, any other after a label."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.parts import A_UMLAUT, APOSTROPHE, INDIRECT, WORD_EDGE, ScrubRule, captured, one_of

_LETTERS: Final = "(?:[A-DF-TV-Z][A-Z]{2}|E[A-TV-Z][A-Z]|EU[A-QS-Z]|U[A-RT-Z][A-Z]|US[A-CE-Z])"
"""Three letters but EUR and USD: "1 EUR 100" is money."""
_BETWEEN: Final = "(?:[ ]?[.-][ ]?|[ ])?"
_PRESENT: Final = captured(
    f"[1-9]{_BETWEEN}{_LETTERS}{_BETWEEN}[0-9]{{3}}",
    "[1-9]-[a-z]{3}-[0-9]{3}",
    "[GMOQTUWXYZ]-[A-Z]{3}-[0-9]{3}",
)

_LABEL: Final = one_of(f"""
    [Pp]laque(?:[ ]d{APOSTROPHE}immatriculation|[ ]min[ée]ralogique)?
    [Ii]mmatricul(?:ation|[ée]e?)
    [Nn]ummerplaat
    [Kk]entekenplaat
    [Kk]enteken
    [Nn]ummerplaten
    [Pp]laat
    [Kk]ennzeichens?
    [Nn]ummernschild(?:s|es)?
    [Nn]umber[ ]plate
    [Ll]icen[cs]e[ ]plate
    [Rr]egistration(?:[ ](?:plate|number))?
    [Pp]late[ ]number
    [Pp]late
    [Vv]oiture
    [Vv][ée]hicule
    [Aa]uto
    [Ww]agen
    [Mm]oto
    [Cc]ar
    [Vv]ehicle
    [Ff]ahrzeug
    NUMMERPLAAT
    PLAQUE
""")
_STEP: Final = one_of(f"""
    [:=#(,.°-]{{1,2}}
    n[°o]
    nr
    num[ée]ro
    nummer
    number
    is
    est
    ist
    sous
    le
    la
    met
    mit
    with
    belge
    fran[çc]aise|n[ée]erlandaise|allemande|luxembourgeoise
    (?:[Bb]elgische?s?|[Nn]iederl{A_UMLAUT}ndisches?|[Nn]ederlandse|[Ff]ranse|[Dd]uitse|[Dd]eutsches?)
    (?:Belgian|Dutch|French|German|UK)
    van
    de
    der
    nummerplaat
    plaque
    plaat
    plate
    Kennzeichen
    dem
    registered
""")
_ANY_FORM: Final = captured("""
    [A-Z]{2}[ -]?[0-9]{2,3}[ -]?[A-Z]{2,3}
    [A-Z]{1,2}-[0-9]{2,3}-[A-Z]{1,2}
    [0-9]{1,4}[ -]?[A-Z]{2,3}[ -]?[0-9]{2,4}
    [A-Z]{2,3}[ -]?[0-9]{3}
    [0-9]{3}[ -]?[A-Z]{2,3}
    [A-Z]{1,3}[ -][A-Z]{1,2}[ -]?[0-9]{1,4}
    [A-Z]{2}-?[0-9]{4}
    [OGQTMZU][ -]?[A-Z]{3}[ -]?[0-9]{3}
    [1-9]?[a-z]{3}-?[0-9]{3}
    [0-9]{2}-[A-Z0-9]{2,3}-[A-Z0-9]{1,2}
""")

RULES: Final = (
    ScrubRule(
        "belgian_plate",
        "Belgian number plate of the present form: a digit or letter, three letters, three digits "
        "(1-ABC-123, 1ABC123).",
        WORD_EDGE + _PRESENT + r"\b",
        category=INDIRECT,
    ),
    ScrubRule(
        "plate_labelled",
        "Number plate of any form or country after words for it in four languages.",
        rf"\b{_LABEL}(?:[ ]{{0,2}}{_STEP}){{0,5}}[ ]{{0,2}}{_ANY_FORM}\b",
        category=INDIRECT,
    ),
)
