r"""Patterns of a schema, searched for as the server's validator searches: translated into Python's dialect, or refused.

Schemas are written in what JavaScript, Rust and Python read alike, but for few things: `$` stands for the very end,
`\d` and `\w` for ASCII. Whatever is read in two ways is not guessed at.
"""

from __future__ import annotations

import re
from typing import Final

_CLASSES: Final = {"d": "0-9", "w": "A-Za-z0-9_"}
_PUNCTUATION: Final = frozenset("\\^$.|?*+()[]{}/-")
_CONTROLS: Final = frozenset("rnt")
_HEXADECIMAL: Final = {"x": 2, "u": 4}
_HEX_DIGITS: Final = frozenset("0123456789abcdefABCDEF")
_ONE_WAY_EACH: Final = ("[", "&&", "--", "~~")
"""Inside a class: Rust reads sets into them, the others do not."""

_COMPILED: Final[dict[str, re.Pattern[str]]] = {}


class PatternRefused(ValueError):
    """The pattern may mean something else here than on the server."""


def found_in(pattern: str, text: str) -> bool:
    """Whether the pattern occurs in the text. Compiled when first asked for: most are never."""
    compiled = _COMPILED.get(pattern)
    if compiled is None:
        compiled = _COMPILED[pattern] = re.compile(translated(pattern))
    return compiled.search(text) is not None


def translated(pattern: str) -> str:
    """The same in Python's dialect; raises PatternRefused."""
    written: list[str] = []
    at = 0
    while at < len(pattern):
        mark = pattern[at]
        if mark == "\\":
            said, at = _escaped(pattern, at + 1, in_class=False)
        elif mark == "[":
            said, at = _class(pattern, at + 1)
        elif mark in "*+?{":
            said, at = _quantifier(pattern, at)
        else:
            said, at = _plain(pattern, at)
        written.append(said)
    return "".join(written)


def _plain(pattern: str, at: int) -> tuple[str, int]:
    mark = pattern[at]
    if mark == "$":
        return r"\Z", at + 1
    if mark == "(" and pattern.startswith("?", at + 1):
        if not pattern.startswith("?:", at + 1):
            raise PatternRefused("it looks ahead, looks back or names a group")
        return "(?:", at + 3
    if mark in ".]}":
        raise PatternRefused(f"`{mark}` is not escaped")
    return mark, at + 1


def _escaped(pattern: str, at: int, *, in_class: bool) -> tuple[str, int]:
    """What follows a backslash."""
    mark = pattern[at : at + 1]
    if mark in _CLASSES:
        return (_CLASSES[mark] if in_class else f"[{_CLASSES[mark]}]"), at + 1
    if mark and mark.lower() in _CLASSES and not in_class:
        return f"[^{_CLASSES[mark.lower()]}]", at + 1
    if mark in _HEXADECIMAL:
        end = at + 1 + _HEXADECIMAL[mark]
        if end > len(pattern) or not _HEX_DIGITS.issuperset(pattern[at + 1 : end]):
            raise PatternRefused("a character is not given by all its digits")
        return f"\\{pattern[at:end]}", end
    if mark not in _PUNCTUATION and mark not in _CONTROLS:
        raise PatternRefused("a backslash stands before something else than punctuation")
    return f"\\{mark}", at + 1


def _class(pattern: str, at: int) -> tuple[str, int]:
    """What stands in brackets."""
    written = ["["]
    if pattern.startswith("^", at):
        written.append("^")
        at += 1
    if pattern.startswith("]", at):
        raise PatternRefused("a class is empty")
    while at < len(pattern):
        if pattern[at] == "]":
            return f"{''.join(written)}]", at + 1
        if pattern.startswith(_ONE_WAY_EACH, at):
            raise PatternRefused("a class holds what may be a set")
        said, at = _escaped(pattern, at + 1, in_class=True) if pattern[at] == "\\" else (pattern[at], at + 1)
        written.append(said)
    raise PatternRefused("a class is never closed")


def _quantifier(pattern: str, at: int) -> tuple[str, int]:
    """How often; a second one right behind it is possessive to some and an error to others."""
    end = at + 1
    if pattern[at] == "{":
        end = pattern.find("}", at) + 1
        least, comma, most = pattern[at + 1 : end - 1].partition(",")
        if not end or not _is_count(least) or (comma and most and not _is_count(most)):
            raise PatternRefused("`{` is neither escaped nor a count")
    if pattern.startswith(("*", "+", "{"), end):
        raise PatternRefused("one quantifier follows another")
    if pattern.startswith("?", end):
        end += 1
    return pattern[at:end], end


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit()
