"""Telephone numbers: with a country code, of Belgium as dialled at home, and any after a label."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.parts import DIGIT_EDGE, IGNORE_CASE, QUOTES, ScrubRule, captured, one_of

_SEP: Final = "[ ./()_-]{0,3}"
_FAR_SEP: Final = "[ .()-]{0,3}"
"""Narrower than at home: dates and references abroad are full of slashes."""

_BELGIUM: Final = f"32{_SEP}(?:0{_SEP})?" + one_of(
    one_of(
        f"[1-6]{_SEP}[0-9]",
        f"7{_SEP}[1-79]",
        f"8{_SEP}[1-9]",
        f"9{_SEP}[1-9]",
    )
    + f"(?:{_SEP}[0-9]){{6,7}}",
    f"8{_SEP}0{_SEP}[1-9](?:{_SEP}[0-9]){{5}}",
)
"""Not +32 800, 70, 78 and 90x: free and shared-cost numbers belong to offices and firms."""

_UNION: Final = "|".join(
    (
        _BELGIUM,
        f"4[39](?:{_SEP}[0-9]){{7,12}}",
        f"(?:3[01346]|39|4[0568])(?:{_FAR_SEP}[0-9]){{7,11}}",
        f"(?:35[1236-9]|37[0-2]|38[56]|42[01])(?:{_FAR_SEP}[0-9]){{6,10}}",
    )
)
_THREE_DIGIT_CODE: Final = one_of("""
    2[1-69][0-9]
    3[578][0-9]
    42[0-9]
    5[09][0-9]
    6[7-9][0-9]
    85[0-9]
    88[068]
    9[679][0-9]
""")
_ELSEWHERE: Final = "|".join(
    (
        f"[17](?:{_FAR_SEP}[0-9]){{10}}",
        f"(?:2[07]|4[147]|5[1-8]|6[0-6]|8[1246]|9[0-58])(?:{_FAR_SEP}[0-9]){{7,11}}",
        f"{_THREE_DIGIT_CODE}(?:{_FAR_SEP}[0-9]){{6,10}}",
    )
)


def _abroad(countries: str) -> str:
    """A number after + or 00. With 00 and a slash only Belgium's: 00/… is a blank in references."""
    prefix = r"(?:(?:\+|%2B)[ (]{0,2}|\b00[ (]{0,2})"
    return captured(prefix + one_of(countries), r"\b00[./-]" + _BELGIUM) + DIGIT_EDGE


_MOBILE: Final = captured(
    "04[5-9][0-9](?:[ ./()_-]{0,3}[0-9]){6}",
    "04[5-9][ ./-][0-9](?:[ ./-]?[0-9]){6}",
    "04[ ./-][5-9][0-9]{7}",
    "04[ ./-][5-9][0-9]{3}[ ./-][0-9]{4}",
    "04[ ./-][5-9][0-9](?:[ ./-]{1,2}[0-9]{2}){3}",
    "324[5-9][0-9]{7}",
    "32[ ./-]4[5-9][0-9](?:[ ./-]{0,2}[0-9]{2}){3}",
)

_ZONE: Final = "0(?:1[0-69]|5[0-9]|6[013-57-9]|71|8[0-79])"
"""The zones of three digits that exist; Brussels, Antwerp, Liège and Ghent have two."""
_LANDLINE: Final = captured(
    "0[2349][ ./()_-]{0,3}[1-9][0-9]{2}[ ./_-]{0,2}(?:[0-9]{2}[ ./_-]{0,2}[0-9]{2})",
    _ZONE + "[ ./()_-]{0,3}[1-9][0-9](?:[ ./_-]{0,2}[0-9]{2}){2}",
    # Grouped by threes: only after a clear end of the zone, or amounts would fit.
    _ZONE + "(?:[ ]|[)]?[ ]?[/-][ ]?|[)][ ]?)[1-9][0-9]{2}[ ./-]?[0-9]{3}",
)


def _pairs(count: int) -> str:
    """So many groups of two digits after a number's first digits, with one sort of separator throughout: a mixture
    is a date and an hour."""
    return one_of(
        *(f"(?:{sep}[0-9]{{2}}){{{count}}}" for sep in ("[ ]{1,2}", "[.][ ]?", "-", "[ ]-[ ]", "/", "_"))
    )


