"""Owns the other readings of a text: escapes resolved, tags gone, letters that were set apart joined again.

Each mark of a reading knows the stretch of the text that it comes from, so that what is found in the reading is taken
out of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from becivic_harness.patterns import Pattern

_ESCAPED: Final = Pattern(
    r"(?:%[0-9A-Fa-f]{2})+|&#[0-9]{1,7};?|&#[xX][0-9A-Fa-f]{1,6};?|&[A-Za-z]{2,8};|</?[A-Za-z!][^<>]{0,200}>"
    r"|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}"
)
_APART: Final = Pattern(r"(?<![^\W_])[^\W_](?:([.·*_|~/-])[^\W_](?:\1[^\W_])+|(?:[ ][^\W_]){3,})(?![^\W_])")
_SIGNS: Final = frozenset("%&<\\")
_LAST_MARK: Final = 0x10FFFF


class Decoded(NamedTuple):
    text: str
    places: list[tuple[int, int]]
    """From where to where in the text each mark goes."""


def readings(text: str) -> Iterator[Decoded]:
    """Those that differ from the text itself."""
    marks, places = unescaped(text)
    if len(marks) != len(text):
        yield Decoded("".join(marks), places)
    joined = _joined(marks, places)
    if len(joined.places) != len(marks):
        yield joined


def unescaped(text: str) -> tuple[list[str], list[tuple[int, int]]]:
    """The marks of a text with percent-encoding, entities and tags resolved, and where each comes from."""
    marks: list[str] = []
    places: list[tuple[int, int]] = []
    last = 0
    for found in _ESCAPED.finditer(text) if not _SIGNS.isdisjoint(text) else ():
        start, end = found.span()
        marks += text[last:start]
        places += ((at, at + 1) for at in range(last, start))
        meant = _meant(found.group())
        marks += meant
        places += [(start, end)] * len(meant)
        last = end
    marks += text[last:]
    places += ((at, at + 1) for at in range(last, len(text)))
    return marks, places


def _meant(escaped: str) -> str:
    if escaped.startswith("<"):
        return ""
    if escaped.startswith("%"):
        return bytes.fromhex(escaped.replace("%", "")).decode("utf-8", "replace")
    if escaped.startswith("\\"):
        return _mark(int(f"0{escaped[1:]}".replace("u", "x"), 0))
    if escaped[1] != "#":
        from html import unescape  # costs more than all else here, and is hardly ever needed

        return unescape(escaped)
    digits = escaped[2:].rstrip(";")
    return _mark(int(digits[1:], 16) if digits[:1] in "xX" else int(digits))


def _mark(number: int) -> str:
    return chr(number) if 0 < number <= _LAST_MARK and not 0xD800 <= number <= 0xDFFF else "\ufffd"


def _joined(marks: list[str], places: list[tuple[int, int]]) -> Decoded:
    """`J.e.a.n D.u.p.o.n.t` and `J e a n` as they are meant."""
    text = "".join(marks)
    kept: list[str] = []
    origins: list[tuple[int, int]] = []
    last = 0
    for found in _APART.finditer(text):
        start, end = found.span()
        kept += text[last:start] + text[start:end:2]
        origins += places[last:start] + places[start:end:2]
        last = end
    return Decoded("".join(kept) + text[last:], origins + places[last:])
