"""Passports, identity cards and residence cards of any country, mostly by the words before their number."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.parts import (
    A_UMLAUT,
    APOSTROPHE,
    IGNORE_CASE,
    INDIRECT,
    QUOTES,
    WORD_EDGE,
    ScrubRule,
    captured,
    one_of,
)

_WORD: Final = f"[A-ZÀ-Þà-þ{QUOTES}-]{{1,14}}"
_MARK: Final = one_of(
    "n[°ºo.]|nr|num[eéÉ]ro|nummer|number(?:ed)?",
    "mis|encod[eéÉ]|typed|entered|vulde|typte|gab",
)
"""What must stand before the number when other words stand between label and number."""
_STEP_WORD: Final = one_of(
    "n|no|nr|num|num[eéÉ]ro|nummer|numbers?|id",
    "is|est|ist|was|war|numbered",
    "le|la|the|de|der|die|het",
    "lautet|luidt|s[eéÉ]rie",
)
_STEP: Final = rf"(?:[ ]{{0,2}}(?:[:=#(),.°º*-]{{1,2}}|n[°º]|{_STEP_WORD}\b))"


def _labelled(label: str, value: str) -> str:
    """A number right after its label, or after a few more words and one that announces a number."""
    words = f"(?:[ ,]{{1,2}}{_WORD}){{1,4}}[ ,(]{{1,2}}{_MARK}{_STEP}{{0,3}}"
    return rf"\b{label}(?:{_STEP}{{0,5}}|{words})[ ]{{0,2}}{value}\b"


_NUMBER_WORD: Final = "(?:[ -]?(?:nummer|nr|number|no))?"
_GERMAN_SERIAL: Final = "[CFGHJ-NPRTV-Z][CFGHJ-NPRTV-Z0-9]{8}"
"""Germany leaves out vowels and look-alikes, so that no number is a word."""

_PASSPORT_WORD: Final = one_of("""
    passeport(?:[ ][A-ZÀ-Þà-þ]{4,13})?
    passe?-?port
    paspoort
    reispas
    reisepass(?:es)?
    (?:national)?pass
    visa
    visum
    travel[ ]document
    titre[ ]de[ ]voyage
    reisdocument
    reisedokument
""")
_PASSPORT_SERIAL: Final = captured(
    "[A-Z]{0,3}[ -]?[0-9]{5,10}[A-Z]{0,2}",
    "[0-9]{2}[A-Z]{2}[0-9]{5}",
    _GERMAN_SERIAL,
    "[A-Z]{1,3}[0-9]{1,4}[A-Z]{1,3}[0-9]{1,7}[A-Z0-9]{0,3}",
    "[A-Z]{1,3}[ -]?[0-9]{3}(?:[ .-][0-9]{3}){1,2}",
    "[A-Z]{1,3}[ -]?[0-9]{2,4}(?:[ .-][0-9]{2,4}){1,2}",
    "E[HJKLMPR][ ]?[0-9]{2}[ .][0-9]{2}[ .][0-9]{2}",
    "[0-9]{3}[ .-][0-9]{3}(?:[ .-][0-9]{1,3})?",
)

_CARD: Final = "\n".join(
    (
        f"cartes?[ ]d[{QUOTES} ]?identit[eéÉ]",
        "identiteitskaart",
        "id-?[ ]?kaart",
        "eid(?:-?kaart|-?karte)?",
        "identity[ ]card",
        "id[ ]card",
        "personalausweis",
        f"identit{A_UMLAUT}tskarte",
        "ausweis",
        "cni",
    )
)
_ANY_DOCUMENT: Final = """
    document
    documento?
    dokument
    kaart
    card
    karte
    carte
