"""Owns what counts as the same spelling: case, accents, apostrophes and hyphens folded away."""

from __future__ import annotations

import unicodedata
from typing import Final

APOSTROPHES: Final = "'\u2019\u02bc\u2018\u00b4`"
HYPHENS: Final = "-\u2010\u2011"
# Letters that Unicode does not take apart by itself.
_WHOLE: Final = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "\u0131": "i",
        "ə": "e",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ħ": "h",
        **dict.fromkeys(APOSTROPHES, "'"),
        **dict.fromkeys(HYPHENS, "-"),
    }
)


def fold(text: str) -> str:
    """`Müller`, `MULLER` and `muller` are one word to us; whatever apostrophe `N'Diaye` has."""
    low = text.casefold()
    if low.isascii():
        return low.replace("`", "'")
    apart = unicodedata.normalize("NFKD", low.translate(_WHOLE))
    return "".join(mark for mark in apart if not unicodedata.combining(mark))
