"""Names in small letters, where a finder that goes by capitals sees none: in ids, tags and addresses, behind a title.

Strict, so that clean ids pass: both names are known, and neither is anything else (R-NER-01).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final
from urllib.parse import unquote

from becivic.names.folding import fold
from becivic.names.lexicon import Lexicon, Sense
from becivic.names.lists import entries, folded
from becivic.names.scan import Scan, read
from becivic.publishing.screening.free_texts import without_entities
from becivic.rules.languages import LANGUAGES

_WRITTEN_AS_ONE: Final = re.compile(r"""[^\s"'<>()\[\]{}|,;`*]+""")
_PARTED: Final = re.compile(r"\w[\W_]+\w|_")
"""Several words written as one: an id, a tag, a file name, a web address."""

_NO_LETTER: Final = re.compile(r"[\W_\d]+")
_SHORTEST_SMALL_TITLE: Final = 4
_SEVERAL_SENSES: Final = Sense.DOUBTFUL | Sense.COMMON | Sense.PLACE | Sense.INSTITUTION | Sense.WORD
_UNKNOWN: Final = (Sense.NOTHING, Sense.SHAPED)


def lines_with_small_names(text: str) -> Iterator[int]:
    """The lines, from 0, on which somebody is named so."""
    shown = without_entities(text)
    for found in (*_slugs(shown), *_behind_titles(shown)):
        yield shown.count("\n", 0, found.start())


def _slugs(text: str) -> Iterator[re.Match[str]]:
    for found in _WRITTEN_AS_ONE.finditer(text):
        if _PARTED.search(found[0]) and _slug_names(found[0]):
            yield found


def _behind_titles(text: str) -> Iterator[re.Match[str]]:
    for found in _titled().finditer(text):
        words = found["name"].split()
        if words[0].islower() and words[1].islower() and _is_called(words):
            yield found


def _slug_names(slug: str) -> bool:
    words = _NO_LETTER.sub(" ", fold(unquote(slug))).split()
    if _lexicon().given.isdisjoint(words):
        return False
    return any(_is_given_and_surname(*pair) for pair in _pairs(_large(words).senses))


def _pairs(senses: Sequence[Sense]) -> Iterator[tuple[Sense, Sense]]:
    for one, other in pairwise(senses):
        yield one, other
        yield other, one


def _is_given_and_surname(given: Sense, surname: Sense) -> bool:
    if (given | surname) & _SEVERAL_SENSES:
        return False
    return bool(given & Sense.GIVEN and surname & Sense.SURNAME)


def _is_called(words: Sequence[str]) -> bool:
    """Behind a title less is asked: a given name, and next to it nothing that we know as another word."""
    if not _lexicon().sense(fold(words[0])) & Sense.GIVEN:
        return False
    given, name, *_ = _large([fold(word) for word in words]).senses
    return (
        bool(given & Sense.GIVEN and (name & Sense.SURNAME or name in _UNKNOWN)) and not name & Sense.COMMON
    )


def _large(words: Sequence[str]) -> Scan:
    """As if they were written as names are; a small word of any language is no name."""
    scan = read(" ".join(word.title() for word in words), "en", _lexicon())
    senses = [
        sense | Sense.COMMON if _is_small(word.folded) and sense != Sense.SURNAME else sense
        for word, sense in zip(scan.words, scan.senses, strict=True)
    ]
    return Scan(scan.text, scan.language, scan.words, senses, scan.headline)


def _is_small(word: str) -> bool:
    return any(_lexicon().is_small_word(word, language) for language in LANGUAGES)


@cache
def _titled() -> re.Pattern[str]:
    """A title that is one in small letters too, and the words behind it."""
    large = {each for each in folded("cues", "capital_titles.txt") if len(each) < _SHORTEST_SMALL_TITLE}
    titles = sorted({each for each in entries("cues", "titles.txt") if fold(each) not in large})
    word = r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*"
    known = "|".join(map(re.escape, titles))
    return re.compile(
        rf"\b(?:{known})\b\.?\s{{1,3}}(?=(?P<name>{word}(?:\s{{1,3}}{word}){{1,4}}))", re.IGNORECASE
    )


@cache
def _lexicon() -> Lexicon:
    return Lexicon()
