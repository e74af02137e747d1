"""What words stand for: the matters of everyday.toml and the glossary of the corpus, each with all that people call it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from math import ceil
from typing import Any, Final, NamedTuple

from becivic.corpus.terms import Terms
from becivic.rules.languages import LANGUAGES
from becivic.search.analysis import Word, plain_words, words_of

_IN_BRACKETS: Final = re.compile(r"\([^()]*\)")
_SHORTEST_STEM: Final = 4
_ALIKE: Final = 0.6
_SPELLED_OUT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


class Role(StrEnum):
    """What a concept does in a question. The first one counts where words stand for several."""

    NAME = "names"
    """What a procedure is called: whoever says it asks about it, whatever else they tell."""
    MATTER = "matters"
    SIDE = "sides"
    """Names what one does with something or where it comes from, and not the thing."""
    ELSEWHERE = "elsewhere"
    """What people ask of Belgian administrations besides. Only a page that is called by it speaks of it."""
    HINT = "hints"
    """Speaks for the pages that have it, and against none."""
    TERM = "terms"
    """A word of the glossary: a matter, unless the lists of everyday words say otherwise."""


class Phrase(NamedTuple):
    """One way to say it. Small words are left out where enough is left without them."""

    text: str
    words: tuple[Word, ...]
    is_ordered: bool = False
    """Made of small words, which stand near each other in any sentence: here their order counts. `be belgian` is."""


@dataclass(frozen=True, slots=True, eq=False)
class Concept:
    """A thing with all its names. `name` is what it is called in each language, where that is known."""

    id: str
    name: Mapping[str, str]
    phrases: tuple[Phrase, ...]
    role: Role = Role.MATTER


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
    stop, aside = (
        frozenset(
            word
            for language, words in _everyday()[kind].items()
            for written in _written(words, language)
            for word in plain_words(written)
        )
        for kind in SmallWords._fields
    )
    return SmallWords(stop, aside - stop)


@cache
def everyday_concepts() -> tuple[Concept, ...]:
    told = _everyday()
    listed = [role for role in Role if role is not Role.TERM]
    return tuple(_concept(name, said, role) for role in listed for name, said in told[role].items())


@cache
def _everyday() -> Mapping[str, Any]:
    return tomllib.loads(files("becivic.search").joinpath("everyday.toml").read_text(encoding="utf-8"))


def _concept(name: str, said: Mapping[str, str], role: Role) -> Concept:
    listed = {language: [each.strip() for each in words.split(",")] for language, words in said.items()}
    phrases = [
        phrase(written, language)
        for language, texts in listed.items()
        for text in texts
        for written in _written(text, language)
    ]
    return Concept(name, {language: texts[0] for language, texts in listed.items()}, tuple(phrases), role)


def _written(text: str, language: str) -> list[str]:
    """Whoever has no umlaut on the keyboard writes `ue`, or nothing at all; the second is folded anyway."""
    spelled_out = text.translate(_SPELLED_OUT)
    return [text] if language != "de" or spelled_out == text else [text, spelled_out]


def glossary_concepts(terms: Terms) -> Iterator[Concept]:
    """What stands in brackets in an official name explains it, and is nothing that people say."""
    for term in terms.entries:
        said = [(language, _IN_BRACKETS.sub(" ", word)) for language, word, _ in term.words()]
        phrases = [phrase(text, language) for language, word in said for text in _written(word, language)]
        names = {language: term.name(language) for language in LANGUAGES if term.name(language)}
        yield Concept(term.id, names, tuple(each for each in phrases if each.words), Role.TERM)


def phrase(text: str, language: str) -> Phrase:
    words = words_of(text, language)
    small = small_words()
    telling = [word for word in words if word.text not in small.stop]
    is_small = len(telling) < 2 and all(word.text in small.aside for word in telling)
    return Phrase(text, tuple(telling if len(telling) > 1 else words), is_ordered=is_small and len(words) > 1)


class Heard(NamedTuple):
    """A phrase that a question holds: at which of its words, and what it stands for."""

    at: frozenset[int]
    concept: Concept


class Concepts:
    """Finds phrases in questions, whatever the order of their words, as long as they stand near each other."""

    _SLACK: Final = 4

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self._all: Final = tuple(concepts)
        self._by_key: Final[dict[str, list[tuple[Concept, Phrase]]]] = {}
        for concept in self._all:
            for each in concept.phrases:
                for key in each.words[0].keys:
                    self._by_key.setdefault(key, []).append((concept, each))

    @cached_property
    def words(self) -> Counter[str]:
        """Every word that a phrase is made of, and in how many."""
        return Counter(word.text for concept in self._all for each in concept.phrases for word in each.words)

    def heard_in(self, words: Sequence[Word]) -> list[Heard]:
        """What says most first, then what stands closest together; what begins earlier before what begins later."""
        found: dict[Heard, None] = {}
        all_keys = frozenset[str]().union(*(word.keys for word in words))
        for number, word in enumerate(words):
            for concept, each in dict.fromkeys(
                pair for key in sorted(word.keys) for pair in self._by_key.get(key, ())
            ):
                if any(other.keys.isdisjoint(all_keys) for other in each.words):
                    continue
                reach = len(each.words) + (self._SLACK // 2 if each.is_ordered else self._SLACK)
                at = _where(each, words, number, reach)
                if at and _span(at) < reach:
                    found[Heard(at, concept)] = None
        return sorted(
            found,
            key=lambda heard: (
                -_telling(heard, words),
                -len(heard.at),
                _span(heard.at),
                min(heard.at),
                heard.concept.id,
            ),
        )


def _telling(heard: Heard, words: Sequence[Word]) -> int:
    """How many words say something: of a name all do, `a card` is one; else `my house` says less than `rent house`."""
    if heard.concept.role is Role.NAME:
        return len(heard.at)
    stop = small_words().stop
    return sum(words[number].text not in stop for number in heard.at)


def _span(at: Collection[int]) -> int:
    return max(at) - min(at)


def _where(said: Phrase, words: Sequence[Word], first: int, reach: int) -> frozenset[int]:
    """The numbers of the words that make up the phrase around its first one, or nothing where one is missing."""
    if not _is_same(words[first], said.words[0]):
        return frozenset()
    near = range(max(0, first - reach), min(len(words), first + reach))
    places = [first]
    for wanted in said.words[1:]:
        after = places[-1] if said.is_ordered else -1
        fitting = [
            number
            for number in near
            if number > after and number not in places and _is_same(words[number], wanted)
        ]
        if not fitting:
            return frozenset()
        places.append(min(fitting, key=lambda number: abs(number - first)))
    return frozenset(places)


def _is_same(word: Word, wanted: Word) -> bool:
    """Words of two languages may have one stem by chance: then they have little else in common."""
    if word.keys.isdisjoint(wanted.keys):
        return False
    if word.text.removesuffix("s") == wanted.text.removesuffix("s"):
        return True
    longer = max(len(word.text), len(wanted.text))
    alike = max(_SHORTEST_STEM, ceil(_ALIKE * longer))
    return word.text[:alike] == wanted.text[:alike]