_AFTER_PREFIX: Final = r"\)?[ ./-]{0,3}"
_FRENCH: Final = one_of(
    # "06 07 08 09 10" is a row of numbers.
    *(
        f"0[67]{sep}(?:[1-9][0-9]{sep}[0-9]{{2}}|0[0-9]{sep}[1-9][0-9])(?:{sep}[0-9]{{2}}){{2}}"
        for sep in ("[ ]{1,2}", "[.][ ]?", "-", "[ ]-[ ]", "/", "_")
    ),
    f"0[67]{_AFTER_PREFIX}[1-9][0-9]" + _pairs(3),
    f"0[67]{_AFTER_PREFIX}[0-9]{{8}}",
    f"0[67]{_AFTER_PREFIX}[0-9]{{4}}[ .-][0-9]{{4}}",
    "0[67][ .-](?:[0-9]{3}[ .-][0-9]{3}[ .-][0-9]{2}|[0-9]{2}[ .-][0-9]{3}[ .-][0-9]{3}|[0-9]{3}[ .-][0-9]{2}[ .-][0-9]{3})",
    "0[67][0-9]{2}" + _pairs(3),
    "0[67][0-9]{2}[ ./-][0-9]{3}[ .-][0-9]{3}",
    "0[67][0-9][ ./-][0-9]{3}" + _pairs(2),
    "0[1-59](?:[ ][1-9][0-9](?:[ ][0-9]{2}){3}|[.][1-9][0-9](?:[.][0-9]{2}){3})",
    "33[ .-]?[67]" + one_of("[0-9]{8}", _pairs(4)),
)
"""Mobiles of France and of the Netherlands, which both begin with 06, and French landlines in pairs."""

_GERMAN: Final = r"01(?:5[0-9]|6[0-9]|7[0-9])[0-9]?\)?[ ]?[./-]?[ ]?[0-9](?:[ ./-]?[0-9]){6,7}"
"""Seven or eight digits after the prefix; the zones 015 and 016 of Belgium have six."""

_BRITISH: Final = one_of(
    "07[0-9]{3}(?:[ .-]?[0-9]){6}",
    "07[0-9]{2}[ .-][0-9]{4}[ .-][0-9]{3}",
    "07[0-9]{2}[ .-][0-9]{3}[ .-][0-9]{4}",
    "07[0-9][ .-][0-9]{4}[ .-][0-9]{4}",
    r"07[0-9]{3}\)[ ]?[0-9]{3}[ ]?[0-9]{3}",
    r"020\)?[ -]?[378][0-9]{3}[ -]?[0-9]{4}",
)

_NOT_ROUND: Final = "(?:[0-9]{2}[1-9]|[0-9][1-9]0|[1-9]00)"
_LUXEMBOURGISH: Final = one_of(
    *(f"6[2679][18]{sep}[0-9]{{3}}{sep}{_NOT_ROUND}" for sep in ("[ ]", "-", "[.]", "/")),
    *(f"6[2679][18]{sep}[0-9]{{2}}{sep}[0-9]{{2}}{sep}[0-9]{{2}}" for sep in ("[ ]", "-", "[.]", "/")),
    f"6[2679][18][ /-][0-9]{{3}}{_NOT_ROUND}",
)
"""Only in groups: nine digits in one piece may be anything. A round number is an amount."""

_WITH_SLASHES: Final = r"\+(?:33|31|49|352|44)(?:[ ./()-]{0,3}[0-9]){8,12}"

_SPOKEN_ZERO: Final = "(?:z[eéÉ]ro|nul|null)"
_SPOKEN_DIGIT: Final = one_of(
    "z[eéÉ]ro|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|et|une",
    "vingts?|trente|quarante|cinquante|soixante|cent",
    "nul|een|[eéÉ][eéÉ]n|twee|drie|vier|vijf|zes|zeven|acht|negen|dubbel",
    "null|eins?|zwei|zwo|drei|f[uüÜ]nf|sechs|sieben|neun|doppel",
    "oh|one|two|three|four|five|seven|eight|nine|double|triple",
)
_SPOKEN: Final = f"{_SPOKEN_ZERO}(?:[ ,-]{{1,2}}{_SPOKEN_DIGIT}){{7,13}}"

