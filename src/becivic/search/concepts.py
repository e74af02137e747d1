"""What words stand for: the matters of everyday.toml and the glossary of the corpus, each with all that people call it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final, NamedTuple

from becivic.corpus.terms import Terms
from becivic.rules.languages import LANGUAGES
from becivic.search.analysis import Word, plain_words, words_of

_IN_BRACKETS: Final = re.compile(r"\([^()]*\)")


class Phrase(NamedTuple):
    """One way to say it. Small words are left out where enough is left without them."""

    text: str
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Concept:
    """A thing with all its names. `name` is what it is called in each language, where that is known."""

    id: str
    name: Mapping[str, str]
    phrases: tuple[Phrase, ...]
    is_side: bool = False
    """Names what one does with something or where it comes from, and not the thing."""


class SmallWords(NamedTuple):
    stop: frozenset[str]
    """Says nothing by itself."""
    aside: frozenset[str]
    """Circumstances: a page need not speak of them."""

    def with_places(self, places: Collection[str], meaning: Collection[str]) -> SmallWords:
        """Where somebody lives is a circumstance, unless the word means something else too."""
        return self._replace(aside=self.aside | (set(places) - self.stop - set(meaning)))


@cache
def small_words() -> SmallWords:
    told = _everyday()
    stop = frozenset(word for words in told["stop"].values() for word in plain_words(words))
    aside = frozenset(word for words in told["aside"].values() for word in plain_words(words))
    return SmallWords(stop, aside - stop)


@cache
def everyday_concepts() -> tuple[Concept, ...]:
    told = _everyday()
    matters = [_concept(name, said) for name, said in told["matters"].items()]
    return (*matters, *(_concept(name, said, is_side=True) for name, said in told["sides"].items()))


@cache
def _everyday() -> Mapping[str, Any]:
    return tomllib.loads(files("becivic.search").joinpath("everyday.toml").read_text(encoding="utf-8"))


def _concept(name: str, said: Mapping[str, str], *, is_side: bool = False) -> Concept:
    listed = {language: [each.strip() for each in words.split(",")] for language, words in said.items()}
    phrases = [phrase(text, language) for language, texts in listed.items() for text in texts]
    return Concept(name, {language: texts[0] for language, texts in listed.items()}, tuple(phrases), is_side)


def glossary_concepts(terms: Terms) -> Iterator[Concept]:
    """What stands in brackets in an official name explains it, and is nothing that people say."""
    for term in terms.entries:
        said = [(language, _IN_BRACKETS.sub(" ", word)) for language, word, _ in term.words()]
        phrases = [phrase(word, language) for language, word in said]
        names = {language: term.name(language) for language in LANGUAGES if term.name(language)}
        yield Concept(term.id, names, tuple(each for each in phrases if each.words))


def phrase(text: str, language: str) -> Phrase:
    words = words_of(text, language)
    telling = [word for word in words if word.text not in small_words().stop]
    return Phrase(text, tuple(telling if len(telling) > 1 else words))


class Heard(NamedTuple):
    """A phrase that a question holds: at which of its words, and what it stands for."""

    at: frozenset[int]
    concept: Concept


class Concepts:
    """Finds phrases in questions, whatever the order of their words, as long as they stand near each other."""

    _SLACK: Final = 3

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self._all: Final = tuple(concepts)
        self._by_key: Final[dict[str, list[tuple[Concept, Phrase]]]] = {}
        for concept in self._all:
            for each in concept.phrases:
                for key in each.words[0].keys:
                    self._by_key.setdefault(key, []).append((concept, each))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word that a phrase is made of."""
        return frozenset(
            word.text for concept in self._all for each in concept.phrases for word in each.words
        )

    def heard_in(self, words: Collection[Word]) -> list[Heard]:
        """The longest first; what begins earlier before what begins later."""
        found: dict[Heard, None] = {}
        for word in words:
            for concept, each in (pair for key in sorted(word.keys) for pair in self._by_key.get(key, ())):
                at = _where(each, words)
                if at and max(at) - min(at) < len(at) + self._SLACK:
                    found[Heard(at, concept)] = None
        return sorted(found, key=lambda heard: (-len(heard.at), min(heard.at), heard.concept.id))


def _where(said: Phrase, words: Collection[Word]) -> frozenset[int]:
    """The numbers of the words that make up the phrase, or nothing where one is missing."""
    places: set[int] = set()
    for wanted in said.words:
        place = next(
            (number for number, word in enumerate(words) if number not in places and word.keys & wanted.keys),
            None,
        )
        if place is None:
            return frozenset()
        places.add(place)
    return frozenset(places)
