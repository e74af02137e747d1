"""Owns the words of a text: where each starts and ends, how it is written, what stands before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from becivic_harness.patterns import Pattern
from becivic_harness.words import opaque
from becivic_harness.words.folding import APOSTROPHES, HYPHENS, fold
from becivic_harness.words.groups import group
from becivic_harness.words.lists import LISTS

# Vowel signs and the like, by blocks: Unicode counts them as no letters, and without them half a word would be left.
_MARKS: Final = (
    "(?!\\d)[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0711-\u085b"
    "\u08d3-\u0963\u0971-\u0df3\u0e31-\u0e4e\u0eb1-\u0ecd\u0f18-\u0f39\u0f71-\u0fbc\u102b-\u1049\u1056-\u109d"
    "\u135d-\u135f\u1712-\u1734\u17b4-\u17d3\u1920-\u193b\u1a17-\u1a7c\u1ab0-\u1b44\u1b6b-\u1bf3\u1c24-\u1c37"
    "\u1cd0-\u1cf9\u1dc0-\u1dff\u302a-\u302f\u3099\u309a\ua66f-\ua67d\ua802-\ua827\ua880-\ua8f1\ua926-\ua953"
    "\ua980-\ua9c0\uaa29-\uaa4d\uaa7b-\uaaef\uabe3-\uabed\ufe20-\ufe2f\U00010a01-\U00010a3f\U00011000-\U00011fff]"
)
_LETTER: Final = "[^\\W\\d_]"
_LETTERS: Final = f"{_LETTER}(?:{_LETTER}|{_MARKS})*"
_WORD: Final = Pattern(f"{_LETTERS}(?:[{HYPHENS}{APOSTROPHES}]{_LETTERS})*")
_AS_APOSTROPHE: Final = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_AS_BLANK: Final = str.maketrans(dict.fromkeys(HYPHENS + APOSTROPHES, " "))
_HUMP: Final = Pattern("(?<=[a-zà-öø-ÿ])(?=[A-ZÀ-Þ])")
_ELISIONS: Final = group("elisions")
# M'Hamed and N'Diaye: no elision where a capital stands before the apostrophe and behind it.
_NAME_PREFIXES: Final = frozenset("MN")
_SENTENCE_ENDS: Final = frozenset('.!?…:;\n\r•*|"«»“”„\u201a()[]>\u2013\u2014')
_BLANKS: Final = frozenset(
    [
        "",
        " ",
        "  ",
        "\u00a0",
        "\u202f",
        "_",
        "\t",
        *(f"{blank}{mark}" for blank in ("", " ") for mark in APOSTROPHES),
    ]
)
_ABBREVIATED: Final = frozenset([".", ". ", ".-", ".\u00a0", ".\u202f"])
_LATIN_ENDS: Final = "\u02af"
_MORE_LATIN: Final = ("\u1e00", "\u1eff")


class Token(NamedTuple):
    start: int
    end: int
    text: str
    folded: str
    gap: str
    """What stands between the word before and this one."""
    opens: bool
    """The first word of a sentence, a line, a list item or something in brackets."""
    capital: bool
    shout: bool
    latin: bool

    @property
    def joined(self) -> bool:
        """It goes on where the word before stops."""
        return self.gap in _BLANKS

    @property
    def after_a_dot(self) -> bool:
        return self.gap in _ABBREVIATED


def split(text: str) -> list[Token]:
    """The words of a text; web addresses and ids are none."""
    tokens: list[Token] = []
    place = 0
    for start, end in opaque.stretches(text):
        if start >= place:
            tokens += _tokens(text, place, start, first=place == 0)
        place = max(place, end)
    tokens += _tokens(text, place, len(text), first=place == 0)
    return tokens


def _tokens(text: str, start: int, end: int, *, first: bool) -> Iterator[Token]:
    last, lead = start, "\n" if first else "|"
    for found in _WORD.finditer(text, start, end):
        for begin, stop in _pieces(found.group(), found.start()):
            piece = text[begin:stop]
            gap = lead + text[last:begin]
            yield _token(begin, stop, piece, gap)
            last, lead = stop, ""


def _token(start: int, end: int, piece: str, gap: str) -> Token:
    # An article grown onto a name is small, what comes behind it large: al-Masri.
    large = piece[0].isupper() or any(part[:1].isupper() for part in piece.translate(_AS_BLANK).split())
    return Token(
        start,
        end,
        piece,
        fold(piece),
        gap,
        not _SENTENCE_ENDS.isdisjoint(gap),
        large,
        len(piece) > 1 and piece.isupper(),
        all(
            mark <= _LATIN_ENDS or _MORE_LATIN[0] <= mark <= _MORE_LATIN[1]
            for mark in piece
            if mark.isalpha()
        ),
    )


def _pieces(word: str, at: int) -> Iterator[tuple[int, int]]:
    """`d'Amina's` is d and Amina; `D'Hondt` is D and Hondt; `O'Brien` stays whole; `JeanDupont` is two."""
    start, end = at, at + len(word)
    parts = word.translate(_AS_APOSTROPHE).split("'")
    if len(parts) > 1 and fold(parts[0]) in _ELISIONS and not _prefix_of_a_name(parts):
        yield start, start + len(parts[0])
        start += len(parts[0]) + 1
        word, parts = word[len(parts[0]) + 1 :], parts[1:]
    if len(parts) > 1 and parts[-1] in ("s", "S"):
        end -= 2
        word = word[:-2]
    if start >= end:
        return
    humps = [] if word[1:].islower() or word.isupper() else [hump.start() for hump in _HUMP.finditer(word)]
    if humps and not LISTS.sense(fold(word)):
        for hump in humps:
            yield start, at_hump(end, word, hump)
            start = at_hump(end, word, hump)
    yield start, end


def at_hump(end: int, word: str, hump: int) -> int:
    """Where in the text a capital inside a word stands."""
    return end - len(word) + hump


def _prefix_of_a_name(parts: list[str]) -> bool:
    return parts[0] in _NAME_PREFIXES and parts[1][:1].isupper()