_LABEL_WORD: Final = one_of("""
    t[eéÉ]l(?:[eéÉ]phone|efoon|efon|ephone)?(?:nummer|number|isch)?
    phone(?:[ ]number)?
    gsm(?:-?(?:nummer|nr))?
    mobile?(?:[ ]number|nummer)?
    mobiel(?:nummer)?
    handy(?:nummer)?
    mobilnummer
    mobiltelefon
    rufnummer
    whats-?app
    portable
    fax
    cell(?:phone)?
    call[ ](?:me|him|her|us)(?:[ ]back)?(?:[ ](?:on|at))?
    reach[ ]me[ ](?:on|at)
    reachable[ ](?:on|at)
    (?:text|ring)[ ]me(?:[ ](?:on|at))?
    (?:appelez|appelle|rappelez|rappelle|contactez|joignez)-moi[ ]au
    joignable[ ]au
    bel[ ](?:me|mij|ons)(?:[ ]terug)?(?:[ ]op)?
    bereikbaar[ ]op
    erreichbar[ ]unter
    ruf(?:t|en[ ]sie)?[ ]mich(?:[ ]an)?(?:[ ]unter)?
    mijn[ ](?:(?:belgisch|marokkaans|frans|turks|duits|nederlands|pools)e?[ ])?nummer
    mon[ ]num[eéÉ]ro(?:[ ](?:belge|marocain|fran[cçÇ]ais|turc|allemand|italien|espagnol|polonais|roumain))?
    meine[ ]nummer
    my[ ]number
    signal
    viber
    telegram
""")
_LABEL_STEP: Final = one_of("""
    [:=.,()#°º/-]{1,2}
    n[°ºo]
    nr
    no
    num[eéÉ]ro
    nummer
    number
    is
    est
    ist
    le
    au
    op
    on
    at
    unter
    was
    en[ ][A-Z]{2,10}
    in[ ][A-Z]{2,12}
""")
_LABEL_GAP: Final = one_of(
    f"(?:[ ]{{0,2}}{_LABEL_STEP}){{0,4}}[ ]{{0,2}}",
    f"(?:[ ][A-ZÀ-Þà-þ{QUOTES}]{{1,12}}){{1,4}}[ ]?[:=][ ]{{0,2}}",
)
"""Whose number it is may come between, if a colon ends that."""
_LABELLED_NUMBER: Final = captured(
    r"0(?:[1-6][0-9]|7[1-79]|8[1-9]|80[1-9]|9[1-9])\)?(?:[ ./()-]{0,2}[0-9]){6,9}",
    "0[1-79][ -](?:[0-9][ -]?){6,9}[0-9]",
    "0[1-79](?:[.][0-9]{2}){4}",
    "00[ ]?[1-79][0-9]?(?:[ ./()-]{0,2}[0-9]){7,12}",
    # Ten digits of elsewhere. 19x and 20x only when set apart: a year often follows the label.
    r"(?:1[0-8][0-9]|2[1-9][0-9]|[3-9][0-9]{2}|[12][09][0-9](?:\)[ ]?|[ -]))"
    r"(?:\)[ ]?)?[ ./-]{0,2}[0-9]{2}[0-9](?:[ ./-]?[0-9]){3,9}",
    "32[ ./-]{0,2}[1-9](?:[ ./-]{0,2}[0-9]){7,8}",
    "4[5-9][0-9](?:[ ./-]{0,2}[0-9]{2}){3}",
)

RULES: Final = (
    ScrubRule(
        "eu_phone",
        "Telephone number with the country code of a European Union member state, after + or 00; not the "
        "free and shared-cost numbers of Belgium.",
        _abroad(_UNION),
    ),
    ScrubRule(
        "international_phone",
        "Telephone number with any country code, after + or 00; not the free and shared-cost numbers of "
        "Belgium.",
        _abroad(f"{_UNION}|{_ELSEWHERE}"),
    ),
    ScrubRule(
        "belgian_mobile",
        "Belgian mobile number as written at home (0470 12 34 56, 0470/12.34.56, (0470) 123 456), or with "
        "32 and no plus.",
        DIGIT_EDGE + _MOBILE + DIGIT_EDGE,
    ),
    ScrubRule(
        "belgian_landline",
        "Belgian landline number as written at home, with its zone (02 512 34 56, 081/12.34.56); not the "
        "free and shared-cost numbers 0800, 070, 078, 090x.",
        DIGIT_EDGE + _LANDLINE + DIGIT_EDGE,
    ),
    ScrubRule(
        "phone_labelled",
        "Telephone number of any country as written there, after a word such as téléphone, gsm, telefoon, "
        "Telefon or phone, or after a request to call.",
        r"\b" + _LABEL_WORD + _LABEL_GAP + r"\(?" + _LABELLED_NUMBER + DIGIT_EDGE,
        IGNORE_CASE,
    ),
    ScrubRule(
        "neighbour_phone",
        "Telephone number of a neighbouring country as dialled there: mobiles of France and the Netherlands (06, "
        "07), Germany (015x, 016x, 017x), Luxembourg (6x1) and the United Kingdom (07), French landlines in pairs.",
        DIGIT_EDGE + captured(_FRENCH, _GERMAN, _BRITISH, _LUXEMBOURGISH) + DIGIT_EDGE,
    ),
    ScrubRule(
        "phone_with_slashes",
        "Telephone number of a neighbouring country with its code after +, slashes between its digits allowed.",
        captured(_WITH_SLASHES) + DIGIT_EDGE,
    ),
    ScrubRule(
        "phone_in_words",
        "Telephone number written out in words, from its zero on, in four languages.",
        r"\b" + captured(_SPOKEN) + r"\b",
        IGNORE_CASE,
    ),
)
