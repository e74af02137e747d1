"""The part of regular-expression syntax that JavaScript, RE2 and Python's ASCII mode read alike.

A pattern inside it means the same on both sides of the wire and can only match a bounded stretch of
text, never an empty one; anything else is refused here, whatever one engine or another would make of it.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple, Union

from becivic_scrub.character_classes import (
    ESCAPES,
    READ_DIFFERENTLY,
    PatternRefused,
    class_end,
    refuse_lone_cases,
)
from becivic_scrub.patterns import WIDEST_MATCH, for_python

__all__ = ["WIDEST_MATCH", "Branches", "PatternRefused", "Shape", "Tree", "compiled", "read", "tree"]

_DEEPEST: Final = 20
_MOST_REPEATS: Final = 1000
"""RE2 takes no larger bound."""

_QUANTIFIER: Final = re.compile(r"\?|\{([0-9]{1,4})(?:,([0-9]{1,4}))?\}")
_UNBOUNDED: Final = re.compile(r"[*+]|\{[0-9]*,\}")
_HALVED: Final = re.compile("[\ud800-\udfff\U00010000-\U0010ffff]")
"""Characters that JavaScript sees as two, and halves of them, which nothing else sees."""


class Shape(NamedTuple):
    """What is known of a pattern without running it."""

    widest: int
    groups: int


Branches = tuple[tuple[tuple[Any, int, int], ...], ...]
"""Alternatives, each a sequence of pieces with how often they may stand there."""

Tree = Union[str, Branches]
"""A pattern taken apart: the source of one character (nothing for a boundary), or alternatives."""


class _Piece(NamedTuple):
    """How many characters a piece matches, at least and at most; and what it is made of."""

    least: int
    most: int
    tree: Tree


def read(pattern: str, flags: str) -> Shape:
    """The shape of a pattern in the common syntax, or PatternRefused."""
    piece, groups = _parsed(pattern, flags)
    return Shape(piece.most, groups)


def tree(pattern: str, flags: str) -> Tree:
    """The pattern taken apart, or PatternRefused."""
    return _parsed(pattern, flags)[0].tree


def _parsed(pattern: str, flags: str) -> tuple[_Piece, int]:
    if flags not in ("", "i", "m", "im"):
        raise PatternRefused("has flags that not every engine knows")
    if _HALVED.search(pattern):
        raise PatternRefused(READ_DIFFERENTLY)
    reader = _Reader(pattern, ignores_case="i" in flags)
    whole = reader.alternatives(0)
    if reader.place < len(pattern):
        raise PatternRefused("closes a group that it never opened")
    if whole.most > WIDEST_MATCH:
        raise PatternRefused(f"can match more than {WIDEST_MATCH} characters")
    if whole.least == 0:
        raise PatternRefused("can match nothing at all")
    if reader.groups > 1:
        raise PatternRefused("has more than one capturing group")
    return whole, reader.groups


def compiled(pattern: str, flags: str) -> re.Pattern[str]:
    """The pattern for Python's engine, or PatternRefused."""
    read(pattern, flags)
    try:
        return for_python(pattern, flags)
    except re.error:
        raise PatternRefused("is refused by Python's engine") from None


class _Reader:
    """Recursive descent; each method gives the piece that it read."""

    def __init__(self, pattern: str, *, ignores_case: bool) -> None:
        self.pattern = pattern
        self.place = 0
        self.groups = 0
        self.ignores_case = ignores_case

    def alternatives(self, depth: int) -> _Piece:
        if depth > _DEEPEST:
            raise PatternRefused("nests its groups too deeply")
        found = [self.sequence(depth)]
        while self.pattern.startswith("|", self.place):
            self.place += 1
            found.append(self.sequence(depth))
        least, most, trees = zip(*found)
        return _Piece(min(least), max(most), trees)

    def sequence(self, depth: int) -> tuple[int, int, tuple[tuple[Tree, int, int], ...]]:
        least = most = 0
        pieces: list[tuple[Tree, int, int]] = []
        while self.place < len(self.pattern) and self.pattern[self.place] not in "|)":
            groups = self.groups
            piece = self.atom(depth)
            fewest, often = self.times(piece, captures=self.groups > groups)
            least += piece.least * fewest
            most += piece.most * often
            pieces.append((piece.tree, fewest, often))
        return least, most, tuple(pieces)

    def atom(self, depth: int) -> _Piece:
        character, place = self.pattern[self.place], self.place
        if character == "(":
            return self.group(depth)
        if character == "[":
            self.place = class_end(self.pattern, place, ignores_case=self.ignores_case)
        elif character == "\\":
            return self.escape()
        elif character in "]{}*+?.$^":
            raise PatternRefused(READ_DIFFERENTLY)
        else:
            if self.ignores_case:
                refuse_lone_cases({character})
            self.place += 1
        return _Piece(1, 1, self.pattern[place : self.place])

    def group(self, depth: int) -> _Piece:
        captures = not self.pattern.startswith("(?", self.place)
        if not captures and not self.pattern.startswith("(?:", self.place):
            raise PatternRefused(READ_DIFFERENTLY)
        self.place += 1 if captures else 3
        self.groups += captures
        piece = self.alternatives(depth + 1)
        if not self.pattern.startswith(")", self.place):
            raise PatternRefused("opens a group that it never closes")
        self.place += 1
        if captures and piece.least == 0:
            raise PatternRefused("captures what may be empty")
        return piece

    def escape(self) -> _Piece:
        escaped = self.pattern[self.place + 1 : self.place + 2]
        self.place += 2
        if escaped == "b":
            return _Piece(0, 0, "")
        if escaped and escaped in ESCAPES:
            return _Piece(1, 1, f"\\{escaped}")
        raise PatternRefused(READ_DIFFERENTLY)

    def times(self, piece: _Piece, *, captures: bool) -> tuple[int, int]:
        """How often the piece just read may follow itself."""
        if _UNBOUNDED.match(self.pattern, self.place):
            raise PatternRefused("repeats without bound, which engines that backtrack choke on")
        match = _QUANTIFIER.match(self.pattern, self.place)
        if match is None:
            return 1, 1
        self.place = match.end()
        if piece.least == 0 or self.pattern.startswith(("?", "*", "+", "{"), self.place):
            raise PatternRefused(READ_DIFFERENTLY)
        fewest, often = _bounds(match)
        if captures and often > 1:  # JavaScript forgets what an earlier round captured
            raise PatternRefused("captures inside a repetition")
        return fewest, often


def _bounds(quantifier: re.Match[str]) -> tuple[int, int]:
    if quantifier.group() == "?":
        return 0, 1
    least, most = int(quantifier[1]), int(quantifier[2] or quantifier[1])
    if not least <= most <= _MOST_REPEATS or most == 0:
        raise PatternRefused("repeats with bounds that make no sense")
    return least, most
