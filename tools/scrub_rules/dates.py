"""A full date as people write one: day, month and year, the month in digits or in words of four languages."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.parts import A_UMLAUT, APOSTROPHE, one_of

MONTH: Final = one_of(f"""
    jan(?:uari|uary|uar|vier|v)?
    j{A_UMLAUT}n(?:ner)?
    f[eéÉ](?:vrier|vr|v|bruari|bruary|bruar|b)
    m(?:aart|aa|rt|ars?|{A_UMLAUT}rz|arch)
    a(?:pril|vril|pr|vr)
    ma[iy]
    mei
    ju(?:in|ni|ne|n)
    ju(?:illet|il|li|ly|l)
    a(?:o[uûÛ]t|ugustus|ugust|ug)
    sept(?:ember|embre)?
    o[ck]t(?:ober|obre)?
    nov(?:ember|embre)?
    d[eéÉ][cz](?:ember|embre)?
""")
_YEAR: Final = "(?:19|20)[0-9]{2}"
_SHORT_YEAR: Final = "(?:19|20)?[0-9]{2}"
_BETWEEN: Final = "(?:[ ]?[./-][ ]?|[ ])"

DATE: Final = one_of(
    f"[01]?[0-9]/[0-3]?[0-9]/{_SHORT_YEAR}",
    f"[0-3]?[0-9]{_BETWEEN}[01]?[0-9]{_BETWEEN}{_SHORT_YEAR}",
    f"{_YEAR}[ ]?[./-][ ]?[01]?[0-9][ ]?[./-][ ]?[0-3]?[0-9]",
    f"{_YEAR}[01][0-9][0-3][0-9]",
    r"[0-3]?[0-9](?:er|re|e|st|nd|rd|th|ste|de|\.)?[ -]{0,2}(?:of[ ])?"
    + MONTH
    + rf"\.?,?[ -]{{0,2}}(?:{_YEAR}|{APOSTROPHE}?[0-9]{{2}})",
    MONTH + rf"\.?[ ][0-3]?[0-9](?:st|nd|rd|th)?,?[ ]{_YEAR}",
)
