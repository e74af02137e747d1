"""Dates of birth: a full date and words that say it is one. Years alone and limits are clean."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.dates import DATE, MONTH
from tools.scrub_rules.parts import APOSTROPHE, IGNORE_CASE, INDIRECT, QUOTES, ScrubRule, captured, one_of

_PLACE_WORD: Final = f"[A-ZÀ-Þà-þ{QUOTES}.-]{{2,18}}"
_PLACE: Final = rf"{_PLACE_WORD}(?:[ ,(]{{1,2}}{_PLACE_WORD}){{0,1}}\)?"

_LABEL: Final = one_of(
    r"n[eéÉ](?:e|\(e\)|[.]e)?"
    + one_of(f"[ ](?:[àÀ]|a|en|au)[ ]{_PLACE}[ ,]{{1,2}}le[ ]", "[ ,:]{1,2}(?:le[ ]|un[ ])?"),
    r"""
    date[ _](?:de[ _])?naissance
    date[ ](?:de[ ])?naiss(?:\.|ance)?
    dn[ ]?:
    naissance[ ]?:
    naissance[ ]le
    anniversaire
    ddn
    d\.d\.n\.
    """,
    "geboren"
    + one_of(f"[ ](?:te|in|zu)[ ]{_PLACE}[ ,]{{1,2}}(?:op|am|den)[ ]", "[ ,]{1,2}(?:op[ ]|am[ ]|den[ ])?"),
    r"""
    geb(?:\.|oren)?
    geb\.?[ -]?dat(?:um|\.)?
    geboorte_?datum
    geboorte-?dag
    verjaardag
    jarig[ ]op
    geburts(?:datum|tag)
    """,
    "born" + one_of(f"[ ](?:in|at)[ ]{_PLACE}[ ,]{{1,2}}on[ ]", "[ ,:]{1,2}(?:on[ ])?") + "(?:the[ ])?",
    r"""
    date[ _]of[ _]birth
    birth[ _]?date
    birthday
    dob
    d\.o\.b\.?
    """,
)
_STEP: Final = one_of("""
    [:=(,."-]{1,3}
    ben
    bin
    is
    est
    ist
    le
    op
    am
    on
    der
    the
    was
    war
    [A-Z]{2,7}(?:di|dag|tag|day)
    dimanche
    mittwoch
    as
""")
_GAP: Final = f"(?:[ ]{{0,2}}{_STEP}){{0,4}}[ ]{{0,2}}"

_LETTERS: Final = f"[A-ZÀ-Þà-þ{QUOTES}]{{2,12}}"
_OF: Final = f"(?:du|des?|de[ ]la|de[ ]l{APOSTROPHE}|van(?:[ ]de)?|of(?:[ ]the)?|der|des|my|mijn)"
_RELATIVE: Final = one_of("""
    enfant|fils|fille|m[eèÈ]re|p[eèÈ]re|conjointe?|partenaire
    kind|zoon|dochter|moeder|vader|partner
    sohn|tochter|mutter|vater|ehepartner
    child|son|daughter|mother|father|spouse|applicant
""")
"""Without "of" only a person may follow: "date of birth certificate: …" is the date of a paper."""
_WHOSE: Final = f"(?:[ ](?:{_OF}[ ]?{_LETTERS}(?:[ ]{_LETTERS})?|{_RELATIVE}))?"
_WROTE: Final = f"(?:(?:j{APOSTROPHE}ai|i|ik|ich)[ ][A-ZÀ-Þà-þ]{{3,10}}[ ])?"
_DATE_OF_BIRTH: Final = "(?:date[ _](?:de[ _])?naissance|geboortedatum|geburtsdatum|date[ ]of[ ]birth)"

_YEAR_IN_WORDS: Final = one_of("""
    mil(?:le)?[ ]neuf[ ]cent
    deux[ ]mille
    negentienhonderd
    tweeduizend
    neunzehnhundert
    zweitausend
    nineteen
    two[ ]thousand
    twenty
""")

_TENS: Final = one_of("""
    quatre|soixante|cinquante|quarante|trente|vingt
    ninety|eighty|seventy|sixty|fifty|forty|thirty|twenty
    and|oh
""")
"""What may go on after the century: French and English write the year in several words."""

RULES: Final = (
    ScrubRule(
        "birth_date",
        "Full date of birth after words that announce it in four languages (né le, geboren op, geboren am, "
        "born on, DOB), the month in digits or words.",
        one_of(r"\b" + _LABEL + _GAP, f"[^0-9A-Za-z]°[ ]?(?:{_PLACE_WORD}[ ,]{{1,2}})?")
        + captured(DATE)
        + r"\b",
        IGNORE_CASE,
        category=INDIRECT,
    ),
    ScrubRule(
        "birth_date_of",
        "Full date of birth after its name and whose it is, or after words for writing it down (date de "
        "naissance de la mère: 30/07/1985).",
        r"\b" + _DATE_OF_BIRTH + _WHOSE + "[ ]?[,:;]?[ ]{0,2}" + _WROTE + captured(DATE) + r"\b",
        IGNORE_CASE,
        category=INDIRECT,
    ),
    ScrubRule(
        "birth_date_in_words",
        "Date of birth with its year in words, after a word that announces it in four languages.",
        r"\b(?:n[eéÉ]e?|geboren|born|bin[ ]am|wurde[ ]am)[ ]"
        + captured(
            f"(?:[A-ZÀ-Þà-þ-]{{1,18}}[ ]){{1,5}}{MONTH}[ ,]{{1,2}}{_YEAR_IN_WORDS}[A-ZÀ-Þà-þ-]{{0,20}}"
            f"(?:[ ]{_TENS}[A-ZÀ-Þà-þ-]{{0,12}}){{0,2}}"
        )
        + r"\b",
        IGNORE_CASE,
        category=INDIRECT,
    ),
    ScrubRule(
        "birth_date_before_its_word",
        "Full date of birth before the word for it, as Dutch and German put it (ik ben op 30 juli 1985 "
        "geboren).",
        r"\b(?:op|am|gives|vermeldt|indique|nennt)[ ](?:le[ ])?"
        + captured(DATE)
        + f",?(?:[ ](?:te|in|zu)[ ]{_PLACE_WORD}(?:[ ]{_PLACE_WORD})?)?[ ]"
        + one_of("""
            geboren
            as[ ]date[ ]of[ ]birth
            comme[ ]date[ ]de[ ]naissance
            als[ ](?:geboortedatum|geburtsdatum)
        """)
        + r"\b",
        IGNORE_CASE,
        category=INDIRECT,
    ),
)
