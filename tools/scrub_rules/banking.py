"""Bank accounts, payment references, and enterprise numbers, which for a sole trader point to a person."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.parts import (
    APOSTROPHE,
    DIGIT_EDGE,
    IGNORE_CASE,
    INDIRECT,
    ScrubRule,
    captured,
    one_of,
)

_COUNTRY: Final = one_of("""
    A[DELOTZ]
    B[AEFGHIJRY]
    C[FGHIMRVYZ]
    D[EJKOZ]
    E[EGS]
    F[IKOR]
    G[ABEILQRTW]
    H[NRU]
    I[ELQST]
    JO
    K[MWZ]
    L[BCITUVY]
    M[ACDEGKLNRTUZ]
    N[EILO]
    OM
    P[KLST]
    QA
    R[OSU]
    S[ACDEIKMNOTV]
    T[DGLNR]
    UA
    V[AG]
    XK
    YE
""")
"""Every country that has such accounts: without the list, any code of two letters and digits would do."""

_COUNTRY_WITH_LETTERS: Final = (
    "(?:al|az|b[ghry]|c[hiy]|fr|g[begir]|i[eqt]|jo|k[wz]|l[biuv]|m[cdktu]|nl|p[ks]|qa|ro|s[acmn]|tr|ua)"
)
_SMALL_GROUP: Final = "(?:[0-9][a-z0-9]|[a-z][0-9]|[a-z]{2}[0-9])[a-z0-9]{1,2}"
"""Four small letters and digits that are no word: prose would fit the grouped form otherwise."""

_IBAN: Final = captured(
    "[Bb][Ee][ .-]{0,2}[0-9]{2}(?:[ .-]{0,2}[0-9]){12}",
    _COUNTRY + "[0-9]{2}(?:[ .-][A-Z0-9]{4}){2,7}(?:[ .-][A-Z0-9]{1,3})?",
    _COUNTRY + "[ .-]?[0-9]{2}(?:[ .-]?[0-9]{4}){2,6}(?:[ .-]?[0-9]{1,3})?",
    _COUNTRY + "[0-9]{2}[A-Z0-9]{11,30}",
    "(?:GB|IE|NL)[ ][0-9]{2}[ .-][A-Z]{4}(?:[ .-]?[0-9]){10,14}",
    _COUNTRY_WITH_LETTERS
    + "[0-9]{2}"
    + one_of(
        "[a-z0-9]{11,27}",
        f"[ .-][a-z0-9]{{4}}[ .-]{_SMALL_GROUP}(?:[ .-][a-z0-9]{{4}}){{0,5}}(?:[ .-][a-z0-9]{{1,3}})?",
    ),
    "[a-z]{2}[0-9]{2}(?:[ .-]?[0-9]{4}){2}[ .-]?[0-9]{3}"
    "(?:[0-9](?:[ .-]?[0-9]{4}){0,4}(?:[ .-]?[0-9]{1,3})?)?",
    "ad[0-9]{2}(?:[ .-][a-z0-9]{4}){5}",
)

_ENTERPRISE: Final = captured(
    "BE[ .:-]{0,2}(?:[01][ .-]?)?[0-9]{3}[ ./-]{0,2}[0-9]{3}[ ./-]{0,2}[0-9]{3}",
    "be0[0-9]{3}[ .]?[0-9]{3}[ .]?[0-9]{3}",
    "(?:0[0-9]|10)[0-9]{2}[./-][0-9]{3}[./-][0-9]{3}",
    # Free and shared-cost telephone numbers (0800, 090x) have ten digits too.
    "(?:0[1-7][0-9]{2}|08(?:0[1-9]|[1-9][0-9])|09[1-9][0-9])[ ]{0,2}[0-9]{3}[ ]{0,2}[0-9]{3}",
    "10[01][0-9][ ][0-9]{3}[ ][0-9]{3}",
    "10[0-9]{8}",
)

_PAYMENT_LABEL: Final = one_of("""
    communication
    mededeling
    mitteilung
    vermerk
    verwendungszweck
    ogm
    vcs
    (?:payment[ ])?reference
    r[eéÉ]f[eéÉ]rence(?:[ ]de[ ]paiement)?
    (?:betalings)?(?:kenmerk|referentie)
    (?:zahlungs)?referenz
