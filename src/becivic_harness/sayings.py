"""What words stand for: matters of Belgian administrations, each with all that people call it in four languages.

The file is generated from what the service hears questions with (tools/harness_sayings.py), so that a task is heard the
same way with no network at all. Phrases lie in it as stems.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import (
    Any,
    Final,
    NamedTuple,
)

from becivic_harness.resources import resource
from becivic_harness.word_stems import Word

NAME: Final = "names"
MATTER: Final = "matters"
SIDE: Final = "sides"
ELSEWHERE: Final = "elsewhere"
HINT: Final = "hints"
TERM: Final = "terms"
ROLES: Final = (NAME, MATTER, SIDE, ELSEWHERE, HINT, TERM)
"""What a concept does in a task; the first one counts where words stand for several.

A name is what a procedure is called, a matter a situation that leads to one, a side what one does with something or where it
comes from; a hint is a circumstance, a term a word of the glossary. Elsewhere is what people ask of administrations besides.
"""

FILE: Final = "sayings.json"
ORDERED: Final = "~"
"""Before a phrase of small words alone, which stand near each other in any sentence: here their order counts."""

_SLACK: Final = 4

Phrase = tuple[str, ...]


class Concept(NamedTuple):
    """Its phrases as they lie in the file: those in English, and those in other languages."""

    id: str
    role: str
    name: str
    english: str
    others: str


class Heard(NamedTuple):
    """A phrase that a task holds: at which of its words, and what it stands for."""

    at: frozenset[int]
    concept: Concept


class Sayings:
    """`stop` words say nothing by themselves; `aside` ones are circumstances that no page need speak of."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.stop: Final[frozenset[str]] = frozenset(told["stop"].split(" "))
        self.aside: Final[frozenset[str]] = frozenset(told["aside"].split(" "))
        self._concepts: Final = [
            Concept(name, role, called, english, others)
            for role in ROLES
            for name, (called, english, others) in told[role].items()
        ]
        self._known: dict[str, int] | None = None

    def known(self) -> dict[str, int]:
        """Every stem that a phrase is made of, and in how many."""
        if self._known is None:
            said = " ".join(part for concept in self._concepts for part in (concept.english, concept.others))
            self._known = Counter(said.replace(",", " ").replace(ORDERED, "").split())
        return self._known

    def is_small(self, word: Word) -> bool:
        return word.text in self.stop or word.text in self.aside

    def heard_in(self, words: Sequence[Word]) -> list[Heard]:
        """What says most first, then what stands closest together; what begins earlier before what begins later."""
        there = {word.stem for word in words}
        found: set[Heard] = set()
        for concept, said in self._begun_by(there):
            phrase = said.lstrip(ORDERED).split(" ")
            if there.issuperset(phrase):
                for number, word in enumerate(words):
                    if word.stem == phrase[0]:
                        found.add(
                            Heard(_where(phrase, words, number, is_ordered=said[0] == ORDERED), concept)
                        )
        return sorted((each for each in found if each.at), key=lambda heard: self._turn(heard, words))

    def _begun_by(self, stems: Iterable[str]) -> Iterator[tuple[Concept, str]]:
        """Every phrase that begins with one of these. To look through all of them costs less than an index of them."""
        begun = re.compile(f"(?:^|,)({ORDERED}?(?:{'|'.join(sorted(stems))})(?: [^,]*)?)(?=,|$)")
        for concept in self._concepts:
            for said in (concept.english, concept.others):
                for phrase in begun.findall(said):
                    yield concept, phrase

    def _turn(self, heard: Heard, words: Sequence[Word]) -> tuple[int, int, int, int, str]:
        at = heard.at
        telling = len(at) if heard.concept.role == NAME else sum(words[n].text not in self.stop for n in at)
        return -telling, -len(at), max(at) - min(at), min(at), heard.concept.id


def phrases(said: str) -> list[Phrase]:
    return [tuple(each.lstrip(ORDERED).split(" ")) for each in said.split(",") if each]


@lru_cache(maxsize=1)
def packaged_sayings() -> Sayings:
    return Sayings(json.loads(resource(FILE)))


def _where(phrase: Sequence[str], words: Sequence[Word], first: int, *, is_ordered: bool) -> frozenset[int]:
    """The numbers of the words that make up the phrase around its first one, or nothing where they stand too far apart."""
    reach = len(phrase) + (_SLACK // 2 if is_ordered else _SLACK)
    near = range(max(0, first - reach), min(len(words), first + reach))
    places = [first]
    for wanted in phrase[1:]:
        after = places[-1] if is_ordered else -1
        place = _nearest(wanted, words, first, (n for n in near if n > after and n not in places))
        if place is None:
            return frozenset()
        places.append(place)
    return frozenset(places) if max(places) - min(places) < reach else frozenset()


def _nearest(wanted: str, words: Sequence[Word], to: int, numbers: Iterable[int]) -> int | None:
    fitting = [number for number in numbers if words[number].stem == wanted]
    return min(fitting, key=lambda number: abs(number - to)) if fitting else None
