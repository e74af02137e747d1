"""Characters that stand for a plainer one, and characters that show nothing: data for `fold`.

Written out instead of asked from `unicodedata`, so that every Python version folds alike. Superscripts
are left out on purpose: a footnote mark behind a number must end it, not lengthen it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_ZEROS: Final = (
    "0660 06F0 07C0 0966 09E6 0A66 0AE6 0B66 0BE6 0C66 0CE6 0D66 0DE6 0E50 0ED0 0F20 1040 1090 17E0 1810 1946 "
    "19D0 1A80 1A90 1B50 1BB0 1C40 1C50 A620 A8D0 A900 A9D0 A9F0 AA50 ABF0 FF10 104A0 10D30 10D40 11066 110F0 "
    "11136 111D0 112F0 11450 114D0 11650 116C0 116D0 116DA 11730 118E0 11950 11BF0 11C50 11D50 11DA0 11DE0 "
    "11F50 16130 16A60 16AC0 16B50 16D70 1CCF0 1D7CE 1D7D8 1D7E2 1D7EC 1D7F6 1E140 1E2F0 1E4F0 1E5F1 1E950 "
    "1FBF0"
)
"""Where each script's ten digits begin."""

_SPACES: Final = "0009 000B-000C 00A0 1680 2000-200A 202F 205F 2800 3000 3164 FFA0"
_HYPHENS: Final = (
    "02D7 058A 05BE 1400 1806 2010-2015 2043 207B 208B 2212 23AF 2500 2796 2E17 2E1A 2E3A-2E3B 2E40 2E5D "
    "301C 3030 30A0 30FC FE31-FE32 FE58 FE63 FF0D 10D6E 10EAD"
)
_FULL_STOPS: Final = "00B7 0387 2022 2024 2027 2219 22C5 30FB 3002 FE52 FF0E FF61 FF65"
_SLASHES: Final = "2044 2215 29F8 2571 FF0F"
_SHOWS_NOTHING: Final = (
    "0000-0008 000E-001F 007F-0084 0086-009F 00AD 0300-036F 0483-0489 0591-05BD 061C 064B-065F 0670 115F-1160 "
    "17B4-17B5 180B-180F 1AB0-1AFF 1DC0-1DFF 200B-200F 202A-202E 2060-206F 20D0-20FF 2DE0-2DFF 302A-302F 3099-309A "
    "A66F-A672 A674-A67D A69E-A69F FE00-FE0F FE20-FE2F FEFF FFF0-FFFB 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF"
)
"""Controls that end no line, zero-width characters, soft hyphens, marks that ride on a letter, tags."""

_UNPAIRED: Final = "D800-DFFF"
"""Halves of a surrogate pair: no encoding writes them, so no engine could read the text."""

_MARKS: Final = (
    "FE50:, FE54:; FE55:: FE59:( FE5A:) FE5F:# FE61:* FE62:+ FE66:= FE6B:@ 066D:* 204E:* 207A:+ 2217:* 2795:+"
)
_LETTERS: Final = (
    # The third case of s, k, ß and å, which engines disagree on
    "017F:s 212A:K 1E9E:ß 212B:Å "
    # Holes among the mathematical letters
    "2102:C 210A:g 210B:H 210C:H 210D:H 210E:h 2110:I 2111:I 2112:L 2115:N 2119:P 211A:Q 211B:R 211C:R 211D:R "
    "2124:Z 2128:Z 212C:B 212D:C 212F:e 2130:E 2131:F 2133:M 2134:o "
    # Circled digits
    "2460:1 2461:2 2462:3 2463:4 2464:5 2465:6 2466:7 2467:8 2468:9 24EA:0 "
    # Cyrillic
    "0410:A 0412:B 0415:E 0417:3 041A:K 041C:M 041D:H 041E:O 0420:P 0421:C 0422:T 0423:Y 0425:X 0430:a 0435:e "
    "043E:o 0440:p 0441:c 0443:y 0445:x 0405:S 0406:I 0408:J 0455:s 0456:i 0458:j 04AE:Y 051A:Q 051C:W "
    # Greek
    "0391:A 0392:B 0395:E 0396:Z 0397:H 0399:I 039A:K 039C:M 039D:N 039F:O 03A1:P 03A4:T 03A5:Y 03A7:X 03BF:o "
    "03BD:v"
)
_MATHEMATICAL: Final = 0x1D400
_MATHEMATICAL_ALPHABETS: Final = 13
_FULL_WIDTH: Final = (0xFF01, 0xFF5E)


def _span(written: str) -> Iterator[int]:
    for part in written.split():
        first, _, last = part.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def _pairs(written: str) -> Iterator[tuple[int, str]]:
    for part in written.split():
        code, _, stands_for = part.partition(":")
        yield int(code, 16), stands_for


def _table() -> dict[int, str | None]:
    table: dict[int, str | None] = {
        code: chr(code - 0xFEE0) for code in range(_FULL_WIDTH[0], _FULL_WIDTH[1] + 1)
    }
    for alphabet in range(_MATHEMATICAL_ALPHABETS):
        for place in range(52):
            letter = chr((65 if place < 26 else 71) + place)
            table[_MATHEMATICAL + 52 * alphabet + place] = letter
    for zero in _span(_ZEROS):
        table.update((zero + value, str(value)) for value in range(10))
    for written, stands_for in (
        (_SPACES, " "),
        (_HYPHENS, "-"),
        (_FULL_STOPS, "."),
        (_SLASHES, "/"),
        (_UNPAIRED, "\ufffd"),
    ):
        table.update(dict.fromkeys(_span(written), stands_for))
    table.update(_pairs(_MARKS))
    table.update(_pairs(_LETTERS))
    table.update(dict.fromkeys(_span(_SHOWS_NOTHING)))
    return table


TABLE: Final[dict[int, str | None]] = _table()
"""Code point to the plain character it stands for, or to None where it shows nothing."""
