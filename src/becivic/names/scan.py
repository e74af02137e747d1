"""Owns one reading of one text: its words, the sense of each, and which of them a denied phrase covers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from unicodedata import normalize

from becivic.names.folding import APOSTROPHES
from becivic.names.lexicon import Lexicon, Sense
from becivic.names.lists import folded, folded_section
from becivic.names.words import Word, split
from becivic.rules.languages import LANGUAGES

_PARTICLES: Final = folded("cues", "particles.txt")
_HOLDING: Final = {
    language: folded_section(language, "cues", "holding_particles.txt") for language in LANGUAGES
}
_BLANKS: Final = ("", " ", "  ", "\u00a0", "\u202f")
_JOINTS: Final = frozenset(_BLANKS) | {blank + sign for blank in ("", " ") for sign in APOSTROPHES}
_SHORT_FORMS: Final = frozenset(["ph", "th", "chr", "jos", "yv"])  # Ph. Lardinois
_AFTER_INITIAL: Final = frozenset([".", ". ", ".-", ".\u00a0", ".\u202f", " "])
VIETNAMESE: Final = re.compile(
    "[\u0102\u0103\u0110\u0111\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]"
)
"""Letters that no word of our four languages is written with: `Hằng` folds to a German word and is none."""
_CALENDAR: Final = folded("cues", "calendar.txt")
_BETWEEN_DAYS: Final = frozenset([" ", ", ", "-", "/", " - ", "+", " + "])
_HEADLINE_WORDS: Final = 5
_HEADLINE_SHARE: Final = 0.75


@dataclass(frozen=True)
class Scan:
    text: str
    language: str
    words: Sequence[Word]
    senses: Sequence[Sense]
    headline: frozenset[int]  # words of lines that capitalise nearly everything

    def joined(self, at: int) -> bool:
        """The word at `at` goes on where the one before stops: a blank, or the dot of an initial."""
        gap = self.words[at].gap
        return at > 0 and (gap in _JOINTS or (gap in _AFTER_INITIAL and self.is_initial(at - 1)))

    def is_past_line(self, at: int) -> bool:
        """The line of the word before has ended, or the text."""
        return at == len(self.words) or "\n" in self.words[at].gap

    def is_initial(self, at: int) -> bool:
        word = self.words[at]
        dotted = at + 1 < len(self.words) and self.words[at + 1].gap.startswith(".")
        if not word.capital or not dotted or (word.folded == "m" and self.language == "fr"):
            return False  # "M. Janssens" has a title
        return len(word.text) == 1 or word.folded in _SHORT_FORMS

    def is_particle(self, at: int) -> bool:
        return self.words[at].folded in _PARTICLES

    def nameable(self, at: int) -> bool:
        """It is written as a name is, and is nothing else that we know of."""
        return self._nameable[at]

    @cached_property
    def _nameable(self) -> list[bool]:
        pairs = zip(self.words, self.senses, strict=True)
        return [word.capital and len(word.text) > 1 and not sense.excluded for word, sense in pairs]

    def holds(self, at: int) -> bool:
        """A particle that is no small word of the text's own language."""
        return self.words[at].folded in _HOLDING[self.language]

    def beyond_particles(self, at: int) -> int:
        """Past up to three small particles: from `van` to `Broeck` in `van den Broeck`."""
        end = at
        while (
            end - at < 3
            and end + 1 < len(self.words)
            and self.is_particle(end)
            and not self.words[end].capital
        ):
            if not self.joined(end + 1):
                break
            end += 1
        return end

    def stretch(self, at: int) -> tuple[int, int]:
        """The whole name round a word: neighbours that are written as names, particles between them."""
        return self._leftmost(at), self._rightmost(at)

    def _rightmost(self, at: int) -> int:
        end = at + 1
        probe = end
        while probe < len(self.words) and probe - end <= 2 and end - at < 8 and self.joined(probe):
            probe += 1
            if self._belongs(probe - 1) or self._is_origin(probe - 1):
                end = probe
            elif not self.is_particle(probe - 1):
                break
        return end

    def _is_origin(self, at: int) -> bool:
        """`Jan Van Gent`: behind a particle written large, even a place is a surname."""
        return self.words[at].capital and self.is_particle(at - 1) and self.words[at - 1].capital

    def _leftmost(self, at: int) -> int:
        start = at
        while start > 0 and at - start < 8 and self.joined(start):
            if not (
                self._belongs(start - 1) or (self.is_particle(start - 1) and self.words[start - 1].capital)
            ):
                break
            start -= 1
        return start

    def _belongs(self, at: int) -> bool:
        return self.nameable(at) or self.is_initial(at)

    @cached_property
    def runs(self) -> tuple[tuple[int, int], ...]:
        """Maximal stretches of words written as names, one after the other."""
        return tuple(self._runs())

    def _runs(self) -> Iterator[tuple[int, int]]:
        start = 0
        while start < len(self.words):
            end = start
            while end < len(self.words) and self._belongs(end) and (end == start or self.joined(end)):
                end += 1
            if end > start:
                yield start, end
            start = max(end, start + 1)