""")
_PAYMENT_KIND: Final = "(?:[ ](?:structur[eéÉ]e?|structured|libre|gestructureerd))?"
_PAYMENT_GAP: Final = "(?:[ ]{0,2}(?:[:=(+*#.,/-]{1,3}|n[°o]|nr|ogm|vcs|is|est|ist)){0,3}[ ]{0,2}"

_ENTERPRISE_LABEL: Final = one_of(f"""
    tva
    btw
    vat
    mwst
    ust-?(?:id(?:nr)?)?
    bce
    kbo
    zdu
    uid
    siren
    siret
    kvk
    ondernemingsnummer
    num[eéÉ]ro[ ]d{APOSTROPHE}entreprise
    unternehmensnummer
    enterprise[ ]number
    company[ ]number
""")
_ENTERPRISE_GAP: Final = (
    "(?:[ -]{0,2}(?:nummer|number|nr|no|n[°o]|num[eéÉ]ro|id|is|est|ist|[:=.(-]{1,2})){0,4}[ ]{0,2}"
)

RULES: Final = (
    ScrubRule(
        "iban",
        "International bank account number of any country, in capitals or not, in one piece or grouped by "
        "spaces, dots or hyphens.",
        r"(?:\b|_|IBAN)" + _IBAN + r"(?:\b|_)",
        checksum="modulo_97_iban",
    ),
    ScrubRule(
        "belgian_bce",
        "Belgian enterprise number (BCE, KBO) or VAT number: ten digits that begin with 0 or 10, or nine "
        "after BE. For a sole trader it points to a person.",
        r"(?:\b|[_g-z]|BCE|KBO|TVA|BTW|VAT)" + _ENTERPRISE + DIGIT_EDGE,
        checksum="modulo_97_belgian_bce",
        category=INDIRECT,
    ),
    ScrubRule(
        "belgian_structured_communication",
        "Structured communication of a Belgian payment: twelve digits in the form 3/4/5.",
        DIGIT_EDGE + captured("[0-9]{3}[ ./-]{1,3}[0-9]{4}[ ./-]{1,3}[0-9]{5}") + DIGIT_EDGE,
        checksum="modulo_97_structured_communication",
        category=INDIRECT,
    ),
    ScrubRule(
        "structured_communication_labelled",
        "Structured communication of a Belgian payment between plus signs or asterisks, or after its name in "
        "four languages, however grouped.",
        one_of("[+*#]{3}[ ]?", r"\b" + _PAYMENT_LABEL + _PAYMENT_KIND + _PAYMENT_GAP)
        + captured("[0-9]{3}[ ./-]{0,3}[0-9]{4}[ ./-]{0,3}[0-9]{5}")
        + DIGIT_EDGE,
        IGNORE_CASE,
        "modulo_97_structured_communication",
        INDIRECT,
    ),
    ScrubRule(
        "enterprise_number_labelled",
        "Enterprise or VAT number of any country after its name in four languages.",
        r"\b"
        + _ENTERPRISE_LABEL
        + _ENTERPRISE_GAP
        + captured(
            "[A-Z]{2}[ .-]?[0-9][A-Z0-9](?:[ .-]?[0-9]){6,10}(?:B[0-9]{2})?",
            "[01]?[ .]?[0-9]{3}[ ./-]?[0-9]{3}[ ./-]?[0-9]{3}(?:[ .]?[0-9]{5})?",
            "[0-9]{8,11}",
            "ATU[0-9]{8}",
        )
        + DIGIT_EDGE,
        IGNORE_CASE,
        category=INDIRECT,
    ),
)
