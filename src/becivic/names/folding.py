"""Owns what counts as the same spelling: case, accents and apostrophes folded away."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

APOSTROPHES: Final = "'\u2019\u02bc\u2018"
HYPHENS: Final = "-\u2010\u2011"
# Letters that Unicode does not take apart by itself, and signs that people take for one another.
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
    }
    | dict.fromkeys(APOSTROPHES, "'")
    | dict.fromkeys(HYPHENS, "-")
)
_SURROGATES: Final = re.compile("[\ud800-\udfff]")


def fold(text: str) -> str:
    """`Müller`, `MULLER` and `muller` are one name to us; whatever apostrophe `N'Diaye` has."""
    low = text.casefold()
    if low.isascii():
        return low
    apart = unicodedata.normalize("NFKD", low.translate(_WHOLE))
    return "".join(c for c in apart if not unicodedata.combining(c))


def without_surrogates(text: str) -> str:
    """Lone surrogates break every library below; one sign for one sign keeps offsets true."""
    return _SURROGATES.sub("\ufffd", text)