def read(text: str, language: str, lexicon: Lexicon) -> Scan:
    words = split(text)
    senses = [_sense(word, language, lexicon) for word in words]
    # German writes every noun large: a line of capitals says nothing there.
    headline = frozenset(_headline(words)) if language != "de" else frozenset[int]()
    for at in (*headline, *_after_things(words, senses, language, lexicon)):
        if senses[at].known and lexicon.is_also_a_word(words[at].folded):
            senses[at] |= Sense.DOUBTFUL
    for at in tuple(_dates(words, senses)):
        senses[at] = Sense.COMMON
    denied = frozenset(_denied(words, lexicon))
    for at in denied:
        senses[at] = Sense.COMMON | Sense.INSTITUTION
    for at in _double_surnames(words, lexicon):
        if at not in denied:
            senses[at] = Sense.SURNAME
    return Scan(text, language, words, senses, headline)


def _sense(word: Word, language: str, lexicon: Lexicon) -> Sense:
    if not word.capital:
        return Sense.NOTHING
    if VIETNAMESE.search(normalize("NFC", word.text)):
        return Sense.GIVEN | Sense.SURNAME
    sense = lexicon.sense(word.folded)
    if not sense.known:
        return sense
    if lexicon.is_small_word(word.folded, language):
        return sense | Sense.DOUBTFUL | Sense.COMMON
    # Inside a sentence only German writes the word itself large.
    doubtful = (language == "de" or word.opens) and lexicon.is_also_a_word(word.folded)
    return sense | Sense.DOUBTFUL if doubtful else sense


def _after_things(
    words: Sequence[Word], senses: Sequence[Sense], language: str, lexicon: Lexicon
) -> Iterator[int]:
    """`Octobre Rose`, `Carte Blanche`: who writes things large writes words large; `Pour Rose` only begins."""
    for at in range(1, len(words)):
        before = words[at - 1]
        if before.capital and senses[at - 1].excluded and not lexicon.is_small_word(before.folded, language):
            yield at


def _dates(words: Sequence[Word], senses: Sequence[Sense]) -> Iterator[int]:
    """`2 Jan 2025`, `Thu 13:30`, `5 Min.`: whoever is called so, not here; but `in 2025 Jan Peeters called`."""
    for at, word in enumerate(words):
        if word.folded in _CALENDAR and (_beside_a_number(words, at) or _beside_a_day(words, senses, at)):
            yield at


def _beside_a_day(words: Sequence[Word], senses: Sequence[Sense], at: int) -> bool:
    """`Mon, Wed, Fri`; but `Jan, Sam` may be two people."""
    first, end = at, at + 1
    while first > max(0, at - 2) and _follows_a_day(words, first):
        first -= 1
    while end < min(len(words), at + 3) and words[end].folded in _CALENDAR and _follows_a_day(words, end):
        end += 1
    return end - first > 2 or (end - first == 2 and not all(sense.known for sense in senses[first:end]))


def _follows_a_day(words: Sequence[Word], at: int) -> bool:
    return words[at].gap in _BETWEEN_DAYS and words[at - 1].folded in _CALENDAR


def _beside_a_number(words: Sequence[Word], at: int) -> bool:
    behind = words[at + 1] if at + 1 < len(words) else None
    if behind is not None and behind.text[0].isdigit():
        return True
    named_on = behind is not None and behind.capital and behind.gap == " "
    return at > 0 and words[at - 1].text[0].isdigit() and not named_on


def _denied(words: Sequence[Word], lexicon: Lexicon) -> Iterator[int]:
    """A phrase that is something else as a whole is so in each of its words."""
    for at in range(len(words)):
        yield from range(at, lexicon.denied.end_of(words, at))


def _double_surnames(words: Sequence[Word], lexicon: Lexicon) -> Iterator[int]:
    """`Van den Broeck`: a surname of several words is one in each that is written large."""
    for at, word in enumerate(words):
        if word.capital:
            end = lexicon.double_surnames.end_of(words, at)
            yield from (covered for covered in range(at, end) if words[covered].capital)


def _headline(words: Sequence[Word]) -> Iterator[int]:
    start = 0
    for end in range(1, len(words) + 1):
        if end == len(words) or words[end].opens:
            long = [word for word in words[start:end] if len(word.text) > 3]
            if len(long) >= _HEADLINE_WORDS and sum(w.capital for w in long) >= _HEADLINE_SHARE * len(long):
                yield from range(start, end)
            start = end
