"""Owns the text as the finders read it: invisible characters gone, digits and blanks of every script made plain."""

from __future__ import annotations

import unicodedata
from typing import Final

from becivic_harness.patterns import Pattern

_BLANKS: Final = (
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t"
)
_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys(_BLANKS, " "),
        **dict.fromkeys(_DASHES, "-"),
        "\u2044": "/",
        "\u2215": "/",
        "\uff0f": "/",
        "\uff0e": ".",
    }
)
_HALVES: Final = Pattern("[\ud800-\udfff]")
_KEPT_CONTROLS: Final = frozenset("\n\r\t")


def visible(text: str) -> str:
    """Without what nobody sees: it hides names and numbers from us. Half a character becomes the mark for one lost."""
    if text.isascii() and text.isprintable():
        return text
    text = _HALVES.covered(text, "\ufffd")
    return "".join(
        mark
        for mark in text
        if mark in _KEPT_CONTROLS or unicodedata.category(mark) not in ("Cf", "Cc", "Cs", "Co")
    )


def plain(text: str) -> str:
    """For finders of numbers and dates, mark for mark: offsets stay what they are."""
    if text.isascii():
        return text.replace("\t", " ")
    text = text.translate(_PLAIN)
    return "".join(_digit(mark) if mark.isdigit() and not mark.isascii() else mark for mark in text)


def _digit(mark: str) -> str:
    value = unicodedata.digit(mark, -1)
    return str(value) if 0 <= value <= 9 else mark
