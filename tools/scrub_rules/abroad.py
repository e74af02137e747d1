"""Personal numbers of other countries, and any country's after a label."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.parts import DIGIT_EDGE, IGNORE_CASE, QUOTES, WORD_EDGE, ScrubRule, captured, one_of

_SSN_AREA: Final = "(?:00[1-9]|0[1-9][0-9]|[1-578][0-9]{2}|6(?:[0-57-9][0-9]|6[0-57-9]))"
"""000, 666 and 9xx were never given out."""
_SSN_GROUP: Final = "(?:0[1-9]|[1-9][0-9])"
_SSN_SERIAL: Final = "(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})"

_LABEL: Final = one_of("""
    nrn
    niss
    insz
    enss
    rrn
    rrnr
    nir
    bsn
    ssn
    nino
    pesel
    cnp
    egn
    nie
    dni
    cpr
    tckn
    ahv
    avs
    personnummer
    personal[ ]number
    codice[ ]fiscale
    burgerservicenummer
    sofi-?nummer
    steuer-?(?:id|identifikationsnummer|nummer)
    tax[ ]id
    tin
    num[eéÉ]ro[ ]fiscal
    fiscaal[ ]nummer
    registre[ ]national
    rijksregister(?:nummer)?
    nationalregister(?:nummer)?
    nationalnummer
    national[ ](?:register|registration|identification|id|insurance)?[ ]?(?:number|no|nr)
    national[ ]insurance
    ni[ ](?:number|no|nr)
    num[eéÉ]ro[ ](?:de[ ]registre[ ])?national
    n[°º][ ]?national
    num[eéÉ]ro[ ]bis
    bis-?nummer
    bis[ ]number
    s[eéÉ]curit[eéÉ][ ]sociale
    social[ ]security(?:[ ]number)?(?:[ ]USA?)?
    sozialversicherungs(?:nummer|nr)
    sociale?[ ]zekerheid(?:snummer)?
""")
_STEP: Final = one_of("""
    [:=#(),.°º*-]{1,2}
    bsn
    niss
    fran[cçÇ]aise?
    belge
    n[eéÉ]erlandais
    polonais
    am[eéÉ]ricaine?
    britannique
    allemande?
    italienne?
    espagnole?
    luxembourgeoise?
    usa?
    n[°ºo]?
    nr
    num
    num[eéÉ]ro
    nummer
    number
    is
    est
    ist
    was
    war
    le
    lautet
    luidt
""")
_GAP: Final = f"(?:[ ]{{0,2}}{_STEP}){{0,5}}[ ]{{0,2}}"
_NUMBER: Final = captured(
    "[0-9](?:[ ./()-]{0,3}[0-9]){8,14}",
    "[XYZ][ -]?[0-9]{7}[ -]?[A-Z]",
    "[0-9]{8}[ -]?[A-Z]",
    "[A-Z]{2}(?:[ -]?[0-9]{2}){3}(?:[ -]?[A-D])?",
    "[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z]",
)

_NIR: Final = (
    "[12][ .-]?[0-9]{2}[ .-]?(?:0[1-9]|1[0-2]|20|3[0-9]|4[0-2])[ .-]?(?:0[1-9]|[1-9][0-9]|2[ABab])"
    "[ .-]?[0-9]{3}[ .-]?[0-9]{3}(?:[ ./()-]{0,3}[0-9]{2})?"
)
"""The months above 12 are for those whose papers do not tell it; 2A and 2B are Corsica."""

_BSN_LABEL: Final = one_of("""
    bsn(?:-?nummer|-?nr)?
    burgerservice(?:nummer|nr)
    sofi(?:-?(?:nummer|nr))?
    b[uüÜ]rgerservicenummer
    citizen[ ]service[ ]number
""")
_BSN_WORDS: Final = f"[ ]?(?:[(]bsn[)])?(?:[ ]{{1,2}}[A-ZÀ-Þà-þ{QUOTES}]{{1,14}}){{1,4}}[ ]?[:(,]?[ ]{{0,2}}"

_PESEL: Final = "[0-9]{2}(?:0[1-9]|1[0-2]|2[1-9]|3[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{5}"
"""Those born from 2000 have 20 added to the month."""

RULES: Final = (
    ScrubRule(
        "us_ssn",
        "United States social security number, in the form 3-2-4 with hyphens or spaces.",
        DIGIT_EDGE
        + captured(
            f"{_SSN_AREA}(?:[ ]?-[ ]?{_SSN_GROUP}[ ]?-[ ]?|[ ]{_SSN_GROUP}[ ]){_SSN_SERIAL}",
        )
        + DIGIT_EDGE,
    ),
    ScrubRule(
        "uk_national_insurance",
        "United Kingdom national insurance number: two letters, six digits and a letter, in one piece or in "
        "pairs.",
        r"\b"
        + captured(
            "[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z](?:[ -]?[0-9]{2}){3}[ -]?[A-D]",
            "[a-ceghj-pr-tw-z][a-ceghj-npr-tw-z][0-9]{6}[ -]?[a-d]",
            # Given to nobody, and so what forms and people show as an example.
            "QQ(?:[ -]?[0-9]{2}){3}[ -]?[A-D]",
        )
        + r"\b",
    ),
    ScrubRule(
        "personal_number_labelled",
        "National, tax or social security number of any country after its name in four languages, even "
        "mistyped: nine to fifteen digits, or the letters and digits usual there.",
        WORD_EDGE + _LABEL + _GAP + _NUMBER + DIGIT_EDGE,
        IGNORE_CASE,
    ),
    ScrubRule(
        "french_nir",
        "French social security number (NIR): thirteen digits that begin with sex, year and month of birth "
        "and department, and mostly a key of two more; Corsica too.",
        DIGIT_EDGE + captured(_NIR) + DIGIT_EDGE,
        checksum="modulo_97_french_nir",
    ),
    ScrubRule(
        "dutch_bsn",
        "Dutch citizen service number (BSN) after its name: nine digits, or eight, in one piece or grouped.",
        WORD_EDGE
        + _BSN_LABEL
        + one_of(_GAP, _BSN_WORDS)
        + captured("[0-9](?:[ .-]{0,2}[0-9]){7,8}")
        + DIGIT_EDGE,
        IGNORE_CASE,
        "modulo_11_dutch_bsn",
    ),
    ScrubRule(
        "polish_pesel",
        "Polish PESEL number: eleven digits in one piece that begin with a date of birth.",
        DIGIT_EDGE + captured(_PESEL) + DIGIT_EDGE,
        checksum="modulo_10_polish_pesel",
    ),
)
