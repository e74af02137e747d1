"""What stands behind a street in any language: house number, letter, box; and words of names as addresses
write them."""

from __future__ import annotations

from typing import Final

from tools.scrub_rules.parts import APOSTROPHE, QUOTES, one_of

NUMBER: Final = "(?:[1-9][0-9]{0,2}|1[0-8][0-9][1-9])"
"""Of four digits only below 1900 and not round: years and postal codes such as 1050 are no houses."""

NUMBER_AND_LETTER: Final = NUMBER + "(?:[ ]?(?:bis|ter|quater)|[ ]?[A-Za-df-z]|/[0-9A-Z]{1,4})?"
"""Not e: "3e étage" and "2e verdieping" are floors."""

_BOX_WORD: Final = one_of("bte|Bte|BTE|bo[iî]te|Bo[iî]te|bus|Bus|BUS|box|Box|b")
BOX: Final = f"(?:[ ]?[,/]?[ ]{{0,2}}{_BOX_WORD}[ .]{{0,2}}[0-9A-Z]{{1,4}})?"

_NUMBER_WORD: Final = one_of("n[°ºo.]|num[ée]ro|nr|Nr|nummer|Nummer|no")
BEFORE_NUMBER: Final = f"(?:[ ]?,[ ]?|[ ]{{1,2}})(?:(?:au[ ]|op[ ])?{_NUMBER_WORD}[ .]{{0,2}})?"
"""From the street to the number: a comma or spaces, and perhaps a word for number."""
BEFORE_GERMAN_NUMBER: Final = "[ ]{1,2}(?:(?:Nr|Nummer)[ .]{1,2})?"
"""No comma in German: "Neustraße, 3. Stock" is a floor."""

HOUSE: Final = BEFORE_NUMBER + NUMBER_AND_LETTER + BOX
GERMAN_HOUSE: Final = BEFORE_GERMAN_NUMBER + NUMBER_AND_LETTER + BOX

CAPITAL_WORD: Final = f"(?:[dDlL]{APOSTROPHE})?[A-ZÀ-Þ][A-Za-zÀ-ÿ.{QUOTES}-]{{0,17}}"
JOINING_WORD: Final = "(?:de|du|des|la|le|les|aux|au|[àa]|et|sur|sous|the)"
