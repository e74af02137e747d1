"""How hard a body is to read: words, sentences, long words and Flesch reading ease (issue 7, "reading-level report").

Read is what we wrote in English: paragraphs, list items and table rows, each at least one sentence. Left out are
headings, tags, code, comments, brackets, the labels of references, which are the sources' own names, and stretches
in italics, which gloss a term in another language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from becivic.corpus.blocks import Shape, blocks
from becivic.corpus.body import Body
from becivic.corpus.masking import masked
from becivic.corpus.tokens import Kind
from becivic.rules.tags import Tag

LONG: Final = 7
"""Letters from which a word counts as long, as the Swedish readability index counts it."""
TOO_SHORT: Final = 8
"""A sentence with fewer words than this is never among the hardest: one long name would put it there."""

_LETTERS: Final = r"[^\W\d_]"
_WORD: Final = re.compile(rf"{_LETTERS}+(?:['\u2019]{_LETTERS}+)*|[0-9]+(?:[.,:/][0-9]+)*")
_ITALIC: Final = re.compile(r"(?<![*\w\\])\*(?![*\s])[^*\n]+\*(?![*\w])|(?<![\w\\])_(?![_\s])[^_\n]+_(?!\w)")
_MARKER: Final = re.compile(r"[ \t>]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]")
_SENTENCE_END: Final = re.compile(
    r"(?<![.!?])[.!?]++[\"'\u2019\u201d)\]*_]*+\s++(?=[\"'\u2018\u201c(*_]*+[A-Z0-9])"
)
"""Looked for at the first of several dots only: a line of dots would be read once from each of them."""
_ABBREVIATION: Final = re.compile(r"\b(?:e\.g|i\.e|etc|cf|arts?|nos?|nr|p|vs|Mr|Mrs|Ms|Dr|St)\.\s+$")
_VOWELS: Final = re.compile(r"[aeiouyàâäéèêëîïôöùûü]+")
_SILENT: Final = re.compile(r"(?<=q)ues?$|(?<![^aeiouyl]l)(?:e$|(?<![dt])ed$|(?<![csgxz])(?<![cs]h)es$)")


class Figures(NamedTuple):
    """What is counted in a text."""

    words: int = 0
    sentences: int = 0
    long_words: int = 0
    syllables: int = 0

    @property
    def words_a_sentence(self) -> float:
        return self.words / self.sentences if self.sentences else 0.0

    @property
    def long_share(self) -> float:
        return self.long_words / self.words if self.words else 0.0

    @property
    def ease(self) -> float:
        """Flesch reading ease: 60 to 70 is plain English, below 30 is hard for most people; 100 for no text."""
        if not self.words:
            return 100.0
        return 206.835 - 1.015 * self.words_a_sentence - 84.6 * self.syllables / self.words


class Sentence(NamedTuple):
    """One sentence, by the offset in the body at which it begins."""

    offset: int
    figures: Figures


def sentences(body: Body) -> Iterator[Sentence]:
    """The sentences that hold a word, in order."""
    text = _prose(body)
    for block in blocks(body):
        if block.shape is not Shape.HEAD:
            marker = _MARKER.match(text, block.start, block.end) if block.shape is Shape.ITEM else None
            for start, end in _split(text, marker.end() if marker else block.start, block.end):
                if (figures := counted(text[start:end])).words:
                    yield Sentence(start, figures)


def total(of: list[Sentence]) -> Figures:
    columns = zip(*(each.figures for each in of), strict=True)
    return Figures(*(sum(column) for column in columns))


def hardest(of: list[Sentence], most: int) -> list[Sentence]:
    """By falling difficulty; of two alike the first comes first."""
    judged = [each for each in of if each.figures.words >= TOO_SHORT]
    return sorted(judged, key=lambda each: each.figures.ease)[:most]


def counted(sentence: str) -> Figures:
    """The figures of one sentence. A number is a word of one syllable."""
    words = _WORD.findall(sentence)
    long_words = sum(len(word) >= LONG and word[0].isalpha() for word in words)
    return Figures(len(words), 1, long_words, sum(syllables(word) for word in words))


def syllables(word: str) -> int:
    """A rule of thumb for English: a syllable for each run of vowels, less an ending that is not heard.

    Not heard is the e of `care`, `cared` and `cares`; it is in `table`, `wanted`, `settled` and `places`. It errs by
    one in some words, as often up as down, which a body of some hundred words evens out.
    """
    heard = _SILENT.sub("", word.lower())
    return max(1, len(_VOWELS.findall(heard)))


def _prose(body: Body) -> str:
    """The text with everything else blanked out, so that offsets stay."""
    labels = [(element.start, element.end) for element in body.named(Tag.REF)]
    others = [(token.start, token.end) for token in body.tokens if token.kind is not Kind.TEXT]
    text = masked(body.text, sorted(labels + others))
    return masked(text, [found.span() for found in _ITALIC.finditer(text)])


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """From the first letter of a sentence to the end of it; what follows an abbreviation goes on."""
    for found in _SENTENCE_END.finditer(text, start, end):
        if not _ABBREVIATION.search(text, max(start, found.start() - 6), found.end()):
            yield _first(text, start, found.end()), found.end()
            start = found.end()
    yield _first(text, start, end), end


def _first(text: str, start: int, end: int) -> int:
    """Where something other than a blank stands, so that a sentence has its own line."""
    return end - len(text[start:end].lstrip())