"""
"""Too common to announce a number by themselves: "document 12" is a list, "document number 12…" is not."""
_IDENTITY_CARD: Final = one_of(
    one_of(_CARD, _ANY_DOCUMENT) + "(?:[ -]?(?:nummer|number))",
    one_of(_CARD, "num[eéÉ]ro[ ]de[ ](?:ma[ ]|la[ ])?(?:carte|document)"),
)
_IDENTITY_SERIAL: Final = captured(
    "[A-Z]{0,3}[ -]?[0-9]{6,13}[A-Z]?",
    "[0-9]{3}[ ./-]{1,3}[0-9]{3,7}[ ./-]{1,3}[0-9]{2,3}",
    "[0-9]{4}(?:[ -][0-9]{4}){2}",
    _GERMAN_SERIAL,
    "[A-Z]{1,3}[0-9]{1,4}[A-Z]{1,3}[0-9]{1,7}[A-Z0-9]{0,3}",
)

_RESIDENCE_CARD: Final = one_of(f"""
    (?:carte|titre|permis|autorisation)[ ]de[ ]s[eéÉ]jour
    permis[ ]unique
    carte[ ]d{APOSTROPHE}[eéÉ]tranger
    carte[ ](?:[a-n][+]?|orange|[eéÉ]lectronique)
    attestation[ ]d{APOSTROPHE}immatriculation
    verblijfs?(?:kaart|titel|vergunning|document)
    vreemdelingenkaart
    (?:[a-n][+]?|oranje)[- ]kaart
    kaart[ ][a-n][+]?
    aufenthalts?(?:karte|titel|erlaubnis|genehmigung)
    ausl{A_UMLAUT}nderausweis
    karte[ ][a-n][+]?
    [a-n][+]?[- ]karte
    residen(?:ce|t)[ ](?:card|permit)
    permit[ ]number
    [a-n][+]?[ -]card
    card[ ][a-n][+]?
""")
_RESIDENCE_SERIAL: Final = captured(
    "[A-Z]{0,2}[ -]?[0-9]{7}[ ./-]{1,3}[0-9]{2}",
    "[A-Z]{0,2}[ -]?[0-9]{6,10}",
    "[A-Z]{0,2}[ -]?[0-9]{3}[ .-][0-9]{3,4}[ .-][0-9]{2,3}",
)

RULES: Final = (
    ScrubRule(
        "passport",
        "Number of a passport or visa of any country, after its name in four languages.",
        _labelled(one_of(_PASSPORT_WORD + _NUMBER_WORD), _PASSPORT_SERIAL),
        IGNORE_CASE,
    ),
    ScrubRule(
        "passport_before_its_word",
        "Number of a passport before the word for it (ZW1421611 is my passport number).",
        r"\b"
        + captured(one_of("[A-Z]{1,3}[ -]?[0-9]{6,9}", _GERMAN_SERIAL, "[0-9]{2}[A-Z]{2}[0-9]{5}"))
        + f"[ ]?[,=:(-]{{0,2}}[ ](?:[A-Za-zÀ-ÿ{QUOTES}]{{1,14}}[ ]){{0,5}}"
        + one_of("passeport|paspoort|Reisepass|Passnummer|passport|reispas"),
    ),
    ScrubRule(
        "document_number",
        "Number shaped like that of a passport or identity document: one letter and eight digits, or two "
        "letters and seven.",
        WORD_EDGE + captured("[A-Z][0-9]{8}", "[A-Z]{2}[0-9]{7}") + r"\b",
        category=INDIRECT,
    ),
    ScrubRule(
        "identity_card",
        "Number of an identity card or other document of any country, after its name in four languages.",
        _labelled(_IDENTITY_CARD, _IDENTITY_SERIAL),
        IGNORE_CASE,
    ),
    ScrubRule(
        "residence_card",
        "Number of a residence card or permit, after its name in four languages.",
        _labelled(one_of(_RESIDENCE_CARD + _NUMBER_WORD), _RESIDENCE_SERIAL),
        IGNORE_CASE,
    ),
    ScrubRule(
        "machine_readable_zone",
        "The machine-readable lines of a passport, identity or residence card.",
        r"\b" + captured("(?:P[A-Z<]|[IAC][A-Z<]|V[A-Z<])[A-Z<]{3}[A-Z0-9<]{2,39}<<[A-Z0-9<]{1,40}"),
    ),
)
