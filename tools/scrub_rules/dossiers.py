"""Numbers of somebody's file at an office or a court."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.parts import A_UMLAUT, APOSTROPHE, INDIRECT, QUOTES, ScrubRule, captured, one_of

# Case counts here: "SP", "OE" and "CG" are offices, "sp" and "oe" pieces of words.

_OFFICE: Final = "SP|OE|OV|DVZ|CG|CGRA|CGRS|CGVS|IBZ"
_WORD: Final = f"[A-Za-zÀ-ÿ{QUOTES}-]{{1,14}}"
_STEP_WORD: Final = one_of("""
    [:=#(),.°º*-]{1,2}
    [Nn][°ºo]
    [Nn]r
    num
    [Nn]um[ée]ro
    [Nn]ummer
    [Nn]umber
    is
    est
    ist
    was
    war
    le
    the
    lautet
    luidt
    SP
    OE
    DVZ
    CG
""")
_STEP: Final = f"(?:[ ]{{0,2}}{_STEP_WORD})"

_NUMBER_WORD: Final = r"(?:[Nn]um[ée]ro|[Nn]°|[Nn]r\.?|[Nn]umber|[Nn]ummer|[Rr][ée]f(?:[ée]rence)?\.?)"
_OF: Final = "(?:du[ ]|de[ ]|of[ ]|van[ ])?"
_WHOSE: Final = "(?:mon[ ]|ma[ ]|notre[ ]|votre[ ]|son[ ]|mijn[ ]|my[ ]|het[ ]|the[ ])?"
_ANNOUNCED: Final = one_of(
    "[Dd]ossier-?[ ]?(?:[Nn]ummer|[Nn]r|[Nn]um[ée]ro|[Nn]°|nº|no|number)",
    "[Aa]kte[ ](?:[Nn]r|Nummer)",
    f"{_NUMBER_WORD}[ ]{_OF}{_WHOSE}(?:dossier|file|case|zaak|demande)",
    "[Dd]ossier[ ](?:ref(?:erence|erentie)?|r[ée]f[ée]rence)",
    "DOSSIER[ ]?(?:NR|N°|NUMMER)",
    "AKTENZEICHEN",
    "(?:FILE|CASE)[ ](?:NUMBER|NO|REF)",
    "(?:NUM[ÉE]RO|N°)[ ]DE[ ]DOSSIER",
    "[Aa]kten(?:zeichen|nummer|nr)",
    f"[Gg]esch{A_UMLAUT}fts(?:zeichen|nummer|nr)",
    "(?:[Vv]organgs|[Aa]ntrags)(?:nummer|nr)",
    r"Az\.?",
    "[Ff]ile[ ](?:number|no|nr|n°|ref(?:erence)?)",
    "[Cc]ase[ ](?:number|no|nr|n°|file|ref(?:erence)?|ID|id)",
    "[Aa]pplication[ ](?:number|reference|ID|id)",
    "(?:[Zz]aak|[Aa]anvraag|[Rr]ol|[Nn]otitie)(?:nummer|nr)",
    "[Nn]um[ée]ro[ ]de[ ](?:r[ôo]le|demande)",
    "(?:CCE|CALL|RvV)[ ](?:r[ôo]le|rol)",
    "(?:[Pp]v|PV|[Pp]roc[èe]s-verbal)[- ](?:nummer|nr|n°)",
    f"(?:[Nn]um[ée]ro[ ]|[Nn]°[ ]|[Nn]ummer[ ])?(?:{_OFFICE}|VZ)[- ]?"
    "(?:nummer|Nummer|nr|Nr|number|no|n°|num[ée]ro|dossier|file)",
    f"(?:[Nn]um[ée]ro|[Nn]°|[Nn]ummer)[ ](?:{_OFFICE})",
)
_NUMBER: Final = (
    "(?:[A-Z]{1,5}[ ./_-]?)?"
    + one_of(
        "[0-9]{1,3}(?:[ .][0-9]{3}){1,3}",
        "[0-9]{1,8}(?:[ ]?[/.-][ ]?[0-9A-Z]{1,8}){1,3}",
        "[0-9]{5,12}",
        "[0-9]{1,3}[ ][A-Z]{1,3}[ ][0-9]{1,5}/[0-9]{2}",
        # Four digits that are no year of the last or this century.
        "0[0-9]{3}|1[0-8][0-9]{2}|2[1-9][0-9]{2}|[3-9][0-9]{3}",
    )
    + "(?:[ /-]?[A-Z]{1,3})?"
)
_SAID: Final = one_of(
    "est|is|ist|lautet|luidt|was|war|:", "typed|entered|wrote|encod[ée]|mis|vulde|typte|gab"
)
_AFTER_WORDS: Final = f"[.;]{{0,2}}(?:[ ,(]{{1,2}}{_WORD}){{1,5}}[ ):]{{1,2}}{_SAID}{_STEP}{{0,3}}"

_MERE_WORD: Final = one_of(
    "[Dd]ossier|DOSSIER",
    "[Ff]ile",
    "[Cc]ase",
    "Immigration[ ]Office",
    "Office[ ]des[ ][ée]trangers",
    "Dienst[ ]Vreemdelingenzaken",
    f"Ausl{A_UMLAUT}nderamt",
    "[Aa]kte",
    "[Aa]ffaire",
    "[Zz]aak",
    "[Rr][ée]f(?:[ée]rence|erentie|erte|erenz)?",
    "[Kk]enmerk",
    "[Ii]hr[ ]Zeichen",
    "[Ss][ûu]ret[ée][ ]publique",
    "[Oo]penbare[ ][Vv]eiligheid(?:snummer)?",
    r"R\.?G\.?",
    f"(?:{_OFFICE})",
)
_LOOSE_AFTER_WORDS: Final = (
    f"(?:[ ,(]{{1,2}}{_WORD}){{1,5}}[ ,):(]{{1,3}}"
    f"(?:[Nn][°º]|[Nn]r|num[ée]ro|[Nn]ummer|number|is|est|ist|:){_STEP}{{0,3}}"
)
_LONG_NUMBER: Final = captured(
    "[0-9]{1,2}[. ][0-9]{3}[. ][0-9]{3}",
    "(?:[A-Z]{1,4}[ ./-]?)?[0-9]{6,9}",
    "(?:[A-Z]{1,4}[ ./-])?(?:19|20)[0-9]{2}[/-][0-9]{5,8}",
    "[0-9]{1,3}/[0-9]{5,7}",
    "[0-9]{1,3}[.][0-9]{3}/[0-9]{2,4}",
    "[0-9]{1,3}/[0-9]{3,6}/[A-Z]{1,2}",
)
"""Longer than rulings, directives and sums of money, which follow the same words."""

_LETTER_REFERENCE: Final = one_of(f"""
    (?:[Vv](?:otre|os)|[Nn](?:otre|os))[ ]r[ée]f(?:[ée]rences?)?s?
    [Rr][ée]f(?:[ée]rence)?s?[.]?[ ](?:CGRA|CCE|OE|IBZ|SPF|CPAS)
    (?:[Uu]w|[Oo]ns|[Oo]nze)[ ](?:kenmerk|ref(?:erentie|erte)?)
    [Rr]eferentie[ ]van[ ](?:uw|mijn|de|het)[ ][a-z]{{4,12}}
    (?:[Uu]nser|[Ii]hr|[Mm]ein)[ ]Zeichen
    (?:[Yy]our|[Oo]ur|[Mm]y)[ ]ref(?:erence)?
    [Rr][ôo]le[ ]g[ée]n[ée]ral
    [Aa]lgemene[ ]rol
    [Gg]eneral[ ]roll
    [Aa]llgemeine[ ]Liste
    [Dd]ossier[ ](?:CPAS|OCMW|[ÖO]SHZ)
    (?:[Kk]unden|[Kk]lant|[Ll]id|[Mm]itglieds|[Aa]ansluitings)nummer
    [Nn]um[ée]ro[ ](?:de[ ](?:client|membre)|d{APOSTROPHE}affili(?:ation|[ée]))
    (?:[Cc]ustomer|[Mm]ember(?:ship)?|[Aa]ffiliate)[ ](?:number|no)
    (?:cpas|CPAS|ocmw|OCMW|[öo]shz|[ÖO]SHZ)[- ](?:file|dossier|Akte|akte)
""")
_LETTER_GAP: Final = "(?:[ ]{0,2}(?:[:=#(),.°º-]{1,2}|n[°ºo]|nr|Nr|no|is|est|ist)){0,4}[ ]{0,2}"

RULES: Final = (
    ScrubRule(
        "dossier_number",
        "Number of somebody's file at an office or court, after words that announce it in four languages "
        "(dossier n°, dossiernummer, Aktenzeichen, file number, SP-nummer).",
        r"\b" + _ANNOUNCED + one_of(_STEP + "{0,5}", _AFTER_WORDS) + "[ ]{0,2}" + captured(_NUMBER) + r"\b",
        category=INDIRECT,
    ),
    ScrubRule(
        "dossier_number_loose",
        "Long number after the mere word dossier, Akte, référence or the name of an office (SP, OE, DVZ, "
        "CG).",
        r"\b" + _MERE_WORD + one_of(_STEP + "{0,4}", _LOOSE_AFTER_WORDS) + "[ ]{0,2}" + _LONG_NUMBER + r"\b",
        category=INDIRECT,
    ),
    ScrubRule(
        "reference_labelled",
        "Reference of somebody's case in a letter, after the words for it in four languages (notre "
        "référence, uw kenmerk, Unser Zeichen, our ref., rôle général n°).",
        r"\b"
        + _LETTER_REFERENCE
        + _LETTER_GAP
        + captured(
            "(?:[A-Z]{1,5}[ ./-]{0,2}){0,2}[0-9]{1,8}(?:[ ]?[./-][ ]?[0-9A-Z]{1,8}|[ ][0-9]{3}){1,4}",
            "(?:[A-Z]{1,5}[ ./-]?){0,2}[0-9]{5,12}(?:[/-]?[A-Z]{1,3})?",
        )
        + r"\b",
        category=INDIRECT,
    ),
)
