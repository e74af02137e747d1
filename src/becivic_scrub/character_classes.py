"""Character classes, and letters beyond ASCII, that JavaScript, RE2 and Python's ASCII mode read alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

READ_DIFFERENTLY: Final = "uses syntax that not every engine reads alike"
CASED_DIFFERENTLY: Final = "ignores case on a letter beyond ASCII that does not stand beside its other case"

ESCAPES: Final = frozenset("dDwWnt" + r"\.[](){}|*+?^$/")
"""What may follow a backslash; in a class the hyphen too."""

_CLASS: Final = re.compile(r"\[(?:\^|(?!\^))((?:\\[^\n]|[^\]\\\[\n])+)\]")
_OPERATORS: Final = re.compile(r"--|&&|~~|\|\|")
_MEMBER: Final = re.compile(r"(\\?.)(?:-(\\?.))?")
_LETTER: Final = re.compile(r"[^\W\d_]")
_PAIRED: Final = range(0xC0, 0x180)
"""Latin letters that have one other case and no third; those that have are folded before (look_alikes)."""


class PatternRefused(ValueError):
    """The pattern cannot be run faithfully; the message completes "the pattern …"."""


def class_end(pattern: str, place: int, *, ignores_case: bool) -> int:
    """Where the class that begins at a place ends, or PatternRefused."""
    match = _CLASS.match(pattern, place)
    if match is None or _OPERATORS.search(match[1]):
        raise PatternRefused(READ_DIFFERENTLY)
    for escaped in re.findall(r"\\(.)", match[1]):
        if escaped not in ESCAPES and escaped != "-":
            raise PatternRefused(READ_DIFFERENTLY)
    if ignores_case and not match[1].isascii():
        refuse_lone_cases(set(_members(match[1])))
    return match.end()


def _members(written: str) -> Iterator[str]:
    """The characters in a class, ranges written out."""
    for first, last in _MEMBER.findall(written):
        if not last:
            yield first[-1]
        elif ord(last[-1]) >= _PAIRED.stop:
            raise PatternRefused(CASED_DIFFERENTLY)
        else:
            yield from map(chr, range(ord(first[-1]), ord(last[-1]) + 1))


def refuse_lone_cases(together: set[str]) -> None:
    """Python's ASCII mode does not know that é and É are one letter: both must be written."""
    for letter in together:
        cases = {each for each in (letter.lower(), letter.upper()) if len(each) == 1}
        if letter.isascii() or not _LETTER.match(letter) or cases == {letter}:
            continue
        if ord(letter) not in _PAIRED or not cases <= together:
            raise PatternRefused(CASED_DIFFERENTLY)
